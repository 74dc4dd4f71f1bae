/** The content of a file that a person chose. */
export type PickedFile =
  | { readonly kind: 'read'; readonly content: Uint8Array }
  | { readonly kind: 'cancelled' | 'unreadable' };

/** A question of the app itself, outside of the window. */
export interface DeskQuestion {
  readonly title: string;
  readonly text: string;
  /** The first button is the safe one, and Escape presses it. */
  readonly buttons: readonly [safe: string, other: string];
}

/** The system around the app, as a port: browser, dialogs, clipboard. */
export interface Desktop {
  /** Asks in a dialog of the system, which no page can answer. True: the person chose the second button. */
  ask(question: DeskQuestion): Promise<boolean>;
  openInBrowser(address: string): Promise<boolean>;
  /** Opens the mail program with a mail that a person can still change. False: there is none. */
  openMail(address: string): Promise<boolean>;
  /** Asks for a small file. One larger than `limit` bytes is unreadable. */
  pickSmallFile(
    title: string,
    filter: { readonly name: string; readonly extensions: readonly string[] },
    limit: number,
  ): Promise<PickedFile>;
  /** Asks for documents to send, and returns their paths. Empty when the person cancelled. */
  pickDocuments(title: string): Promise<readonly string[]>;
  pickFolder(title: string, start: string): Promise<string | null>;
  pickAuthorityFile(title: string): Promise<string | null>;
  /** Asks for the path to save to. Null when the person cancelled. */
  pickSavePath(title: string, name: string): Promise<string | null>;
  /** Opens a file with the program the system has for it. False: it cannot. */
  openFile(path: string): Promise<boolean>;
  /** Lets the person drag a file out of the window, while the button of the mouse is down. False: there is no window. */
  dragFile(path: string): boolean;
  /** Prints the page of the window as a PDF, with its style for paper. Throws without a window. */
  printPage(): Promise<Uint8Array>;
  /** Asks for a printer and prints the page of the window. Throws without a window. */
  printOnPaper(): Promise<
    { readonly kind: 'printed' | 'cancelled' } | { readonly kind: 'failed'; readonly reason: string }
  >;
  showInFolder(path: string): void;
  copyText(text: string): Promise<void>;
  /** Clears the clipboard if `isOurs` is true for its text. True when the clipboard then has no text. */
  clearClipboard(isOurs: (text: string) => boolean): Promise<boolean>;
}
