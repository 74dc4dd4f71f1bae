import {
  app,
  type BrowserWindow,
  dialog,
  type MessageBoxOptions,
  nativeTheme,
  type Session,
  screen,
  type WebContents,
} from 'electron';
import type { DeskQuestion } from '../platform/desktop.ts';
import type { Log } from '../state/log.ts';
import type { Texts } from '../words/texts.ts';
import { serveContextMenu } from './context-menu.ts';
import { backgroundOf, openWindow } from './window.ts';
import { createCrashJudge } from './window-crash.ts';
import { placeBackOn, type WindowStates } from './window-state.ts';

interface MainWindowDeps {
  readonly session: Session;
  readonly preload: string;
  readonly icon: string;
  readonly states: WindowStates;
  readonly log: Log;
  readonly monotonic: () => number;
  /** The page is held back until then. */
  readonly served: Promise<void>;
}

/** The window's needs of the running app, which starts after it. */
interface Follower {
  readonly texts: Texts;
  /** Receives the window that is open, and each that is opened later. */
  readonly onOpened: (window: BrowserWindow) => void;
}

async function ask(owner: BrowserWindow | null, { title, text, buttons }: DeskQuestion): Promise<boolean> {
  const options: MessageBoxOptions = {
    type: 'question',
    message: title,
    detail: text,
    buttons: [...buttons],
    defaultId: 0,
    cancelId: 0,
    noLink: true,
  };
  const isShown = owner?.isVisible() === true && !owner.isMinimized();
  const answer = await (isShown && owner ? dialog.showMessageBox(owner, options) : dialog.showMessageBox(options));
  return answer.response === 1;
}

/** Creates the one window. It is only a view: main continues when it is hidden, closed or gone. */
export function createMainWindow(deps: MainWindowDeps) {
  const { log } = deps;
  const judgeCrash = createCrashJudge(deps.monotonic);
  let window: BrowserWindow | null = null;
  let follower: Follower | null = null;

  const current = (): BrowserWindow | null => (window && !window.isDestroyed() ? window : null);

  async function mend(gone: WebContents, reason: string): Promise<void> {
    const follows = judgeCrash(reason);
    if (follows === 'ignore' || gone.isDestroyed()) return;
    log.error('window', new Error(reason));
    if (follows === 'ask' && follower !== null) {
      const t = follower.texts();
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

  function opened(fresh: BrowserWindow): void {
    window = fresh;
    const { webContents } = fresh;
    webContents.on('render-process-gone', (_event, { reason }) => void mend(webContents, reason));
    fresh.on('unresponsive', () => log.error('window', new Error('unresponsive')));
    if (follower !== null) serve(fresh, follower);
  }

  function serve(fresh: BrowserWindow, { texts, onOpened }: Follower): void {
    serveContextMenu(fresh.webContents, texts);
    onOpened(fresh);
  }

  const open = (isHidden: boolean): Promise<void> =>
    openWindow(
      {
        session: deps.session,
        preload: deps.preload,
        dark: nativeTheme.shouldUseDarkColors,
        packaged: app.isPackaged,
        icon: deps.icon,
        states: deps.states,
        isHidden,
        served: deps.served,
      },
      opened,
    );

  nativeTheme.on('updated', () => current()?.setBackgroundColor(backgroundOf(nativeTheme.shouldUseDarkColors)));

  /** Moves an unreachable window back after a screen was removed or changed. */
  function keepInReach(): void {
    const known = current();
    if (known === null || known.isMaximized() || known.isFullScreen()) return;
    const areas = screen.getAllDisplays().map(({ workArea }) => workArea);
    const place = placeBackOn(areas, known.getNormalBounds());
    if (place !== null) known.setBounds(place);
  }
  screen.on('display-removed', keepInReach);
  screen.on('display-metrics-changed', keepInReach);

  return {
    follow(running: Follower): void {
      follower = running;
      const known = current();
      if (known !== null) serve(known, running);
    },
    current,
    contents: (): WebContents | null => current()?.webContents ?? null,
    /** Opens the window without showing it. Its page notices the network, and it can be shown at once. */
    async openHidden(isIconShown: () => Promise<boolean>): Promise<void> {
      const [isIconHere] = await Promise.all([isIconShown(), open(true)]);
      const hidden = current();
      // Without an icon nothing would lead to a hidden window.
      if (!isIconHere && hidden !== null && !hidden.isVisible()) {
        hidden.showInactive();
        hidden.minimize();
      }
    },
    async show(): Promise<void> {
      const known = current();
      if (known === null) return open(false);
      if (known.isMinimized()) known.restore();
      known.show();
      known.focus();
    },
    /** Asks a question. Returns true for the second button. */
    ask: (question: DeskQuestion): Promise<boolean> => ask(current(), question),
  };
}

export type MainWindow = ReturnType<typeof createMainWindow>;
