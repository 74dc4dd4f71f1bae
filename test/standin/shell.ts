export interface Opened {
  readonly how: 'external' | 'path' | 'folder' | 'trash';
  readonly target: string;
}

/** What the app handed to the rest of the desktop; nothing is really opened. */
export class Shell {
  readonly #opened: Opened[] = [];
  readonly #tell: (opened: Opened) => void;

  constructor(tell: (opened: Opened) => void = () => {}) {
    this.#tell = tell;
  }

  get opened(): readonly Opened[] {
    return this.#opened;
  }

  async openExternal(url: string): Promise<void> {
    this.#open('external', url);
  }

  async openPath(path: string): Promise<string> {
    this.#open('path', path);
    return '';
  }

  showItemInFolder(path: string): void {
    this.#open('folder', path);
  }

  async trashItem(path: string): Promise<void> {
    this.#open('trash', path);
  }

  #open(how: Opened['how'], target: string): void {
    this.#opened.push({ how, target });
    this.#tell({ how, target });
  }
}
