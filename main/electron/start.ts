import './environment.ts';
import '../no-generated-code.ts';
import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { app, dialog, ipcMain, nativeTheme, powerMonitor, protocol, session } from 'electron';
import type { MenuShortcut } from '../../preload/contract/shortcuts.ts';
import { createApp } from '../app/app.ts';
import { systemClock } from '../clock.ts';
import { parseCommandLine } from '../command-line.ts';
import { parseSendCommand } from '../commands/send-command.ts';
import type { DeskCommand } from '../desk/desk-menu.ts';
import { createKeytarKeychain } from '../keychain/keytar-keychain.ts';
import { createLog, type Log } from '../log.ts';
import { isWritableByUsers, policyPath, type ReadPolicy, readPolicy } from '../policy/policy-file.ts';
import { appScheme, serveApp } from './app-protocol.ts';
import { createAppUpdater } from './app-updater.ts';
import { createDeskShown } from './desk-shown.ts';
import { createDesktop } from './desktop.ts';
import { documentsFolder } from './documents-folder.ts';
import { createFirstStart } from './first-start.ts';
import { denyCredentials, denyDownloads, denyNetwork, denyPermissions, useDeadProxy } from './guards.ts';
import { serveCalls, serveEvents } from './ipc-server.ts';
import { createLastFolders } from './last-folders.ts';
import { createLifecycle } from './lifecycle.ts';
import { createLoginStart } from './login-start.ts';
import { createMainWindow, type MainWindow } from './main-window.ts';
import { setMenu } from './menu.ts';
import { createNotifier } from './notifier.ts';
import { createOpenRequests, type HandedOver, type OpenRequests } from './open-requests.ts';
import { askProgram } from './programs.ts';
import { canRequireSandbox } from './sandbox.ts';
import { runSendCommand } from './send-start.ts';
import { becomeProtocolClient, setTasks } from './shell-entries.ts';
import { writeSmokeFile } from './smoke-file.ts';
import { stateFolder } from './state-folder.ts';
import { isIconShown } from './status-host.ts';
import { guardContents } from './window.ts';
import { createWindowStates } from './window-state.ts';

const out = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));

/** The same as in the installed shortcut. Without it, Windows takes the notifications for another program's. */
const appUserModelId = 'app.countersign';
/** The name of the installed desktop file, as in package.json. */
const desktopName = 'app.countersign.Countersign.desktop';

/** Whether Linux lets only programs with a profile make a sandbox. */
function isSandboxRestricted(): boolean {
  try {
    return readFileSync('/proc/sys/kernel/apparmor_restrict_unprivileged_userns', 'utf8').trim() === '1';
  } catch {
    return false;
  }
}

/** Another start has the lock. When nothing answers, something else refused it, and the person must know. */
async function giveWay(firstStart: ReturnType<typeof createFirstStart>): Promise<void> {
  if (await firstStart.isAnswered(setTimeout)) {
    app.quit();
    return;
  }
  dialog.showErrorBox(
    'Countersign could not start',
    `Countersign does not answer, or its folder cannot be written: ${app.getPath('userData')}\n\n` +
      'Nothing was sent or changed. Close Countersign if it is open, look whether the disk is full, and start it again.',
  );
  app.exit(1);
}

/** Starts the app. Scheme and sandbox must come before Electron is ready, the lock before any file is opened. */
export function start(): void {
  app.setAppUserModelId(appUserModelId);
  const own: HandedOver = { args: process.argv.slice(app.isPackaged ? 1 : 2), folder: process.cwd() };
  const command = parseSendCommand(own.args, own.folder);
  if (command !== null) {
    void runSendCommand(command);
    return;
  }
  protocol.registerSchemesAsPrivileged([appScheme]);
  const sandbox = {
    args: process.argv,
    uid: process.getuid?.(),
    isAppImage: process.env['APPIMAGE'] !== undefined,
    isRestricted: isSandboxRestricted(),
  };
  if (canRequireSandbox(sandbox)) app.enableSandbox();
  const firstStart = createFirstStart(app.getPath('userData'));
  const openRequests = createOpenRequests(app, firstStart.answer);
  firstStart.ask();
  if (!app.requestSingleInstanceLock(own)) {
    void giveWay(firstStart);
    return;
  }
  firstStart.answer();
  const logFile = join(app.getPath('userData'), 'logs', 'countersign.log');
  const log = createLog(logFile);
  process.on('uncaughtException', (error) => log.error('uncaught', error));
  process.on('unhandledRejection', (error) => log.error('unhandled', error));
  run({ log, logFile, own, openRequests }).catch((error: unknown) => {
    // Exit. A process without a window would keep the lock, and every later start would give way to it.
    log.error('start', error);
    const reason = error instanceof Error ? error.message : String(error);
    dialog.showErrorBox(
      'Countersign could not start',
      `${reason}\n\nStart it again. If the problem stays, show your IT this file: ${logFile}`,
    );
    app.exit(1);
  });
}

/** In development a test may name a policy of its own, in a folder that it can write. */
function policyOfComputer(): ReadPolicy {
  const { platform, env } = process;
  const file = policyPath({ platform, env, packaged: app.isPackaged });
  const isOfTest = !app.isPackaged && file === env['COUNTERSIGN_POLICY'];
  return readPolicy(file, (path) => !isOfTest && isWritableByUsers(path, platform, process.getuid?.()));
}

interface Start {
  readonly log: Log;
  readonly logFile: string;
  readonly own: HandedOver;
  readonly openRequests: OpenRequests;
}

