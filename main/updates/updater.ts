import type { Release } from './release.ts';

/** Fetches and installs a release, as a port. */
export interface Updater {
  /** Fetches the file of a release, and resolves when it is whole and has the signed hash. */
  download(release: Release, onProgress: (percent: number) => void): Promise<void>;
  /**
   * Installs the fetched update, and the app ends. Asks `isBusy` in the last moment, after all that takes long: if so, the
   * app stays unchanged. Rejects, with the app unchanged, when it fails or takes too long.
   */
  install(tooLong: AbortSignal, isBusy: () => boolean): Promise<'ending' | 'busy'>;
}
