import './environment.ts';
import '../no-generated-code.ts';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { app, type BrowserWindow, dialog, ipcMain, nativeTheme, powerMonitor, protocol, session } from 'electron';
import { createApp } from '../app/app.ts';
import { systemClock } from '../clock.ts';
import { parseCommandLine } from '../command-line.ts';
import { createKeytarKeychain } from '../keychain/keytar-keychain.ts';
import { createLog, type Log } from '../log.ts';
import { appScheme, serveApp } from './app-protocol.ts';
import { createDesktop } from './desktop.ts';
import { denyCredentials, denyDownloads, denyNetwork, denyPermissions, useDeadProxy } from './guards.ts';
import { serveCalls, serveEvents } from './ipc-server.ts';
import { setMenu } from './menu.ts';
import { createOpenRequests, type HandedOver, type OpenRequests } from './open-requests.ts';
import { stateFolder } from './state-folder.ts';
import { guardContents, openWindow } from './window.ts';

const out = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));

/** Starts the app. Scheme and sandbox must come before Electron is ready, the lock before any file is opened. */
export function start(): void {
  protocol.registerSchemesAsPrivileged([appScheme]);
  app.enableSandbox();
  const openRequests = createOpenRequests(app);
  const own: HandedOver = { args: process.argv.slice(app.isPackaged ? 1 : 2), folder: process.cwd() };
  if (!app.requestSingleInstanceLock(own)) {
    app.quit();
    return;
  }
  const logFile = join(app.getPath('userData'), 'logs', 'countersign.log');
  const log = createLog(logFile);
  process.on('uncaughtException', (error) => log.error('uncaught', error));
  process.on('unhandledRejection', (error) => log.error('unhandled', error));
  run({ log, own, openRequests }).catch((error: unknown) => {
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

interface Start {
  readonly log: Log;
  readonly own: HandedOver;
  readonly openRequests: OpenRequests;
}

async function run({ log, own: { args, folder }, openRequests }: Start): Promise<void> {
  await app.whenReady();
  const own = session.fromPartition('countersign');
  denyPermissions(own);
  denyDownloads(own);
  denyNetwork(own);
  await useDeadProxy(own);
  denyCredentials(app);
  app.on('web-contents-created', (_event, contents) => guardContents(own, contents));
  serveApp(own.protocol, out('renderer'));

  let window: BrowserWindow | null = null;
  const contents = () => (window && !window.isDestroyed() ? window.webContents : null);
  const countersign = createApp({
    clock: systemClock,
    proxyFor: (address) => session.defaultSession.resolveProxy(address),
    keychain: createKeytarKeychain({ clock: systemClock }),
    desktop: createDesktop(() => window),
    log,
    dataFolder: app.getPath('userData'),
    stateFolder: stateFolder({
      platform: process.platform,
      env: process.env,
      home: homedir(),
      dataFolder: app.getPath('userData'),
      portable: app.commandLine.hasSwitch('user-data-dir'),
    }),
    documentsFolder: app.getPath('documents'),
    version: app.getVersion(),
    preferredLanguages: app.getPreferredSystemLanguages(),
    development: !app.isPackaged,
    commandLine: parseCommandLine(args, folder),
    readerThread: new URL('../thread/reader-thread.js', import.meta.url),
  });
  serveCalls({
    ipc: ipcMain,
    contents,
    handlers: countersign.handlers,
    onBug: (call, error) => log.error(call, error),
  });
  serveEvents(countersign.sources, contents);
  powerMonitor.on('resume', () => countersign.wake());

  const show = async () => {
    if (contents()) {
      if (window?.isMinimized()) window.restore();
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
      },
      (opened) => {
        window = opened;
      },
    );
  };
  app.on('activate', () => void show());
  app.on('window-all-closed', () => app.quit());
  app.on('will-quit', () => countersign.close());
  setMenu(process.platform, app.isPackaged);
  const shown = show();
  openRequests.serve((asked) => {
    countersign.openArguments(asked);
    void shown.then(show);
  });
  await shown;
}
