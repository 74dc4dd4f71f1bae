import './environment.ts';
import '../no-generated-code.ts';
import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import {
  app,
  type BrowserWindow,
  dialog,
  ipcMain,
  nativeTheme,
  powerMonitor,
  protocol,
  session,
  type WebContents,
} from 'electron';
import { createApp } from '../app/app.ts';
import { systemClock } from '../clock.ts';
import { parseCommandLine } from '../command-line.ts';
import { createKeytarKeychain } from '../keychain/keytar-keychain.ts';
import { createLog, type Log } from '../log.ts';
import { isWritableByUsers, policyPath, type ReadPolicy, readPolicy } from '../policy/policy-file.ts';
import { appScheme, serveApp } from './app-protocol.ts';
import { createAppUpdater } from './app-updater.ts';
import { serveContextMenu } from './context-menu.ts';
import { createDesktop } from './desktop.ts';
import { documentsFolder } from './documents-folder.ts';
import { createFirstStart } from './first-start.ts';
import { denyCredentials, denyDownloads, denyNetwork, denyPermissions, useDeadProxy } from './guards.ts';
import { serveCalls, serveEvents } from './ipc-server.ts';
import { createLastFolders } from './last-folders.ts';
import { setMenu } from './menu.ts';
import { createNotifier } from './notifier.ts';
import { createOpenRequests, type HandedOver, type OpenRequests } from './open-requests.ts';
import { canRequireSandbox } from './sandbox.ts';
import { writeSmokeFile } from './smoke-file.ts';
import { stateFolder } from './state-folder.ts';
import { backgroundOf, guardContents, openWindow } from './window.ts';
import { createCrashJudge } from './window-crash.ts';
import { createWindowStates } from './window-state.ts';

const out = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));

/** The same as in the installed shortcut. Without it, Windows takes the notifications for another program's. */
const appUserModelId = 'app.countersign';

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
  const own: HandedOver = { args: process.argv.slice(app.isPackaged ? 1 : 2), folder: process.cwd() };
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

  const states = createWindowStates(join(app.getPath('userData'), 'window.json'));
  let window: BrowserWindow | null = null;
  const contents = () => (window && !window.isDestroyed() ? window.webContents : null);
  const keychain = createKeytarKeychain({ clock: systemClock });
  const countersign = createApp({
    clock: systemClock,
    proxyFor: (address) => session.defaultSession.resolveProxy(address),
    keychain,
    desktop: createDesktop(() => window, createLastFolders(join(app.getPath('userData'), 'dialogs.json'))),
    notifier: createNotifier({
      window: () => window,
      bringUp: () => void show(),
      onFault: (error) => log.error('notification', error),
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
    commandLine: parseCommandLine(args, folder),
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
  nativeTheme.on('updated', () => window?.setBackgroundColor(backgroundOf(nativeTheme.shouldUseDarkColors)));

  countersign.onTheme((theme) => {
    nativeTheme.themeSource = theme;
  });

  const judgeCrash = createCrashJudge(() => systemClock.monotonic());
  /** The window is only a view: main goes on with what it does. */
  async function mend(gone: WebContents, reason: string): Promise<void> {
    const follows = judgeCrash(reason);
    if (follows === 'ignore' || gone.isDestroyed()) return;
    log.error('window', new Error(reason));
    if (follows === 'ask') {
      const t = countersign.texts();
      const { response } = await dialog.showMessageBox({
        type: 'error',
        message: t('windowCrash.title'),
        detail: t('windowCrash.text'),
        buttons: [t('windowCrash.open'), t('windowCrash.quit')],
        cancelId: 0,
      });
      if (response === 1) app.quit();
    }
    if (!gone.isDestroyed()) gone.reload();
  }

  const show = async () => {
    if (contents()) {
      if (window?.isMinimized()) window.restore();
      window?.show();
      window?.focus();
      return;
    }
    await openWindow(
      {
        session: own,
        preload: out('preload/preload.cjs'),
        dark: nativeTheme.shouldUseDarkColors,
        packaged: app.isPackaged,
        icon: out('../assets/icon.png'),
        states,
      },
      (opened) => {
        window = opened;
        serveContextMenu(opened.webContents, countersign.texts);
        opened.webContents.on('render-process-gone', (_event, { reason }) => void mend(opened.webContents, reason));
        opened.on('unresponsive', () => log.error('window', new Error('unresponsive')));
      },
    );
  };
  app.on('activate', () => void show());
  app.on('window-all-closed', () => app.quit());
  app.on('will-quit', () => {
    log.info('quit', {});
    countersign.close();
  });
  countersign.onLanguage(() =>
    setMenu({ platform: process.platform, packaged: app.isPackaged, t: countersign.texts() }),
  );
  const shown = show();
  openRequests.serve((asked) => {
    countersign.openArguments(asked);
    void shown.then(show);
  });
  await shown;
  await writeSmokeFile({
    args,
    version: app.getVersion(),
    page: () => contents()?.getURL() ?? null,
    keychain,
    quit: () => app.quit(),
  });
}
