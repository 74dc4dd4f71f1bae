import { statSync } from 'node:fs';
import { unlink, writeFile } from 'node:fs/promises';
import { basename, join, relative, sep } from 'node:path';
import { isNetworkFolder, type ReadMounts } from '../platform/network-folder.ts';
import type { Clock } from '../time/clock.ts';
import { markerFolder } from './file-names.ts';

/** The events of a system's watcher: hints where to look. Any of them may be lost, doubled or late. */
export interface FolderHearer {
  /** Reports a path below the watched folder, with `/` between folders. Null: scan everything. */
  hint(path: string | null): void;
  failed(error: unknown): void;
}

export interface FolderEvents {
  /** Resolves when the watcher hears. Rejects when the system cannot watch the folder. */
  watch(root: string, hearer: FolderHearer): Promise<{ close(): Promise<void> }>;
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
  async watch(root, hearer) {
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
      ignored: (path, stats) => path !== root && (isOwn.test(path) || !(stats?.isDirectory() ?? mayBeFolder(path))),
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

/** Our claims and moves change all the time. Only the probe, above them, has to be heard. */
const isOwn = /[\\/]\.countersign[\\/](?:claims|moving|watchers)(?:[\\/]|$)/;

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

interface WatchingDeps {
  readonly root: string;
  readonly computerId: string;
  readonly clock: Clock;
  readonly events: FolderEvents;
  readonly readMounts: ReadMounts;
  readonly worker: {
    /** Passes a hint on. Null: scan everything. */
    hint(path: string | null): void;
    setHow(how: 'events' | 'polling'): void;
  };
  readonly onFault: (error: unknown) => void;
}

/** A watcher that does not hear its own file within this time hears nothing. */
const PROBE_MS = 2_000;
/** The wait before the next try grows up to the longest one: a drive that tells nothing is asked a few times a day. */
const RETRY_MS = 5 * 60_000;
const LONGEST_RETRY_MS = 2 * 60 * 60_000;
/** A watcher that fails sooner than this would fail again if it were begun anew at once. */
const STEADY_MS = 60_000;

/**
 * Listens to the system where it tells of changes, and else lets the worker look again and again. A watcher may be deaf
 * without an error: only one that hears a file of ours is believed.
 */
export function createFolderWatching(deps: WatchingDeps) {
  const { root, computerId, clock, events, worker, onFault } = deps;
  const probe = `${markerFolder}/probe-${computerId}`;
  let current: { close(): Promise<void> } | null = null;
  let endProbe = (_isHeard: boolean) => {};
  let probing = Promise.resolve(false);
  /** Grows with each start and stop: what was begun before has nothing to say. */
  let generation = 0;
  let heardAt = Number.POSITIVE_INFINITY;
  let retryMs = RETRY_MS;
  let cancelRetry = () => {};

  async function listen(own: number): Promise<void> {
    const isCurrent = () => own === generation;
    if (!isCurrent() || (await isNetworkFolder(root, deps.readMounts)) || !isCurrent()) return;
    const watcher = await events.watch(root, {
      hint(path) {
        if (!isCurrent()) return;
        if (path === probe) endProbe(true);
        else worker.hint(path);
      },
      failed(error) {
        if (isCurrent()) fail(error);
      },
    });
    if (!isCurrent()) {
      await watcher.close();
      return;
    }
    current = watcher;
    probing = askForProbe();
    const isHeard = await probing;
    if (!isCurrent()) return;
    if (!isHeard) {
      tryLater();
      return;
    }
    heardAt = clock.monotonic();
    worker.setHow('events');
    // Files that came before the watcher heard.
    worker.hint(null);
  }

  async function askForProbe(): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    endProbe = resolve;
    const cancel = clock.after(PROBE_MS, () => resolve(false));
    const path = join(root, probe);
    try {
      await writeFile(path, '');
      return await promise;
    } catch {
      return false;
    } finally {
      cancel();
      await unlink(path).catch(() => undefined);
    }
  }

  async function stop(): Promise<void> {
    generation += 1;
    cancelRetry();
    endProbe(false);
    heardAt = Number.POSITIVE_INFINITY;
    const watcher = current;
    current = null;
    worker.setHow('polling');
    await Promise.all([watcher?.close(), probing]);
  }

  function restart(): void {
    const stopped = stop();
    const own = generation;
    stopped
      .then(() => listen(own))
      .catch((error: unknown) => {
        // The limit of watches is reached: look again and again, and try later.
        onFault(error);
        if (own === generation) tryLater();
      });
  }

  function fail(error: unknown): void {
    onFault(error);
    const wasSteady = clock.monotonic() - heardAt >= STEADY_MS;
    if (!wasSteady) return tryLater();
    retryMs = RETRY_MS;
    return restart();
  }

  function tryLater(): void {
    stop().catch(onFault);
    cancelRetry = clock.after(retryMs, restart);
    retryMs = Math.min(retryMs * 2, LONGEST_RETRY_MS);
  }

  return { restart, stop };
}

export type FolderWatching = ReturnType<typeof createFolderWatching>;
