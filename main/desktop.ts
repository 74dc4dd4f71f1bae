/** What the app asks of the system around it. */
export interface Desktop {
  openInBrowser(address: string): Promise<boolean>;
  /** The file's text; null when the person cancelled, empty when it is larger than `limit` bytes. */
  pickConnectionFile(title: string, limit: number): Promise<string | null>;
  pickFolder(title: string, start: string): Promise<string | null>;
  clearClipboard(): void;
}
