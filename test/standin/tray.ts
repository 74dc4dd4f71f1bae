import { EventEmitter } from 'node:events';
import { existsSync } from 'node:fs';
import type Electron from 'electron';
import { preventable } from './event.ts';
import type { Menu } from './menu.ts';
import { imageSource, type NativeImage } from './native-image.ts';

export interface TrayView {
  readonly image: string;
  readonly toolTip: string;
  readonly title: string;
}

/** Electron throws for a picture that is not there. */
function found(image: NativeImage | string): string {
  const source = imageSource(image);
  if (typeof image === 'string' && !existsSync(image)) throw new Error(`Failed to load image from path '${source}'`);
  return source;
}

export class Tray extends EventEmitter {
  #image: string;
  #toolTip = '';
  #title = '';
  #destroyed = false;
  menu: Menu | null = null;

  constructor(image: NativeImage | string) {
    super();
    this.#image = found(image);
  }

  /** Electron throws for everything but `isDestroyed` after `destroy`. */
  #live(): void {
    if (this.#destroyed) throw new TypeError('Object has been destroyed');
  }

  setImage(image: NativeImage | string): void {
    this.#live();
    this.#image = found(image);
  }

  setPressedImage(): void {}

  setToolTip(toolTip: string): void {
    this.#live();
    this.#toolTip = toolTip;
  }

  setTitle(title: string): void {
    this.#live();
    this.#title = title;
  }

  getTitle(): string {
    return this.#title;
  }

  setContextMenu(menu: Menu | null): void {
    this.#live();
    this.menu = menu;
  }

  popUpContextMenu(): void {}

  closeContextMenu(): void {}

  setIgnoreDoubleClickEvents(): void {}

  getBounds(): Electron.Rectangle {
    return { x: 0, y: 0, width: 22, height: 22 };
  }

  isDestroyed(): boolean {
    return this.#destroyed;
  }

  destroy(): void {
    this.#live();
    this.#destroyed = true;
  }

  view(): TrayView {
    return { image: this.#image, toolTip: this.#toolTip, title: this.#title };
  }

  /** As a person's click. */
  press(): void {
    this.emit(
      'click',
      preventable({ altKey: false, ctrlKey: false, shiftKey: false, metaKey: false }),
      this.getBounds(),
      {
        x: 0,
        y: 0,
      },
    );
  }
}

export class Trays {
  readonly #all: Tray[] = [];
  readonly #isReady: () => boolean;

  constructor(isReady: () => boolean) {
    this.#isReady = isReady;
  }

  current(): Tray | null {
    return this.#all.find((tray) => !tray.isDestroyed()) ?? null;
  }

  bind() {
    const all = this.#all;
    const isReady = this.#isReady;
    return class BoundTray extends Tray {
      constructor(image: NativeImage | string) {
        if (!isReady()) throw new Error('Cannot create Tray before app is ready');
        super(image);
        all.push(this);
      }
    };
  }
}
