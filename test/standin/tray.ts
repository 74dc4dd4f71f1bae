import { EventEmitter } from 'node:events';
import { existsSync } from 'node:fs';
import { preventable } from './event.ts';
import type { Menu } from './menu.ts';
import { imageSource, type NativeImage } from './native-image.ts';

export interface TrayView {
  readonly image: string;
  readonly toolTip: string;
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

  setToolTip(toolTip: string): void {
    this.#live();
    this.#toolTip = toolTip;
  }

  setContextMenu(menu: Menu | null): void {
    this.#live();
    this.menu = menu;
  }

  isDestroyed(): boolean {
    return this.#destroyed;
  }

  destroy(): void {
    this.#live();
    this.#destroyed = true;
  }

  view(): TrayView {
    return { image: this.#image, toolTip: this.#toolTip };
  }

  /** As a person's click. */
  press(): void {
    this.emit('click', preventable({ altKey: false, ctrlKey: false, shiftKey: false, metaKey: false }));
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
