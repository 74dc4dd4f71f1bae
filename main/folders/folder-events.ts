/** What a watcher of the system tells: hints where to look. Any of them may be lost, doubled or late. */
export interface FolderHearer {
  /** The path below the watched folder, with `/` between folders. Null: look everywhere. */
  hint(path: string | null): void;
  failed(error: unknown): void;
}

export interface FolderEvents {
  /** Resolves when the watcher hears. Rejects when the system cannot watch the folder. */
  watch(root: string, hearer: FolderHearer): Promise<{ close(): Promise<void> }>;
}
