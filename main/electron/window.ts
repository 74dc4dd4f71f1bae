import { BrowserWindow, type BrowserWindowConstructorOptions, type Session, screen, type WebContents } from 'electron';
import { appPage } from './app-protocol.ts';
import { denyDevices, denyNavigation, denyNewWindows, denyWebRtc, denyWebviews } from './guards.ts';
import { placeOn, type WindowState, type WindowStates } from './window-state.ts';

export interface WindowDeps {
  readonly session: Session;
  readonly preload: string;
  readonly dark: boolean;
  readonly packaged: boolean;
  readonly icon: string;
  readonly states: WindowStates;
  /** Whether the app was started with the computer, so that nobody asked for a window. */
  readonly isHidden: boolean;
  /** The page is held back until then (app-protocol.ts). */
  readonly served: Promise<void>;
}

/** Wayland may never report that the window can be shown. */
const SHOW_AT_LATEST_MS = 3_000;

export const backgroundOf = (dark: boolean): string => (dark ? '#17191e' : '#f7f8fa');

/** Sets every preference that matters for security, because Electron's defaults may change. */
function windowOptions(deps: WindowDeps, { bounds }: WindowState): BrowserWindowConstructorOptions {
  const areas = screen.getAllDisplays().map(({ workArea }) => workArea);
  return {
    title: 'Countersign',
    width: 1180,
    height: 780,
    ...placeOn(areas, bounds),
    minWidth: 360,
    minHeight: 420,
    show: false,
    backgroundColor: backgroundOf(deps.dark),
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
      // macOS checks by itself. Elsewhere Chromium needs dictionaries from the internet (`denyDictionaries`).
      spellcheck: process.platform === 'darwin',
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

/** Keeps place, size and zoom of the window for the next start. */
function keepState(window: BrowserWindow, states: WindowStates, isMaximized: () => boolean): void {
  window.on('close', () => {
    states.write({
      bounds: window.getNormalBounds(),
      maximized: isMaximized(),
      zoom: window.webContents.getZoomFactor(),
    });
  });
}

/** Opens the window. Calls `opened` before the page loads. */
export async function openWindow(deps: WindowDeps, opened: (window: BrowserWindow) => void): Promise<void> {
  const state = deps.states.read();
  const window = new BrowserWindow(windowOptions(deps, state));
  opened(window);
  // A window that a person minimizes is invisible on Windows and macOS, so `isVisible` cannot tell.
  let wasShown = false;
  keepState(window, deps.states, () => (wasShown ? window.isMaximized() : state.maximized));
  function beginShown(): void {
    if (wasShown) return;
    wasShown = true;
    if (state.maximized) window.maximize();
  }
  // After a start with the computer, a person shows it later.
  window.once('show', beginShown);
  const show = () => {
    if (deps.isHidden || wasShown || window.isDestroyed()) return;
    beginShown();
    window.show();
  };
  window.once('ready-to-show', show);
  const late: NodeJS.Timeout[] = [];
  // Before the page is served there is nothing to show.
  void deps.served.then(() => late.push(setTimeout(show, SHOW_AT_LATEST_MS)));
  try {
    await window.loadURL(appPage);
    // The session is in memory, so Chromium forgets the zoom.
    if (state.zoom !== 1) window.webContents.setZoomFactor(state.zoom);
    show();
  } catch (error) {
    // Ignore the error when the person closed the window before it had loaded.
    if (!window.isDestroyed()) throw error;
  } finally {
    late.forEach(clearTimeout);
  }
}
