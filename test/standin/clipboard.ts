/** The computer's clipboard, as far as text goes. `onChange` carries what main writes into Chromium's own clipboard. */
export class Clipboard {
  #text = '';
  readonly #onChange: (text: string) => Promise<void>;

  constructor(onChange: (text: string) => Promise<void>) {
    this.#onChange = onChange;
  }

  get text(): string {
    return this.#text;
  }

  /** A page copied something: Chromium's clipboard has it already. */
  copied(text: string): void {
    this.#text = text;
  }

  async readText(): Promise<string> {
    return this.#text;
  }

  async writeText(text: string): Promise<void> {
    this.#text = text;
    await this.#onChange(text);
  }

  clear(): void {
    this.#text = '';
    void this.#onChange('');
  }

  async has(mimeType: string): Promise<boolean> {
    return mimeType === 'text/plain' && this.#text !== '';
  }
}
