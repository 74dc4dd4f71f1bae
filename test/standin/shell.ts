export interface Opened {
  readonly how: 'external' | 'path' | 'folder' | 'trash';
  readonly target: string;
}

/** What the app handed to the rest of the desktop; nothing is really opened. */
export class Shell {
  readonly #opened: Opened[] = [];
  readonly #tell: (opened: Opened) => void;
  #failure: string | null = null;

  constructor(tell: (opened: Opened) => void = () => {}) {
    this.#tell = tell;
  }

  get opened(): readonly Opened[] {
    return this.#opened;
  }

  /** The next thing that is opened fails so. */
  failNext(message: string): void {
    this.#failure = message;
  }

  async openExternal(url: string): Promise<void> {
    const failure = this.#take('external', url);
    if (failure !== null) throw new Error(failure);
  }

  async openPath(path: string): Promise<string> {
    return this.#take('path', path) ?? '';
  }

  showItemInFolder(path: string): void {
    this.#take('folder', path);
  }

  async trashItem(path: string): Promise<void> {
    const failure = this.#take('trash', path);
    if (failure !== null) throw new Error(failure);
  }

  beep(): void {}

  #take(how: Opened['how'], target: string): string | null {
    this.#opened.push({ how, target });
    this.#tell({ how, target });
    const failure = this.#failure;
    this.#failure = null;
    return failure;
  }
}
