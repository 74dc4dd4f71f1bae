import type Electron from 'electron';
import { type KeyPress, presses } from './accelerator.ts';
import { App } from './app.ts';
import { BrowserWindow, type BrowserWindowDeps } from './browser-window.ts';
import { type Chromium, launchChromium } from './chromium.ts';
import { Clipboard } from './clipboard.ts';
import { Dialogs } from './dialogs.ts';
import { watchDownloads } from './downloads.ts';
import type { Environment } from './environment.ts';
import { imitate } from './imitate.ts';
import { IpcMain } from './ipc.ts';
import { Log } from './log.ts';
import { bindMenu, type MenuPorts, type Menus } from './menu.ts';
import { performRole } from './menu-actions.ts';
import { NativeTheme } from './native-theme.ts';
import { Notifications } from './notification.ts';
import { settlePermissions } from './permissions.ts';
import { PowerMonitor } from './power-monitor.ts';
import { PowerSaveBlocker } from './power-save-blocker.ts';
import { RequestGate } from './request-gate.ts';
import { Schemes } from './schemes.ts';
import { Screen } from './screen.ts';
import { Sessions } from './session.ts';
import { Shell } from './shell.ts';
import { Trays } from './tray.ts';
import type { WebContents } from './web-contents.ts';
import { WindowList } from './window-list.ts';

export type Standin = ReturnType<typeof createStandin>;

/** The composition root: every part of the double, joined. Nothing happens before `start`. */
export function createStandin(environment: Environment) {
  const state: { chromium: Chromium | null } = { chromium: null };
  const running = (): Chromium => {
    if (!state.chromium) throw new Error('Cannot create BrowserWindow before app is ready');
    return state.chromium;
  };

  const log = new Log();
  const schemes = new Schemes();
  const ipc = new IpcMain();
  const dialogs = new Dialogs(log, () => app.isReady());
  const menus: Menus = { application: null, popup: null };
  const trays = new Trays(() => app.isReady());
  const notifications = new Notifications();
  const power = new PowerMonitor();
  const powerSave = new PowerSaveBlocker();
  // Whoever started this reads it there: a person without a browser of the system still needs the address.
  const shell = new Shell(
    (opened) => void process.stdout.write(`${JSON.stringify({ standin: 'opened', ...opened })}\n`),
  );
  const theme = new NativeTheme(environment.dark);

  const windows: WindowList = new WindowList(
    () => app.windowsGone(),
    (event, window) => app.emit(event, {}, window),
  );
  const app: App = new App(environment, {
    closeWindows() {
      for (const window of windows.all) window.close();
      return windows.all.length === 0;
    },
    destroyWindows() {
      for (const window of windows.all) window.destroy();
    },
    end(code) {
      void (state.chromium?.close() ?? Promise.resolve()).finally(() => process.exit(code));
    },
  });
  const clipboard = new Clipboard(async (text) => {
    await (await windows.current?.webContents.page)?.copy(text);
  });
  const sessions = new Sessions(schemes, log, (made) => app.emit('session-created', made));

  async function showLook(): Promise<void> {
    const pages = await Promise.all(windows.all.map(({ webContents }) => webContents.page));
    await Promise.all(pages.map(({ cdp }) => cdp.tell('Emulation.setEmulatedMedia', theme.media())));
  }
  theme.on('updated', () => void showLook());

  const menuPorts: MenuPorts = {
    focusedWindow: () => windows.focused,
    perform: (role) => performRole(role, { app, window: windows.current }),
  };
  const pressed = (key: KeyPress) => {
    const item = menus.application
      ?.all()
      .find(
        ({ accelerator, registerAccelerator, enabled }) =>
          enabled && registerAccelerator && accelerator !== null && presses(accelerator, key),
      );
    item?.press(menuPorts, true);
  };

  const contentsOf = (frameId: string): WebContents | undefined =>
    windows.all.map(({ webContents }) => webContents).find((contents) => contents.isMainFrame(frameId));

  const windowDeps: BrowserWindowDeps = {
    chromium: running,
    schemes,
    log,
    ipc,
    sessions,
    windows,
    gate: new RequestGate({ schemes, log, network: environment.network }),
    media: () => theme.media(),
    saysReady: !environment.fails.has('ready-to-show'),
    settlePermissions: (contents, url) => settlePermissions(running(), schemes, contents, url),
    copied: (text) => clipboard.copied(text),
    pressed,
    announce(window) {
      app.emit('browser-window-created', {}, window);
      app.emit('web-contents-created', {}, window.webContents);
    },
  };

  class BoundBrowserWindow extends BrowserWindow {
    static getAllWindows(): readonly BrowserWindow[] {
      return windows.all;
    }

    static getFocusedWindow(): BrowserWindow | null {
      return windows.focused;
    }

    static fromWebContents(contents: WebContents): BrowserWindow {
      return contents.window;
    }

    static fromId(id: number): BrowserWindow | null {
      return windows.all.find((window) => window.id === id) ?? null;
    }

    constructor(options?: Electron.BrowserWindowConstructorOptions) {
      super(windowDeps, options);
    }
  }

  return {
    environment,
    log,
    schemes,
    app,
    ipc,
    dialogs,
    menus,
    menuPorts,
    trays,
    notifications,
    power,
    powerSave,
    screen: new Screen(),
    shell,
    theme,
    showLook,
    windows,
    clipboard,
    sessions,
    BrowserWindow: BoundBrowserWindow,
    Menu: bindMenu(menus),
    Tray: trays.bind(),
    Notification: notifications.bind(),

    /** Brings Chromium up and tells the app that it is ready. Null when the app has ended itself before. */
    async start(): Promise<Chromium | null> {
      await new Promise((resolve) => setImmediate(resolve));
      if (app.ended) return null;
      const chromium = await launchChromium(environment);
      state.chromium = chromium;
      imitate({ chrome: chromium.version });
      void chromium.ended.then(() => (app.ended ? undefined : app.exit(1)));
      await chromium.cdp.browser.send('Target.setDiscoverTargets', { discover: true });
      chromium.cdp.browser.on('Target.targetDestroyed', ({ targetId }) => contentsOf(targetId)?.window.destroy());
      await watchDownloads({ chromium, schemes, log, contentsOf });
      schemes.seal();
      app.becomeReady();
      return chromium;
    },
  };
}
