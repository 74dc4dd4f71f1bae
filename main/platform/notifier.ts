export interface SystemNotification {
  readonly title: string;
  readonly body: string;
  /** Leads to the row when the app that showed the notification has ended. Null: to the list. */
  readonly address: string | null;
}

export interface Notifier {
  /** Shows a notification. A click brings the window to the front, then calls `onClick`. */
  show(notification: SystemNotification, onClick: () => void): void;
  /** Sets the number on the app's icon, where the system has a place for it. 0 removes it. */
  setBadge(count: number): void;
  /** Tells whether the window has the focus, so that the person sees what changes in it. */
  isWatched(): boolean;
}
