import { EventEmitter } from 'node:events';
import type Electron from 'electron';
import type { Protocol } from './cdp.ts';

export interface SystemLook {
  readonly dark: boolean;
  readonly highContrast: boolean;
  readonly forcedColors: boolean;
  readonly reducedMotion: boolean;
}

/** What the system looks like and what the app wants; every page is told the outcome as media features. */
export class NativeTheme extends EventEmitter {
  #system: SystemLook;
  #source: Electron.NativeTheme['themeSource'] = 'system';

  constructor(dark: boolean) {
    super();
    this.#system = { dark, highContrast: false, forcedColors: false, reducedMotion: false };
  }

  get themeSource(): Electron.NativeTheme['themeSource'] {
    return this.#source;
  }

  set themeSource(source: Electron.NativeTheme['themeSource']) {
    this.#source = source;
    this.emit('updated', {});
  }

  get shouldUseDarkColors(): boolean {
    return this.#source === 'system' ? this.#system.dark : this.#source === 'dark';
  }

  /** What is left out stays as it is. */
  change(look: { readonly [K in keyof SystemLook]?: boolean | undefined }): void {
    const { dark, highContrast, forcedColors, reducedMotion } = this.#system;
    this.#system = {
      dark: look.dark ?? dark,
      highContrast: look.highContrast ?? highContrast,
      forcedColors: look.forcedColors ?? forcedColors,
      reducedMotion: look.reducedMotion ?? reducedMotion,
    };
    this.emit('updated', {});
  }

  media(): Protocol.Emulation.setEmulatedMediaParameters {
    const { highContrast, forcedColors, reducedMotion } = this.#system;
    return {
      features: [
        { name: 'prefers-color-scheme', value: this.shouldUseDarkColors ? 'dark' : 'light' },
        { name: 'prefers-contrast', value: highContrast || forcedColors ? 'more' : 'no-preference' },
        { name: 'forced-colors', value: forcedColors ? 'active' : 'none' },
        { name: 'prefers-reduced-motion', value: reducedMotion ? 'reduce' : 'no-preference' },
      ],
    };
  }
}