async function run({ log, logFile, own: { args, folder }, openRequests }: Start): Promise<void> {
  log.info('start', { version: app.getVersion(), packaged: app.isPackaged, platform: process.platform });
  const asked = parseCommandLine(args, folder);
  await app.whenReady();
  const own = session.fromPartition('countersign');
  denyPermissions(own);
  denyDownloads(own);
  denyNetwork(own);
  await useDeadProxy(own);
  denyCredentials(app);
  app.on('web-contents-created', (_event, contents) => guardContents(own, contents));
  app.on('child-process-gone', (_event, details) => log.error('child process', details));
  serveApp(own.protocol, out('renderer'));

  let window: MainWindow | null = null;
  const current = () => window?.current() ?? null;
  const contents = () => window?.contents() ?? null;
  const keychain = createKeytarKeychain({ clock: systemClock });
  const countersign = createApp({
    clock: systemClock,
    proxyFor: (address) => session.defaultSession.resolveProxy(address),
    keychain,
    desktop: createDesktop(current, createLastFolders(join(app.getPath('userData'), 'dialogs.json'))),
    notifier: createNotifier({
      window: current,
      bringUp: () => void window?.show(),
      onFault: (error) => log.error('notification', error),
    }),
    loginStart: createLoginStart({
      app,
      platform: process.platform,
      program: process.env['APPIMAGE'] ?? process.execPath,
      configFolder: process.env['XDG_CONFIG_HOME'] ?? join(homedir(), '.config'),
      desktopName,
    }),
    log,
    logFile,
    dataFolder: app.getPath('userData'),
    stateFolder: stateFolder({
      platform: process.platform,
      env: process.env,
      home: homedir(),
      dataFolder: app.getPath('userData'),
      portable: app.commandLine.hasSwitch('user-data-dir'),
    }),
    documentsFolder: documentsFolder((name) => app.getPath(name), homedir()),
    version: app.getVersion(),
    preferredLanguages: app.getPreferredSystemLanguages(),
    development: !app.isPackaged,
    policy: policyOfComputer(),
    commandLine: asked,
    updater: createAppUpdater(
      {
        packaged: app.isPackaged,
        platform: process.platform,
        resources: process.resourcesPath,
        program: process.execPath,
        appImage: process.env['APPIMAGE'],
      },
      () => app.quit(),
    ),
    readerThread: new URL('../thread/reader-thread.js', import.meta.url),
  });
  serveCalls({
    ipc: ipcMain,
    contents,
    handlers: countersign.handlers,
    onBug: (call, error) => log.error(call, error),
  });
  serveEvents(countersign.sources, contents);
  powerMonitor.on('resume', () => {
    log.info('wake', {});
    countersign.wake();
  });
  powerMonitor.on('unlock-screen', () => countersign.wake());

  countersign.onTheme((theme) => {
    nativeTheme.themeSource = theme;
  });

  const isIconHere = () => isIconShown(process.platform, askProgram);
  const lifecycle = createLifecycle({
    app,
    desk: countersign.desk,
    ask: (question) => opened.ask(question),
    isIconShown: isIconHere,
    platform: process.platform,
    close: countersign.close,
    onFault: (error) => log.error('lifecycle', error),
  });
  powerMonitor.on('shutdown', () => lifecycle.shutDown());
  // Whoever ends the process in order wants no question: nobody may be there to answer it.
  for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.once(signal, () => lifecycle.shutDown());
  const opened = createMainWindow({
    session: own,
    preload: out('preload/preload.cjs'),
    icon: out('../assets/icon.png'),
    states: createWindowStates(join(app.getPath('userData'), 'window.json')),
    log,
    monotonic: () => systemClock.monotonic(),
    texts: countersign.texts,
    onOpened(fresh) {
      lifecycle.guard(fresh);
      shown.showAgain();
    },
  });
  window = opened;
  const { show } = opened;
  /** What a person asks for at the icon, the dock or the taskbar. */
  function act(command: DeskCommand): void {
    if (command === 'quit') app.quit();
    else if (command === 'open') void show();
    else if (command === 'new') void show().then(countersign.desk.choose);
    else countersign.desk.folders(command);
  }
  const ask = (shortcut: MenuShortcut) => void show().then(() => countersign.desk.ask(shortcut));
  const shown = createDeskShown({
    platform: process.platform,
    pictures: out('../assets/status'),
    window: current,
    act,
    onFault: (error) => log.error('desk', error),
  });
  app.on('activate', () => void show());
  app.on('window-all-closed', () => app.quit());
  app.on('will-quit', () => {
    log.info('quit', {});
    countersign.close();
  });
  countersign.onLanguage(() => {
    setMenu({ platform: process.platform, packaged: app.isPackaged, t: countersign.texts(), act, ask });
    setTasks(process.platform, countersign.texts());
  });
  becomeProtocolClient(process.platform);
  const isHidden = asked.hidden || (process.platform === 'darwin' && app.getLoginItemSettings().wasOpenedAtLogin);
  const first = isHidden ? opened.openHidden(await isIconHere()) : show();
  openRequests.serve((later) => {
    countersign.openArguments(later);
    if (!later.hidden) void first.then(show);
  });
  await first;
  // The window goes first: a person waits for it.
  countersign.desk.onView(shown.show);
  await writeSmokeFile({
    args,
    version: app.getVersion(),
    page: () => contents()?.getURL() ?? null,
    keychain,
    quit: () => app.quit(),
  });
}
