import { app, type BrowserWindow, Notification } from 'electron';
import type { Notifier } from '../notifier.ts';

export interface NotifierDeps {
  readonly window: () => BrowserWindow | null;
  readonly bringUp: () => void;
  readonly onFault: (error: unknown) => void;
}

/** People click the newest. Windows keeps old ones for days. */
const KEPT = 50;

/** Implements the port for notifications with Electron. */
export function createNotifier({ window, bringUp, onFault }: NotifierDeps): Notifier {
  // A notification without a reference is collected, and then its click does nothing.
  const shown = new Set<Notification>();

  return {
    show({ title, body }, onClick) {
      try {
        if (!Notification.isSupported()) return;
        const notification = new Notification({ title, body });
        notification.on('click', () => {
          shown.delete(notification);
          bringUp();
          onClick();
        });
        notification.on('failed', (_event, error) => {
          shown.delete(notification);
          onFault(new Error(error));
        });
        shown.add(notification);
        for (const old of [...shown].slice(0, -KEPT)) shown.delete(old);
        notification.show();
      } catch (error) {
        onFault(error);
      }
    },
    setBadge: (count) => void app.setBadgeCount(count),
    isWatched() {
      const shownWindow = window();
      return shownWindow !== null && !shownWindow.isDestroyed() && shownWindow.isFocused();
    },
  };
}
