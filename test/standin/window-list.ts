import type { BrowserWindow } from './browser-window.ts';
import { preventable } from './event.ts';

/** The open windows, and which of them has the focus. */
export class WindowList {
  readonly #windows: BrowserWindow[] = [];
  readonly #onEmpty: () => void;
  readonly #onFocus: (event: 'browser-window-focus' | 'browser-window-blur', window: BrowserWindow) => void;
  #focused: BrowserWindow | null = null;
  #lastId = 0;

  constructor(
    onEmpty: () => void,
    onFocus: (event: 'browser-window-focus' | 'browser-window-blur', window: BrowserWindow) => void,
  ) {
    this.#onEmpty = onEmpty;
    this.#onFocus = onFocus;
  }

  get all(): readonly BrowserWindow[] {
    return [...this.#windows];
  }

  get focused(): BrowserWindow | null {
    return this.#focused;
  }

  /** The window a test means when it names none. */
  get current(): BrowserWindow | null {
    return this.#focused ?? this.#windows[0] ?? null;
  }

  nextId(): number {
    this.#lastId += 1;
    return this.#lastId;
  }

  add(window: BrowserWindow): void {
    this.#windows.push(window);
  }

  remove(window: BrowserWindow): void {
    this.#windows.splice(this.#windows.indexOf(window), 1);
    if (this.#focused === window) this.#focused = null;
    if (this.#windows.length === 0) this.#onEmpty();
  }

  focus(window: BrowserWindow | null): void {
    const before = this.#focused;
    if (before === window) return;
    this.#focused = window;
    if (before && !before.isDestroyed()) {
      before.emit('blur', preventable({}));
      this.#onFocus('browser-window-blur', before);
    }
    if (!window) return;
    window.emit('focus', preventable({}));
    this.#onFocus('browser-window-focus', window);
  }
}
