import '../platform/no-generated-code.ts';
import { homedir, uptime, userInfo } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { app, autoUpdater, type BrowserWindow, ipcMain, nativeTheme, powerMonitor } from 'electron';
import type { MenuShortcut } from '../../preload/contract/shortcuts.ts';
import { createApp } from '../app/app.ts';
import { openWhenFree } from '../app/open-when-free.ts';
import type { Ports } from '../app/ports.ts';
import type { DeskCommand } from '../desk/desk-menu.ts';
import { keepToOwner } from '../files/own-folder.ts';
import { keychainOfFolder } from '../keychain/folder-keychain.ts';
import { createKeytarKeychain } from '../keychain/keytar-keychain.ts';
import type { CommandLine } from '../platform/command-line.ts';
import { readComputerPolicy } from '../policy/computer-policy.ts';
import { isWritableByUsers, policyPath, type ReadPolicy, readPolicy } from '../policy/policy-file.ts';
import type { Log } from '../state/log.ts';
import { systemClock } from '../time/clock.ts';
import { createAppUpdater } from './app-updater.ts';
import { createDeskShown } from './desk-shown.ts';
import { createDesktop } from './desktop.ts';
import { documentsFolder } from './documents-folder.ts';
import { serveCalls, serveEvents } from './ipc-server.ts';
import { createLastFolders } from './last-folders.ts';
import { createLifecycle } from './lifecycle.ts';
import { createLoginStart } from './login-start.ts';
import { macName } from './mac-name.ts';
import type { MainWindow } from './main-window.ts';
import { setMenu } from './menu.ts';
import { createNotifier } from './notifier.ts';
import type { OpenRequests } from './open-requests.ts';
import { ownAppImage } from './own-app-image.ts';
import type { PageServing } from './page-serving.ts';
import { askProgram } from './programs.ts';
import { becomeProtocolClient, setTasks } from './shell-entries.ts';
import { writeSmokeFile } from './smoke-file.ts';
import { nameOf, stateFolder } from './state-folder.ts';
import { isIconShown } from './status-host.ts';
import { systemLocale, systemTexts } from './system-texts.ts';
import { waitingPage } from './waiting-page.ts';

/** The time limit of each program that is asked for the policy. Without an answer, that part counts as unreadable. */
const LONGEST_POLICY_MS = 10_000;

/** `mount` prints what the system has in memory. */
const LONGEST_MOUNT_MS = 5_000;

interface RunningDeps {
  readonly log: Log;
  readonly logFile: string;
  readonly args: readonly string[];
  readonly asked: CommandLine;
  readonly openRequests: OpenRequests;
  readonly window: MainWindow;
  /** The first window has loaded a page, the app's own or the one that says why the app waits. */
  readonly loaded: Promise<void>;
  readonly serving: PageServing;
  readonly desktopName: string;
  /** Returns a file of the app, by its path from the folder of main. */
  readonly ownFile: (path: string) => string;
}

/** Reads the policy. In development a test may name a policy of its own, in a folder that it can write. */
async function policyOfComputer(): Promise<ReadPolicy> {
  const { platform, env } = process;
  const file = policyPath({ platform, env, packaged: app.isPackaged });
  if (!app.isPackaged && file === env['COUNTERSIGN_POLICY']) return readPolicy(file, () => false);
  const isWritable = (path: string) => isWritableByUsers(path, process.getuid?.());
  const ask = (program: string, args: readonly string[]) => askProgram(program, args, LONGEST_POLICY_MS);
  return await readComputerPolicy({ platform, file, user: userInfo().username, isWritable, ask });
}

type App = ReturnType<typeof createApp>;

interface Places extends Pick<Ports, 'keychain' | 'dataFolder' | 'machine'> {
  readonly policy: ReadPolicy;
  /** Whether a person chose the folder of the data. */
  readonly portable: boolean;
}

async function readComputer(): Promise<Pick<Places, 'policy' | 'machine'>> {
  const isMac = process.platform === 'darwin';
  const [policy, machine] = await Promise.all([policyOfComputer(), isMac ? macName(askProgram) : undefined]);
  return machine === undefined ? { policy } : { policy, machine };
}

function portsOf(
  deps: RunningDeps,
  { keychain, dataFolder, portable, policy, ...named }: Places,
  quit: () => void,
): Ports {
  const { log, window, ownFile } = deps;
  const { current, show } = window;
  const appImage = ownAppImage(process.env, process.execPath);
  return {
    clock: systemClock,
    uptimeMs: () => uptime() * 1_000,
    // The default session would have no guards, so nobody may make it.
    proxyFor: (address) => app.resolveProxy(address),
    keychain,
    desktop: createDesktop(
      window,
      createLastFolders(join(app.getPath('userData'), 'dialogs.json')),
      ownFile('../../assets/status/idle.png'),
    ),
    notifier: createNotifier({
      window: current,
      bringUp: () => void show(),
      platform: process.platform,
      packaged: app.isPackaged,
      onFault: (error) => log.error('notification', error),
    }),
    loginStart: createLoginStart({
      app,
      platform: process.platform,
      program: appImage ?? process.execPath,
      configFolder: process.env['XDG_CONFIG_HOME'] ?? join(homedir(), '.config'),
      desktopName: deps.desktopName,
    }),
    log,
    logFile: deps.logFile,
    dataFolder,
    ...named,
    stateFolder: stateFolder({ platform: process.platform, env: process.env, home: homedir(), dataFolder, portable }),
    documentsFolder: documentsFolder((name) => app.getPath(name), homedir()),
    version: app.getVersion(),
    preferredLanguages: app.getPreferredSystemLanguages(),
    development: !app.isPackaged,
    policy,
    commandLine: deps.asked,
    readMounts: async () => (process.platform === 'darwin' ? askProgram('/sbin/mount', [], LONGEST_MOUNT_MS) : null),
    updater: createAppUpdater(
      {
        packaged: app.isPackaged,
        platform: process.platform,
        resources: process.resourcesPath,
        program: process.execPath,
        appImage,
      },
      quit,
    ),
    readerThread: pathToFileURL(ownFile('../thread/reader-thread.js')),
  };
}

