import { statfs, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../clock.ts';
import type { FolderEvents } from './folder-events.ts';
import type { FolderWorker } from './folder-worker.ts';
import { markerFolder } from './ignored-names.ts';

export interface WatchingDeps {
  readonly root: string;
  readonly computerId: string;
  readonly clock: Clock;
  readonly events: FolderEvents;
  readonly worker: Pick<FolderWorker, 'hint' | 'lookNow' | 'setHow'>;
  readonly onFault: (error: unknown) => void;
}

/** A watcher that does not hear its own file within this time hears nothing. */
const PROBE_MS = 2_000;
const RETRY_MS = 5 * 60_000;

/** File systems whose changes come from elsewhere, by the numbers of statfs: NFS, SMB, CIFS, FUSE, 9p, Ceph, AFS. */
const networks: ReadonlySet<number> = new Set([
  0x6969, 0x517b, 0xff534d42, 0xfe534d42, 0x65735546, 0x01021997, 0x00c36400, 0x5346414f,
]);

/** On Windows a share is told by its path. A share under a letter is told by the probe, as on macOS. */
export async function isNetworkFolder(root: string): Promise<boolean> {
  if (root.startsWith('\\\\')) return true;
  if (process.platform !== 'linux') return false;
  return statfs(root).then(
    ({ type }) => networks.has(type >>> 0),
    () => false,
  );
}

/**
 * Listens to the system where it tells of changes, and else lets the worker look again and again. A watcher may be deaf
 * without an error: only one that hears a file of ours is believed.
 */
export function createFolderWatching({ root, computerId, clock, events, worker, onFault }: WatchingDeps) {
  const probe = `${markerFolder}/probe-${computerId}`;
  let current: { close(): Promise<void> } | null = null;
  let heard = () => {};
  let generation = 0;
  let cancelRetry = () => {};

  async function listen(own: number): Promise<void> {
    if (await isNetworkFolder(root)) return;
    const isCurrent = () => own === generation;
    const watcher = await events.watch(root, {
      hint(path) {
        if (!isCurrent()) return;
        if (path === probe) heard();
        else worker.hint(path);
      },
      failed(error) {
        if (!isCurrent()) return;
        onFault(error);
        restart();
      },
    });
    if (!isCurrent()) {
      await watcher.close();
      return;
    }
    current = watcher;
    if (await isHeard()) {
      if (isCurrent()) worker.setHow('events');
      // Files that came before the watcher heard.
      worker.hint(null);
    } else if (isCurrent()) await stop();
  }

  async function isHeard(): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    heard = () => resolve(true);
    const cancel = clock.after(PROBE_MS, () => resolve(false));
    const path = join(root, probe);
    try {
      await writeFile(path, '');
      return await promise;
    } catch {
      return false;
    } finally {
      cancel();
      heard = () => {};
      await unlink(path).catch(() => undefined);
    }
  }

  async function stop(): Promise<void> {
    generation += 1;
    cancelRetry();
    const watcher = current;
    current = null;
    worker.setHow('polling');
    await watcher?.close();
  }

  function restart(): void {
    stop()
      .then(() => {
        const own = generation;
        return listen(own).catch((error: unknown) => {
          // The limit of watches is reached, or the folder is gone: look again and again, and try later.
          onFault(error);
          if (own === generation) cancelRetry = clock.after(RETRY_MS, restart);
        });
      })
      .catch(onFault);
  }

  return { restart, stop };
}

export type FolderWatching = ReturnType<typeof createFolderWatching>;
