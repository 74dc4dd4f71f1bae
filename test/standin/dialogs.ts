import type Electron from 'electron';
import type { Log } from './log.ts';

export type DialogKind = 'open' | 'save' | 'message';

export interface ShownDialog {
  readonly kind: DialogKind | 'error';
  readonly options: object;
}

type WithOwner<O> = [owner: object, options: O] | [options: O];

const optionsOf = <O>(args: WithOwner<O>): O => (args.length === 2 ? args[1] : args[0]);

/** Dialogs are answered from a queue that the test fills beforehand. One without an answer fails at once. */
export class Dialogs {
  readonly #log: Log;
  readonly #isReady: () => boolean;
  readonly #answers: { open: string[][]; save: (string | null)[]; message: number[] } = {
    open: [],
    save: [],
    message: [],
  };
  readonly #shown: ShownDialog[] = [];

  constructor(log: Log, isReady: () => boolean) {
    this.#log = log;
    this.#isReady = isReady;
  }

  get shown(): readonly ShownDialog[] {
    return this.#shown;
  }

  /** The chosen files or folders; none means cancelled. */
  answerOpen(paths: readonly string[]): void {
    this.#answers.open.push([...paths]);
  }

  answerSave(path: string | null): void {
    this.#answers.save.push(path);
  }

  /** The index of the pressed button. */
  answerMessage(button: number): void {
    this.#answers.message.push(button);
  }

  async showOpenDialog(...args: WithOwner<Electron.OpenDialogOptions>): Promise<Electron.OpenDialogReturnValue> {
    const filePaths = this.#next('open', optionsOf(args), this.#answers.open.shift());
    return { canceled: filePaths.length === 0, filePaths };
  }

  async showSaveDialog(...args: WithOwner<Electron.SaveDialogOptions>): Promise<Electron.SaveDialogReturnValue> {
    const filePath = this.#next('save', optionsOf(args), this.#answers.save.shift());
    return { canceled: filePath === null, filePath: filePath ?? '' };
  }

  async showMessageBox(...args: WithOwner<Electron.MessageBoxOptions>): Promise<Electron.MessageBoxReturnValue> {
    return { response: this.#next('message', optionsOf(args), this.#answers.message.shift()), checkboxChecked: false };
  }

  showErrorBox(title: string, content: string): void {
    // Linux shows no dialog before Electron is ready.
    if (process.platform === 'linux' && !this.#isReady()) {
      process.stderr.write(`${title}\n${content}\n`);
      return;
    }
    this.#shown.push({ kind: 'error', options: { title, content } });
    this.#log.problem('dialog', `error box: ${title}: ${content}`);
  }

  #next<T>(kind: DialogKind, options: object, answer: T | undefined): T {
    this.#shown.push({ kind, options });
    if (answer !== undefined) return answer;
    const text = `${kind} dialog without an answer: ${JSON.stringify(options)}`;
    this.#log.problem('dialog', text);
    throw new Error(text);
  }
}
