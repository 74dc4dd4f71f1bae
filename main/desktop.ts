/** A file that a person chose, read whole. */
export type PickedFile =
  | { readonly kind: 'read'; readonly content: Uint8Array }
  | { readonly kind: 'cancelled' | 'unreadable' };

/** What the app asks of the system around it. */
export interface Desktop {
  openInBrowser(address: string): Promise<boolean>;
  /** The file's content; null when the person cancelled, empty when it is larger than `limit` bytes. */
  pickConnectionFile(title: string, limit: number): Promise<Uint8Array | null>;
  /** One that is larger than `limit` bytes is not read. */
  pickSmallFile(
    title: string,
    filter: { readonly name: string; readonly extensions: readonly string[] },
    limit: number,
  ): Promise<PickedFile>;
  /** Documents to send; none when the person cancelled. */
  pickDocuments(title: string): Promise<readonly string[]>;
  pickFolder(title: string, start: string): Promise<string | null>;
  pickAuthorityFile(title: string): Promise<string | null>;
  /** Where to save, or null when the person cancelled. */
  pickSavePath(title: string, name: string): Promise<string | null>;
  /** Opens a file with the program the system has for it. False: it cannot. */
  openFile(path: string): Promise<boolean>;
  /** Shows a file in its folder. */
  showInFolder(path: string): void;
  copyText(text: string): Promise<void>;
  /** Empties the clipboard if `isOurs` says so of its text. True when no text is left in it. */
  clearClipboard(isOurs: (text: string) => boolean): Promise<boolean>;
}
