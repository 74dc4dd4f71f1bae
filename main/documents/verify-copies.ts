import { dirname } from 'node:path';
import type { CopyCheck } from '../../preload/contract/document.ts';
import type { Problem } from '../../preload/contract/problem.ts';
import type { Clock } from '../clock.ts';
import type { Journal } from '../journal/journal.ts';
import type { SavedCopy } from '../journal/saved-copies.ts';
import type { CopyDisk } from './copy-disk.ts';
import { hashOf } from './copy-file.ts';

export interface VerifyCopiesDeps {
  readonly clock: Clock;
  readonly journal: Pick<Journal, 'documentFacts' | 'savedCopies'>;
  readonly disk: CopyDisk;
  readonly publish: (check: CopyCheck) => void;
  /** What is known about a document changed. */
  readonly onChanged: (connectionId: string, id: string) => void;
}

const AT_ONCE = 50;
/** People see a few steps per second. */
const PUBLISH_MS = 200;
const damages: ReadonlySet<string> = new Set<Problem['key']>(['copy-missing', 'copy-changed']);

/** Where a saved copy is, or what happened to it. */
export async function copyState(
  disk: Pick<CopyDisk, 'read' | 'stat'>,
  { path, size, sha256 }: SavedCopy,
): Promise<{ readonly path: string } | Problem> {
  const found = await disk.stat(path).catch(() => null);
  if (found === null) return { key: 'copy-missing', params: { path } };
  const same = found.size === size && (await hashOf(disk, path).catch(() => null)) === sha256;
  return same ? { path } : { key: 'copy-changed', params: { path } };
}

/** Reads all saved copies again and notes at each document if its copy was moved or changed. */
export function createVerifyCopies({ clock, journal, disk, publish, onChanged }: VerifyCopiesDeps) {
  const { documentFacts: facts, savedCopies } = journal;
  let running: AbortController | null = null;

  /** False: the folder is gone with all its copies, perhaps with its drive. */
  async function verify(copy: SavedCopy): Promise<'same' | 'damaged' | 'no-folder'> {
    const { connectionId, documentId, path } = copy;
    const state = await copyState(disk, copy);
    const problem = 'key' in state ? state : null;
    if (problem?.key === 'copy-missing' && !(await disk.isFolder(dirname(path)).catch(() => false))) return 'no-folder';
    const before = facts.find(connectionId, documentId)?.saveProblem ?? null;
    const isOld = before !== null && damages.has(before.key);
    if (problem !== null || isOld) {
      facts.setSaveProblem(connectionId, [documentId], problem);
      onChanged(connectionId, documentId);
    }
    return problem === null ? 'same' : 'damaged';
  }

  async function walk(connectionId: string, signal: AbortSignal): Promise<void> {
    const all = savedCopies.count(connectionId);
    let check: CopyCheck = { running: true, done: 0, all, damaged: 0, problem: null };
    let publishedAt = clock.monotonic();
    publish(check);
    let page = savedCopies.newestAfter(connectionId, 0, AT_ONCE);
    while (page.length > 0 && !signal.aborted && check.problem === null) {
      for (const copy of page) {
        if (signal.aborted) break;
        // oxlint-disable-next-line no-await-in-loop -- one file after the other
        const result = await verify(copy);
        const folder = dirname(copy.path);
        check = {
          ...check,
          done: check.done + 1,
          damaged: check.damaged + (result === 'damaged' ? 1 : 0),
          problem: result === 'no-folder' ? { key: 'copy-folder-unreachable', params: { folder } } : null,
        };
        if (check.problem !== null) break;
        if (clock.monotonic() - publishedAt < PUBLISH_MS) continue;
        publishedAt = clock.monotonic();
        publish(check);
      }
      page = savedCopies.newestAfter(connectionId, page.at(-1)?.number ?? 0, AT_ONCE);
    }
    publish({ ...check, running: false });
  }

  return {
    /** Ends when all copies were read, the folder is gone, or `stop` was called. A second call while it runs does nothing. */
    async start(connectionId: string): Promise<void> {
      if (running !== null) return;
      running = new AbortController();
      try {
        await walk(connectionId, running.signal);
      } finally {
        running = null;
      }
    },
    stop: (): void => running?.abort(),
  };
}
