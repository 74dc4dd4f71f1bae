import { type PutAway, putAwayTo } from '../desk/closing.ts';
import type { Desk } from '../desk/desk.ts';
import type { DeskQuestion } from '../platform/desktop.ts';

interface Preventable {
  preventDefault(): void;
}

/** The part of Electron's app that begins and ends it. */
interface EndingApp {
  on(event: 'before-quit', listener: (event: Preventable) => void): unknown;
  quit(): void;
}

/** Squirrel closes the windows for an update of macOS, and only then says that the app quits. */
interface NativeUpdater {
  on(event: 'before-quit-for-update', listener: () => void): unknown;
}

/** The part of a window that a person closes. */
interface ClosableWindow {
  on(event: 'close', listener: (event: Preventable) => void): unknown;
  on(event: 'session-end', listener: () => void): unknown;
  once(event: 'leave-full-screen', listener: () => void): unknown;
  isDestroyed(): boolean;
  isFullScreen(): boolean;
  setFullScreen(flag: boolean): void;
  hide(): void;
  minimize(): void;
}

export interface LifecycleDeps {
  readonly app: EndingApp;
  readonly autoUpdater: NativeUpdater;
  readonly desk: Pick<Desk, 'whyStay' | 'mayQuitNow' | 'explainClosing'>;
  /** Asks a question. Returns true for the second button. */
  readonly ask: (question: DeskQuestion) => Promise<boolean>;
  readonly isIconShown: () => Promise<boolean>;
  readonly platform: NodeJS.Platform;
  /** Ends everything at once. */
  readonly close: () => void;
  readonly onFault: (error: unknown) => void;
}

/** Decides the next step when a person closes the window or quits, and when the system ends the session. */
export function createLifecycle(deps: LifecycleDeps) {
  const { app, desk } = deps;
  /** A person or the system has decided: no more questions. */
  let isSure = false;
  let isQuitting = false;
  let isAsking = false;
  let isPutting = false;

  function quitForSure(): void {
    isSure = true;
    app.quit();
  }

  /** Lets the app end without a question. */
  function allowQuit(): void {
    isSure = true;
    isQuitting = true;
  }

  deps.autoUpdater.on('before-quit-for-update', allowQuit);

  async function settle(): Promise<void> {
    if (isAsking) return;
    isAsking = true;
    try {
      const question = await desk.whyStay();
      if (question === null || (await deps.ask(question))) quitForSure();
    } catch (error) {
      // A dialog that fails must not keep the app from ending.
      deps.onFault(error);
      quitForSure();
    } finally {
      isAsking = false;
    }
  }

  app.on('before-quit', (event) => {
    if (isSure || desk.mayQuitNow()) {
      isQuitting = true;
      return;
    }
    event.preventDefault();
    void settle();
  });

  function put(window: ClosableWindow, how: PutAway): void {
    if (window.isDestroyed()) return;
    if (how === 'minimize') window.minimize();
    else if (window.isFullScreen()) {
      // macOS leaves a black screen behind a window that is hidden while it fills the screen.
      window.once('leave-full-screen', () => window.hide());
      window.setFullScreen(false);
    } else window.hide();
  }

  async function putAway(window: ClosableWindow): Promise<void> {
    if (isPutting) return;
    isPutting = true;
    const how = putAwayTo(await deps.isIconShown().catch(() => false));
    try {
      const question = desk.explainClosing(how, deps.platform);
      if (question !== null && (await deps.ask(question))) {
        app.quit();
        return;
      }
    } catch (error) {
      deps.onFault(error);
    } finally {
      isPutting = false;
    }
    put(window, how);
  }

  /**
   * Ends the app at once, because the session ends and the computer waits for nobody. No work may need another turn.
   */
  function endNow(): void {
    allowQuit();
    deps.close();
  }

  return {
    quitForSure,
    /** Hides the window when a person closes it, unless the app quits. */
    guard(window: ClosableWindow): void {
      window.on('close', (event) => {
        if (isQuitting) return;
        event.preventDefault();
        void putAway(window);
      });
      // Windows ends the process right after the listeners of this event. No other event comes.
      window.on('session-end', endNow);
    },
    /** Ends the app because the computer shuts down, or because somebody ends the process in order. */
    shutDown(): void {
      endNow();
      app.quit();
    },
  };
}
