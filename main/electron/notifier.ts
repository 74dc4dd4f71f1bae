import { app, type BrowserWindow, Notification, type NotificationConstructorOptions } from 'electron';
import type { Notifier } from '../platform/notifier.ts';
import { toastXml } from './toast.ts';

export interface NotifierDeps {
  readonly window: () => BrowserWindow | null;
  readonly bringUp: () => void;
  readonly platform: NodeJS.Platform;
  /** Windows knows our addresses when the app is installed. */
  readonly packaged: boolean;
  readonly onFault: (error: unknown) => void;
}

/** People click the newest. Windows keeps old ones for days. */
const KEPT = 50;

/** Implements the port for notifications with Electron. */
export function createNotifier({ window, bringUp, platform, packaged, onFault }: NotifierDeps): Notifier {
  // A notification without a reference is collected, and then its click does nothing.
  const shown = new Set<Notification>();

  // A click on a notification of an earlier run reaches no notification of this one.
  if (platform === 'win32' && packaged) Notification.handleActivation(bringUp);

  function put(options: NotificationConstructorOptions, onClick: () => void, onFailed: (error: string) => void): void {
    const notification = new Notification(options);
    notification.on('click', () => {
      shown.delete(notification);
      bringUp();
      onClick();
    });
    notification.on('failed', (_event, error) => {
      shown.delete(notification);
      onFailed(error);
    });
    shown.add(notification);
    for (const old of [...shown].slice(0, -KEPT)) shown.delete(old);
    notification.show();
  }

  return {
    show({ title, body, address }, onClick) {
      const fail = (error: unknown) => onFault(error instanceof Error ? error : new Error(String(error)));
      try {
        if (!Notification.isSupported()) return;
        const plain = { title, body };
        if (platform !== 'win32' || !packaged || address === null) put(plain, onClick, fail);
        else
          put({ ...plain, toastXml: toastXml(plain, address) }, onClick, (error) => {
            fail(error);
            // Better one that leads to the list than none.
            put(plain, onClick, fail);
          });
      } catch (error) {
        fail(error);
      }
    },
    setBadge(count) {
      // Windows has one place on the taskbar button, which desk-shown.ts uses.
      if (platform !== 'win32') app.setBadgeCount(count);
    },
    isWatched() {
      const shownWindow = window();
      return shownWindow !== null && !shownWindow.isDestroyed() && shownWindow.isFocused();
    },
  };
}
