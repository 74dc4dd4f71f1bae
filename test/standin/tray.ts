import { EventEmitter } from 'node:events';
import type Electron from 'electron';
import { preventable } from './event.ts';
import type { Menu } from './menu.ts';
import { imageSource, type NativeImage } from './native-image.ts';

export interface TrayView {
  readonly image: string;
  readonly toolTip: string;
  readonly title: string;
}

export class Tray extends EventEmitter {
  #image: string;
  #toolTip = '';
  #title = '';
  #destroyed = false;
  menu: Menu | null = null;

  constructor(image: NativeImage | string) {
    super();
    this.#image = imageSource(image);
  }

  setImage(image: NativeImage | string): void {
    this.#image = imageSource(image);
  }

  setPressedImage(): void {}

  setToolTip(toolTip: string): void {
    this.#toolTip = toolTip;
  }

  setTitle(title: string): void {
    this.#title = title;
  }

  getTitle(): string {
    return this.#title;
  }

  setContextMenu(menu: Menu | null): void {
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

  current(): Tray | null {
    return this.#all.find((tray) => !tray.isDestroyed()) ?? null;
  }

  bind() {
    const all = this.#all;
    return class BoundTray extends Tray {
      constructor(image: NativeImage | string) {
        super(image);
        all.push(this);
      }
    };
  }
}
