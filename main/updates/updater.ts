import type { Release } from './release.ts';

/** How the app ends for an update: without a question, since the installer is running already. */
export interface AppEnding {
  /** Whatever quits the app next may do so. */
  allowQuit(): void;
  quit(): void;
}

/** Fetches and installs a release, as a port. */
export interface Updater {
  /** Fetches the file of a release, and resolves when it is whole and has the signed hash. */
  download(release: Release, onProgress: (percent: number) => void): Promise<void>;
  /** Installs what was fetched, and quits the app. Rejects, with the app unchanged, when that fails. */
  install(): Promise<void>;
}
