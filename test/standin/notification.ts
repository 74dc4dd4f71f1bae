import { EventEmitter } from 'node:events';
import type Electron from 'electron';
import { preventable } from './event.ts';

export interface ShownNotification {
  readonly title: string;
  readonly body: string;
  readonly open: boolean;
}

export class Notification extends EventEmitter {
  title: string;
  body: string;
  silent: boolean;
  readonly actions: Electron.NotificationAction[];
  #open = false;

  constructor(options: Electron.NotificationConstructorOptions = {}) {
    super();
    this.title = options.title ?? '';
    this.body = options.body ?? '';
    this.silent = options.silent ?? false;
    this.actions = options.actions ?? [];
  }

  show(): void {
    this.#open = true;
    this.emit('show', preventable({}));
  }

  close(): void {
    if (!this.#open) return;
    this.#open = false;
    this.emit('close', preventable({}));
  }

  /** As a person's click. */
  press(): void {
    if (!this.#open) throw new Error(`The notification '${this.title}' is not shown`);
    this.#open = false;
    this.emit('click', preventable({}));
  }

  view(): ShownNotification {
    return { title: this.title, body: this.body, open: this.#open };
  }
}

export class Notifications {
  readonly #shown: Notification[] = [];

  views(): readonly ShownNotification[] {
    return this.#shown.map((one) => one.view());
  }

  /** The newest one that is still there. */
  byTitle(title: string): Notification {
    const found = this.#shown.findLast((one) => one.title === title && one.view().open);
    if (!found) throw new Error(`No notification '${title}' among ${JSON.stringify(this.views())}`);
    return found;
  }

  bind() {
    const shown = this.#shown;
    return class BoundNotification extends Notification {
      static isSupported(): boolean {
        return true;
      }

      override show(): void {
        if (!shown.includes(this)) shown.push(this);
        super.show();
      }
    };
  }
}
