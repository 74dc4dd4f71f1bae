import { dirname } from 'node:path/posix';
import type { SpoolDisk } from '../spool-disk.ts';

/** The simulated power cut. Every later operation fails as well. */
export class PowerCut extends Error {}

interface Content {
  bytes: Buffer;
  synced: boolean;
}

interface Change {
  readonly folders: readonly string[];
  readonly apply: (tree: Tree) => void;
}

type Tree = Map<string, Content | 'folder'>;

/**
 * Creates a disk for simulated power cuts. Flushed data survives; `luck` decides about the rest. Renames are atomic, as
 * on a file system with a journal; unflushed ones survive in any combination.
 */
export function crashDisk(luck: () => number, start: Tree = new Map([['/', 'folder']])) {
  const durable: Tree = new Map(start);
  const live: Tree = new Map(start);
  let pending: Change[] = [];
  let operations = 0;
  let cutAt = Number.POSITIVE_INFINITY;

  function step<T>(work: () => T): Promise<T> {
    return Promise.resolve().then(() => {
      operations += 1;
      if (operations > cutAt) throw new PowerCut();
      return work();
    });
  }

  function change(folders: readonly string[], apply: (tree: Tree) => void): void {
    apply(live);
    pending.push({ folders, apply });
  }

  function contentAt(path: string): Content {
    const found = live.get(path);
    if (found === undefined || found === 'folder') throw Object.assign(new Error(path), { code: 'ENOENT' });
    return found;
  }

  const disk: SpoolDisk = {
    makeFolder: (path) =>
      step(() => {
        if (!live.has(path)) change([dirname(path)], (tree) => tree.set(path, 'folder'));
      }),
    create: (path) =>
      step(() => {
        const content: Content = { bytes: Buffer.alloc(0), synced: false };
        change([dirname(path)], (tree) => tree.set(path, content));
        return {
          write: (bytes) =>
            step(() => {
              content.bytes = Buffer.concat([content.bytes, bytes]);
              content.synced = false;
            }),
          sync: () =>
            step(() => {
              content.synced = true;
            }),
          close: () => step(() => undefined),
        };
      }),
    rename: (from, to) =>
      step(() => {
        const content = contentAt(from);
        change([dirname(from), dirname(to)], (tree) => {
          tree.delete(from);
          tree.set(to, content);
        });
      }),
    remove: (path) =>
      step(() => {
        if (live.has(path)) change([dirname(path)], (tree) => tree.delete(path));
      }),
    syncFolder: (path) =>
      step(() => {
        for (const one of pending) if (one.folders.includes(path)) one.apply(durable);
        pending = pending.filter((one) => !one.folders.includes(path));
      }),
    list: (path) =>
      step(() =>
        [...live.keys()]
          .filter((name) => dirname(name) === path && name !== path)
          .map((name) => name.slice(path.length + 1)),
      ),
    size: (path) =>
      step(() => {
        const found = live.get(path);
        return found === undefined || found === 'folder' ? null : found.bytes.length;
      }),
    changedAt: (path) => step(() => (live.has(path) ? 0 : null)),
    read: (path) => step(() => contentAt(path).bytes.toString()),
  };

  return {
    disk,
    operations: () => operations,
    cutAfter(count: number): void {
      cutAt = count;
    },
    bytes: (path: string): Buffer => contentAt(path).bytes,
    /** Returns the disk as the app finds it after the power cut. */
    restarted() {
      for (const one of pending) if (luck() < 0.5) one.apply(durable);
      const left: Tree = new Map();
      for (const [path, content] of durable) {
        if (path !== '/' && durable.get(dirname(path)) !== 'folder') continue;
        if (content === 'folder' || content.synced) left.set(path, content);
        else
          left.set(path, { bytes: content.bytes.subarray(0, Math.floor(luck() * content.bytes.length)), synced: true });
      }
      return crashDisk(luck, left);
    },
  };
}