/** Tells the services when the computer sleeps, wakes or shuts down. */
function followPower(log: RunningDeps['log'], services: Pick<App, 'suspend' | 'wake' | 'unlock'>): void {
  powerMonitor.on('suspend', () => {
    log.info('sleep', {});
    services.suspend();
  });
  powerMonitor.on('resume', () => {
    log.info('wake', {});
    services.wake();
  });
  powerMonitor.on('unlock-screen', () => services.unlock());
}

/** Carries out a command from the icon, the dock or the taskbar. */
function actFor(command: DeskCommand, show: () => Promise<void>, desk: App['desk']): void {
  if (command === 'quit') app.quit();
  else if (command === 'open') void show();
  else if (command === 'new') void show().then(desk.choose);
  else desk.folders(command);
}

function tellWhenShown(window: BrowserWindow, windowShown: App['windowShown']): void {
  const tell = (isShown: boolean) => () => windowShown(isShown);
  window.on('show', tell(true)).on('restore', tell(true)).on('hide', tell(false)).on('minimize', tell(false));
}

/**
 * Starts the services and connects them with the window that start.ts has opened. This file is loaded after the window was
 * asked for, so that its process starts while main reads this half of the code.
 */
export async function runApp(deps: RunningDeps): Promise<void> {
  const { log, window, ownFile } = deps;
  const { current, contents, show } = window;
  // The window loads its page meanwhile, and shows nothing of the app before the policy is known.
  const computer = readComputer();
  const dataFolder = app.getPath('userData');
  const portable = app.commandLine.hasSwitch('user-data-dir');
  // A folder that somebody chose may have other files in it.
  if (!portable) keepToOwner(dataFolder);
  const systemKeychain = createKeytarKeychain({ clock: systemClock });
  const folderKeychain = portable ? keychainOfFolder(systemKeychain, dataFolder, () => nameOf(dataFolder)) : null;
  const keychain = folderKeychain ?? systemKeychain;
  const ports = portsOf(deps, { keychain, dataFolder, portable, ...(await computer) }, () => lifecycle.quitForSure());
  // Without a listener, Electron would quit as well.
  app.on('window-all-closed', () => app.quit());
  const early: CommandLine[] = [];
  // Loading it again while it loads would end the first load with an error.
  const loadAgain = () => void deps.loaded.then(() => contents()?.reload());
  const opened = await openWhenFree(
    ports,
    (problem) => {
      log.info('waiting', { key: problem.key });
      if (deps.serving.wait(waitingPage(systemTexts(), systemLocale(), problem))) loadAgain();
      deps.openRequests.serve((later) => {
        early.push(later);
        if (!later.hidden) void show();
      });
    },
    folderKeychain?.look,
  );
  folderKeychain?.keep();
  const countersign = createApp(ports, opened);
  serveCalls({ ipc: ipcMain, contents, handlers: countersign.handlers, onBug: log.error });
  serveEvents(countersign.sources, contents);
  followPower(log, countersign);
  countersign.onTheme((theme) => {
    nativeTheme.themeSource = theme;
  });

  const lifecycle = createLifecycle({
    app,
    autoUpdater,
    desk: countersign.desk,
    ask: window.ask,
    isIconShown: async () => shown.hasIcon() && isIconShown(process.platform, askProgram),
    platform: process.platform,
    close: countersign.close,
    onFault: (error) => log.error('lifecycle', error),
  });
  powerMonitor.on('shutdown', () => lifecycle.shutDown());
  // Whoever ends the process in order wants no question: nobody may be there to answer it.
  for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.once(signal, () => lifecycle.shutDown());
  const act = (command: DeskCommand) => actFor(command, show, countersign.desk);
  const ask = (shortcut: MenuShortcut) => void show().then(() => countersign.desk.ask(shortcut));
  const shown = createDeskShown({
    platform: process.platform,
    pictures: ownFile('../../assets/status'),
    window: current,
    act,
    onFault: (error) => log.error('desk', error),
  });
  app.on('activate', () => void show());
  app.on('will-quit', () => {
    log.info('quit', {});
    countersign.close();
  });
  countersign.onMenus((isConnected) => {
    setMenu({ platform: process.platform, packaged: app.isPackaged, isConnected, t: countersign.texts(), act, ask });
    setTasks(process.platform, countersign.texts());
  });
  becomeProtocolClient(process.platform);
  window.follow({
    texts: countersign.texts,
    onOpened(fresh) {
      lifecycle.guard(fresh);
      tellWhenShown(fresh, countersign.windowShown);
      shown.follow(fresh);
    },
  });
  if (deps.serving.begin()) loadAgain();
  const open = (later: CommandLine) => {
    countersign.openArguments(later);
    if (!later.hidden) void deps.loaded.then(show);
  };
  early.forEach(open);
  deps.openRequests.serve(open);
  await deps.loaded;
  // At login it stays hidden.
  countersign.windowShown(current()?.isVisible() === true);
  // The window goes first: a person waits for it.
  countersign.desk.onView(shown.show);
  await writeSmokeFile({
    args: deps.args,
    version: app.getVersion(),
    page: () => contents()?.getURL() ?? null,
    keychain,
    quit: () => app.quit(),
  });
}
