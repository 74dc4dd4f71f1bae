import { unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FolderEvents } from '../platform/folder-events.ts';
import { isNetworkFolder, type ReadMounts } from '../platform/network-folder.ts';
import type { Clock } from '../time/clock.ts';
import { markerFolder } from './file-names.ts';

/** Our claims and moves change all the time. Only the probe, above them, has to be heard. */
const isOwn = /[\\/]\.countersign[\\/](?:claims|moving|watchers)(?:[\\/]|$)/;

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
    const hearer = {
      hint(path: string | null) {
        if (!isCurrent()) return;
        if (path === probe) endProbe(true);
        else worker.hint(path);
      },
      failed(error: unknown) {
        if (isCurrent()) fail(error);
      },
    };
    const watcher = await events.watch(root, hearer, isOwn);
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
