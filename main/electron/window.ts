import { BrowserWindow, type BrowserWindowConstructorOptions, type Session, type WebContents } from 'electron';
import { appPage } from './app-protocol.ts';
import { denyDevices, denyNavigation, denyNewWindows, denyWebRtc, denyWebviews } from './guards.ts';

export interface WindowDeps {
  readonly session: Session;
  readonly preload: string;
  readonly dark: boolean;
  readonly packaged: boolean;
  readonly icon: string;
}

/** Sets every preference that matters for security, because Electron's defaults may change. */
function windowOptions(deps: WindowDeps): BrowserWindowConstructorOptions {
  return {
    title: 'Countersign',
    width: 1180,
    height: 780,
    minWidth: 360,
    minHeight: 420,
    show: false,
    backgroundColor: deps.dark ? '#17191e' : '#f7f8fa',
    autoHideMenuBar: true,
    icon: deps.icon,
    webPreferences: {
      session: deps.session,
      preload: deps.preload,
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      experimentalFeatures: false,
      webviewTag: false,
      navigateOnDragDrop: false,
      spellcheck: false,
      devTools: !deps.packaged,
    },
  };
}

/** Applies the guards to the contents of any window, also of one that we did not open. */
export function guardContents(session: Session, contents: WebContents): void {
  denyNavigation(contents);
  denyNewWindows(contents);
  denyWebviews(contents);
  denyDevices(session, contents);
  denyWebRtc(contents);
}

/** Opens the window. Calls `opened` before the page loads, because the page makes its first call while it loads. */
export async function openWindow(deps: WindowDeps, opened: (window: BrowserWindow) => void): Promise<void> {
  const window = new BrowserWindow(windowOptions(deps));
  opened(window);
  window.once('ready-to-show', () => window.show());
  await window.loadURL(appPage).catch((error: unknown) => {
    // Ignore the error when the person closed the window before it had loaded.
    if (!window.isDestroyed()) throw error;
  });
}
