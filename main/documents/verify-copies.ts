import { dirname } from 'node:path';
import type { CopyCheck } from '../../preload/contract/document.ts';
import type { Problem } from '../../preload/contract/problem.ts';
import { detailsOf } from '../files/error-code.ts';
import { isInside } from '../files/is-inside.ts';
import type { Journal } from '../journal/journal.ts';
import type { SavedCopy } from '../journal/saved-copies.ts';
import type { Clock } from '../time/clock.ts';
import { unhurried } from '../time/slices.ts';
import type { CopyDisk } from './copy-disk.ts';
import { hashOf } from './copy-file.ts';
import { lacksReceipt } from './missing-copies.ts';
import type { CopyPlace } from './saver-parts.ts';

type CopyFolder = Pick<CopyPlace, 'folder' | 'createBelow'>;

export interface VerifyCopiesDeps {
  readonly clock: Clock;
  readonly journal: Pick<Journal, 'documentFacts' | 'savedCopies'>;
  readonly disk: CopyDisk;
  /** Returns the folders for the signed copies of a connection, and of a document that came from a watched folder. */
  readonly placeOf: (connectionId: string) => CopyFolder | null;
  readonly placeOfDocument?: (connectionId: string, id: string) => Promise<CopyFolder | null>;
  readonly publish: (check: CopyCheck) => void;
  /** Reports that our knowledge of a document changed. */
  readonly onChanged: (connectionId: string, id: string) => void;
}

/** A folder that cannot be reached: that of new copies, or another one with earlier copies. */
interface MissingFolder {
  readonly key: 'copy-folder-unreachable' | 'copies-out-of-reach';
  readonly folder: string;
}

const AT_ONCE = 50;
/** People see a few steps per second. */
const PUBLISH_MS = 200;

/** Finds a saved copy, or returns what happened to it. */
export async function copyState(
  disk: Pick<CopyDisk, 'read' | 'stat'>,
  { path, size, sha256 }: Pick<SavedCopy, 'path' | 'size' | 'sha256'>,
): Promise<{ readonly path: string } | Problem> {
  try {
    const found = await disk.stat(path);
    if (found === null) return { key: 'copy-missing', params: { path } };
    const same = found.size === size && (await hashOf(disk, path)) === sha256;
    return same ? { path } : { key: 'copy-changed', params: { path } };
  } catch (error) {
    // A drive may be away, or a permission missing: nobody knows what the file has.
    return { key: 'copy-unreadable', params: { path }, details: detailsOf(error) };
  }
}

/** Reads all saved copies again and notes at each document if its copy was moved or changed. */
export function createVerifyCopies(deps: VerifyCopiesDeps) {
  const { clock, journal, disk, publish, onChanged } = deps;
  const { documentFacts: facts, savedCopies } = journal;
  let running: AbortController | null = null;

  const isFolder = (path: string) => disk.isFolder(path).catch(() => false);

  /** Returns the folder that is missing, perhaps with its drive, as a problem, or null if only the copy is missing. */
  async function missingFolder({ connectionId, documentId, path }: SavedCopy): Promise<MissingFolder | null> {
    const folder = dirname(path);
    if (await isFolder(folder)) return null;
    const usual = deps.placeOf(connectionId);
    const own = (await deps.placeOfDocument?.(connectionId, documentId)) ?? null;
    const place = [usual, own].find((one) => one !== null && isInside(one.folder, path)) ?? null;
    // Of a folder that copies went to earlier we do not know if its drive is there.
    if (place === null) return { key: 'copies-out-of-reach', folder };
    const root = place.createBelow ?? place.folder;
    if (await isFolder(root)) return null;
    return { key: place === usual ? 'copy-folder-unreachable' : 'copies-out-of-reach', folder: root };
  }

  /** Verifies a copy. Returns the folder if it cannot be reached with all its copies. */
  async function verify(copy: SavedCopy): Promise<'same' | 'damaged' | MissingFolder> {
    const { connectionId, documentId } = copy;
    const state = await copyState(disk, copy);
    const problem = 'key' in state ? state : null;
    const folder = problem === null || problem.key === 'copy-changed' ? null : await missingFolder(copy);
    if (folder !== null) return folder;
    const fact = facts.find(connectionId, documentId);
    const before = fact?.saveProblem ?? null;
    // The copy is as it was, or nobody can tell, and its receipt is still missing.
    const isKnown = problem === null || problem.key === 'copy-unreadable';
    const isAsBefore = isKnown && fact !== null && lacksReceipt(fact);
    if (!isAsBefore && (problem !== null || before !== null)) {
      facts.setSaveProblem(connectionId, [documentId], problem);
      onChanged(connectionId, documentId);
    }
    return problem === null ? 'same' : 'damaged';
  }

  async function walk(connectionId: string, signal: AbortSignal): Promise<void> {
    const unreachable = new Set<string>();
    let check: CopyCheck = { connectionId, running: true, done: 0, all: 0, damaged: 0, problem: null };
    let publishedAt = clock.monotonic();
    async function next(copy: SavedCopy): Promise<void> {
      // A drive that is gone may take seconds to say so.
      if ([...unreachable].some((folder) => isInside(folder, copy.path))) return;
      const result = await verify(copy);
      if (typeof result === 'object') {
        unreachable.add(result.folder);
        const { key, folder } = result;
        // The folder of new copies matters more than an earlier one, which is told when no other is.
        if (check.problem?.key !== 'copy-folder-unreachable')
          check = { ...check, problem: { key, params: { folder, connection: connectionId } } };
        return;
      }
      check = { ...check, done: check.done + 1, damaged: check.damaged + (result === 'damaged' ? 1 : 0) };
      if (clock.monotonic() - publishedAt < PUBLISH_MS) return;
      publishedAt = clock.monotonic();
      publish(check);
    }
    try {
      check = { ...check, all: savedCopies.count(connectionId) };
      publish(check);
      let page = savedCopies.newestAfter(connectionId, 0, AT_ONCE);
      while (page.length > 0 && !signal.aborted) {
        for await (const copy of unhurried(page)) {
          if (signal.aborted) break;
          await next(copy);
        }
        page = savedCopies.newestAfter(connectionId, page.at(-1)?.number ?? 0, AT_ONCE);
      }
    } catch (error) {
      // On a full disk, say: a finding could not be stored.
      check = { ...check, problem: { key: 'unknown', params: {}, details: detailsOf(error) } };
      throw error;
    } finally {
      publish({ ...check, running: false });
    }
  }

  return {
    /** Ends when all copies were read that can be reached, or `stop` was called. A second call while it runs does nothing. */
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
