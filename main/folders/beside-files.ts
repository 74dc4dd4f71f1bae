import { createHash } from 'node:crypto';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../time/clock.ts';
import { createShared, unhurried } from '../time/slices.ts';
import {
  type Editor,
  editorOf,
  isBeside,
  isOwnerFile,
  keyOf,
  keysOf,
  pathIn,
  sidecarOf,
  splitPath,
  usualBesidesOf,
} from './file-names.ts';
import type { Beside, FileRecord, FileTable } from './file-table.ts';
import { lookAtPath } from './folder-scan.ts';
import { readUntrustedFile } from './inside-folder.ts';
import { readSidecar, SIDECAR_BYTES, type SidecarFact, type SidecarRead } from './sidecar.ts';

interface BesideDeps {
  readonly root: string;
  readonly table: FileTable;
  readonly clock: Pick<Clock, 'now' | 'monotonic'>;
  /** Tells whether a document at this path was taken before, as another submission than the one of this file. */
  readonly wasTaken: (record: FileRecord) => boolean;
  readonly read?: typeof readUntrustedFile;
}

const DAY = 24 * 60 * 60_000;
/** A program that writes a document and its sidecar needs no longer than this between the two. */
const TOGETHER_MS = 60_000;
/** A sidecar that answered otherwise than it was seen is read again after this time. */
const AGAIN_MS = 5_000;
/** File systems note changes by the clock of a tick: a listing that is younger than this may miss one. */
const TICK_MS = 2_000;

/** Sidecars and owner files by their keys. */
type Names = ReadonlyMap<string, readonly string[]>;

interface Listing {
  readonly print: string;
  readonly names: Names;
}

async function namesIn(root: string, folder: string): Promise<Names> {
  const names = new Map<string, string[]>();
  for (const name of (await readdir(join(root, folder))).filter(isBeside)) {
    const path = pathIn(folder, name);
    names.set(keyOf(path), [...(names.get(keyOf(path)) ?? []), path]);
  }
  return names;
}

/** Tells whether an editor still has a document open. A lock older than a day was left behind by a crash. */
const isFresh = (ageMs: number): boolean => ageMs < DAY;

/** Finds the owner file of an editor that has the document open, by one look at the names that editors give. */
export async function findOwnerFile(root: string, document: string, now: number): Promise<string | null> {
  for await (const path of unhurried(usualBesidesOf(document))) {
    const look = isOwnerFile(splitPath(path)[1]) ? await lookAtPath(root, path) : null;
    if (look?.kind === 'beside' && isFresh(now - look.beside.mtimeMs)) return path;
  }
  return null;
}

/** Reads the sidecars and owner files beside the documents of a folder, each once. */
export function createBesideFiles(deps: BesideDeps) {
  const { root, table, clock, wasTaken, read = readUntrustedFile } = deps;
  const { now, monotonic } = clock;
  const kept = new Map<string, { readonly look: string; readonly read: SidecarRead; readonly print: string }>();
  const listings = new Map<string, Listing>();

  async function readOnce(path: string, look: string): Promise<readonly [SidecarFact, string]> {
    const before = kept.get(path);
    if (before?.look === look) return [before.read, before.print];
    try {
      const found = await read(root, path, SIDECAR_BYTES);
      // It went away since the last look.
      if (found.kind === 'none') return [{ kind: 'writing', until: monotonic() + AGAIN_MS }, ''];
      const told = found.kind === 'text' ? readSidecar(found.text) : ({ kind: 'wrong', where: '' } as const);
      const text = found.kind === 'text' ? found.text : found.kind;
      const print = createHash('sha256').update(text).digest('base64url');
      kept.set(path, { look, read: told, print });
      return [told, print];
    } catch {
      return [{ kind: 'unread' }, ''];
    }
  }

  async function sidecarFor(record: FileRecord, quietMs: number): Promise<readonly [SidecarFact, string]> {
    const { file, since } = record;
    const [beside, another] = table.sidecarsOf(file.path);
    if (another !== undefined) return [{ kind: 'wrong', where: '' }, ''];
    if (beside === undefined) {
      const path = sidecarOf(file.path);
      // Without a sidecar that no look could see, the document would go to other people.
      const mayExist = table.isHidden(path) && (await lookAtPath(root, path)).kind !== 'gone';
      return [mayExist ? { kind: 'writing', until: monotonic() + AGAIN_MS } : null, ''];
    }
    if (monotonic() - beside.since < quietMs) return [{ kind: 'writing', until: beside.since + quietMs }, ''];
    // The disk's own times tell of the days on which the app did not run.
    const earlier = Math.max(since - beside.since, file.arrivedMs - beside.arrivedMs);
    if (earlier > TOGETHER_MS && wasTaken(record)) return [{ kind: 'old' }, ''];
    return readOnce(beside.path, beside.look);
  }

  /** Reads what the sidecar of a document says. */
  async function gather(record: FileRecord, quietMs: number): Promise<void> {
    [record.sidecar, record.sidecarPrint] = await sidecarFor(record, quietMs);
  }

  /** Lists the names in a folder again, unless the folder itself tells that none has come or gone. */
  async function list(folder: string): Promise<Names> {
    const { mtimeMs, mtimeNs, ctimeNs, ino, dev } = await stat(join(root, folder), { bigint: true });
    const print = `${mtimeNs}:${ctimeNs}:${ino}:${dev}`;
    const before = listings.get(folder);
    if (before?.print === print) return before.names;
    const names = await namesIn(root, folder);
    if (Math.abs(Date.now() - Number(mtimeMs)) > TICK_MS) listings.set(folder, { print, names });
    else listings.delete(folder);
    return names;
  }

  return {
    gather,
    /** A group of files is looked at in one moment: their folder is listed once. */
    listNow: createShared(list),
    /** Finds the editor that has the document open. */
    openIn({ file }: FileRecord): Editor | null {
      const ageOf = ({ since, mtimeMs }: Beside) => Math.max(monotonic() - since, now() - mtimeMs);
      const owner = table.ownersOf(file.path).find((one) => isFresh(ageOf(one)));
      return owner === undefined ? null : editorOf(owner.path);
    },
    /**
     * Looks at the disk again for one document, in the moment of acting, and reads the bytes of its sidecar anew. `names`:
     * null if nobody listed the folder.
     */
    async refresh(record: FileRecord, names: Names | null, quietMs: number): Promise<void> {
      const { path } = record.file;
      const listed = names ? keysOf(path).flatMap((key) => names.get(key) ?? []) : table.besidesOf(path);
      const keys = new Set(listed.map(keyOf));
      // The time of a folder stands still on FAT when a file arrives, so the list may be an older one.
      const unlisted = usualBesidesOf(path).filter((one) => !keys.has(keyOf(one)));
      const there = new Set([...listed, ...unlisted]);
      for (const one of table.besidesOf(path)) if (!there.has(one)) table.remove(one);
      const looks = await Promise.all([...there].map(async (one) => [one, await lookAtPath(root, one)] as const));
      for (const [one, look] of looks) {
        kept.delete(one);
        if (look.kind === 'beside') table.seeBeside(one, look.beside);
        else if (look.kind === 'gone') table.remove(one);
      }
      await gather(record, quietMs);
    },
    /** Forgets those that are gone. */
    forgetGone(): void {
      for (const path of kept.keys()) if (table.besideOf(path) === null) kept.delete(path);
      listings.clear();
    },
  };
}

export type BesideFiles = ReturnType<typeof createBesideFiles>;
