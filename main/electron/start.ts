import './no-generated-code.ts';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { app, type BrowserWindow, ipcMain, nativeTheme, powerMonitor, protocol, session } from 'electron';
import { createKeytarKeychain } from '../account/keytar-keychain.ts';
import { createApp } from '../app.ts';
import { systemClock } from '../clock.ts';
import { parseCommandLine } from '../command-line.ts';
import { createLog } from '../log.ts';
import { appScheme, serveApp } from './app-protocol.ts';
import { createDesktop } from './desktop.ts';
import { denyCredentials, denyDownloads, denyNetwork, denyPermissions, leadNowhere } from './guards.ts';
import { serveCalls, serveEvents } from './ipc-server.ts';
import { setMenu } from './menu.ts';
import { guardContents, openWindow } from './window.ts';

const out = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));

/** What Electron starts. The order matters: the scheme and the sandbox before anything waits, the lock before any file. */
export function start(): void {
  protocol.registerSchemesAsPrivileged([appScheme]);
  app.enableSandbox();
  if (!app.requestSingleInstanceLock()) {
    app.quit();
    return;
  }
  void run();
}

async function run(): Promise<void> {
  const log = createLog(join(app.getPath('userData'), 'logs', 'countersign.log'));
  process.on('uncaughtException', (error) => log.error('uncaught', error));
  process.on('unhandledRejection', (error) => log.error('unhandled', error));

  await app.whenReady();
  const own = session.fromPartition('countersign');
  denyPermissions(own);
  denyDownloads(own);
  denyNetwork(own);
  await leadNowhere(own);
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
    documentsFolder: app.getPath('documents'),
    version: app.getVersion(),
    preferredLanguages: app.getPreferredSystemLanguages(),
    development: !app.isPackaged,
    commandLine: parseCommandLine(process.argv.slice(app.isPackaged ? 1 : 2), process.cwd()),
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
  app.on('second-instance', (_event, args, folder) => {
    countersign.openArguments(parseCommandLine(args.slice(app.isPackaged ? 1 : 2), folder));
    void show();
  });
  app.on('activate', () => void show());
  app.on('window-all-closed', () => app.quit());
  app.on('will-quit', () => countersign.close());
  setMenu(process.platform, app.isPackaged);
  await show();
}
