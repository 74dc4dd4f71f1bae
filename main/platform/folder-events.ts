import { statSync } from 'node:fs';
import { basename, join, relative, sep } from 'node:path';

/** The events of a system's watcher: hints where to look. Any of them may be lost, doubled or late. */
export interface FolderHearer {
  /** Reports a path below the watched folder, with `/` between folders. Null: scan everything. */
  hint(path: string | null): void;
  failed(error: unknown): void;
}

export interface FolderEvents {
  /**
   * Resolves when the watcher hears. Rejects when the system cannot watch the folder. `ignored`: paths of which nobody
   * wants to hear.
   */
  watch(root: string, hearer: FolderHearer, ignored: RegExp): Promise<{ close(): Promise<void> }>;
}

/**
 * Asked by name alone. chokidar reads a whole folder again for each name that it does not know and that is gone: measured
 * with 2,000 renames among 10,000 files, 43 seconds of processor time. A folder with such a name is found by a
 * whole look; one of digits after the dot (`2026.05`) is taken for a folder.
 */
const isFileName = /[^/\\]\.(?=\w*[a-z])[^./\\\s]{1,12}$|~$/i;

/**
 * The system's watcher through chokidar. It watches folders alone: a watch for each of 10,000 files takes seconds and
 * memory, and its raw events already name the file. What it makes of them (`add`, `change`) is not used, because its wait
 * for the end of a write compares the size alone and skips files found before `ready`.
 */
export const chokidarEvents: FolderEvents = {
  async watch(root, hearer, ignored) {
    // Another program's setting must not make us poll 10,000 files ten times a second.
    delete process.env['CHOKIDAR_USEPOLLING'];
    delete process.env['CHOKIDAR_INTERVAL'];
    const { watch } = await import('chokidar');
    const watcher = watch(root, {
      ignoreInitial: true,
      followSymlinks: false,
      persistent: false,
      ignorePermissionErrors: true,
      atomic: false,
      ignored: (path, stats) => path !== root && (ignored.test(path) || !(stats?.isDirectory() ?? mayBeFolder(path))),
    });
    try {
      await hearWatcher(watcher, root, hearer);
    } catch (error) {
      await watcher.close();
      throw error;
    }
    return { close: () => watcher.close() };
  },
};

/** Tells whether a name may be a folder's. `Müller.Anna` may be one: the disk is asked about such names. */
const mayBeFolder = (path: string): boolean =>
  !isFileName.test(path) || statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

interface Watcher {
  on(event: 'raw', listener: (event: string, path: unknown, details: unknown) => void): unknown;
  on(event: 'addDir' | 'unlinkDir' | 'ready', listener: () => void): unknown;
  on(event: 'error', listener: (error: unknown) => void): unknown;
}

/** Turns what chokidar tells into hints. Resolves when it is ready, and rejects when it fails before. */
export async function hearWatcher(watcher: Watcher, root: string, hearer: FolderHearer): Promise<void> {
  const ready = Promise.withResolvers<void>();
  let isReady = false;
  watcher.on('raw', (_event, path, details) => hearer.hint(placeOf(root, path, details)));
  // A new folder may have been filled before it was watched, and nothing tells of the files of one that goes.
  watcher.on('addDir', () => hearer.hint(null));
  watcher.on('unlinkDir', () => hearer.hint(null));
  watcher.on('ready', () => {
    isReady = true;
    ready.resolve();
  });
  watcher.on('error', (error) => {
    if (isReady) hearer.failed(error);
    else ready.reject(error);
  });
  await ready.promise;
}

/** Returns the place of an event. Null: scan everything. */
function placeOf(root: string, path: unknown, details: unknown): string | null {
  const watched =
    typeof details === 'object' && details !== null && 'watchedPath' in details ? details.watchedPath : null;
  // The name may be missing when events were lost.
  if (typeof path !== 'string' || path === '' || typeof watched !== 'string') return null;
  // Linux names a folder that was deleted or moved away by its own name, as if it were inside of itself.
  if (path === basename(watched)) return null;
  const found = relative(root, join(watched, path));
  const isOutside = found === '' || found.startsWith('..');
  return isOutside ? null : sep === '/' ? found : found.replaceAll(sep, '/');
}
