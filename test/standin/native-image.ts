import { existsSync, readFileSync } from 'node:fs';

/** Bytes with a name: enough to say which picture a tray or window was given. */
export class NativeImage {
  readonly #bytes: Buffer;
  readonly source: string;

  constructor(bytes: Buffer, source: string) {
    this.#bytes = bytes;
    this.source = source;
  }

  isEmpty(): boolean {
    return this.#bytes.length === 0;
  }

  toDataURL(): string {
    return `data:image/png;base64,${this.#bytes.toString('base64')}`;
  }

  resize(): NativeImage {
    return this;
  }
}

export const nativeImage = {
  createEmpty: () => new NativeImage(Buffer.alloc(0), ''),
  createFromPath: (path: string) => new NativeImage(existsSync(path) ? readFileSync(path) : Buffer.alloc(0), path),
};

export const imageSource = (image: NativeImage | string): string => (typeof image === 'string' ? image : image.source);
