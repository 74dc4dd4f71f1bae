import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode } from '../error-code.ts';
import type { Entries, Entry } from './folder-entries.ts';
import { readSidecar, SIDECAR_BYTES, type SidecarFact, type SidecarRead, sidecarOf } from './sidecar.ts';
import { readUntrustedFile } from './untrusted-file.ts';

interface SidecarsDeps {
  readonly root: string;
  readonly entries: Entries;
  readonly monotonic: () => number;
  /** A document at this path was taken before, as another submission than this one. */
  readonly wasTaken: (path: string, submissionId: string) => boolean;
  readonly read?: typeof readUntrustedFile;
}

/** A program that writes a document and its sidecar needs no longer than this between the two. */
const TOGETHER_MS = 60_000;

/** The sidecars of a folder, each read once. */
export function createSidecars({ root, entries, monotonic, wasTaken, read = readUntrustedFile }: SidecarsDeps) {
  const kept = new Map<string, { readonly look: string; readonly read: SidecarRead }>();

  async function readBeside(path: string, look: string): Promise<SidecarFact> {
    try {
      const found = await read(join(root, path), SIDECAR_BYTES);
      // It went away since the last look.
      if (found.kind === 'none') return { kind: 'writing' };
      const sidecar = found.kind === 'text' ? readSidecar(found.text) : ({ kind: 'wrong', where: '' } as const);
      kept.set(path, { look, read: sidecar });
      return sidecar;
    } catch {
      return { kind: 'unread' };
    }
  }

  return {
    async of({ file, since, known }: Entry, quietMs: number): Promise<SidecarFact> {
      const [path = sidecarOf(file.path), another] = entries.sidecarsOf(file.path);
      if (another !== undefined) return { kind: 'wrong', where: '' };
      const beside = entries.besideOf(path);
      if (beside === null)
        return entries.isHidden(path) && (await mayExist(join(root, path))) ? { kind: 'writing' } : null;
      if (monotonic() - beside.since < quietMs) return { kind: 'writing' };
      // The disk's own times tell of the days on which the app did not run.
      const earlier = Math.max(since - beside.since, file.arrivedMs - beside.arrivedMs);
      if (earlier > TOGETHER_MS && wasTaken(file.path, known?.own?.submissionId ?? '')) return { kind: 'old' };
      const before = kept.get(path);
      return before?.look === beside.look ? before.read : readBeside(path, beside.look);
    },
    /** Forgets those that are gone. */
    forgetGone(): void {
      for (const path of kept.keys()) if (entries.besideOf(path) === null) kept.delete(path);
    },
  };
}

/** A sidecar that no look could see: without it the document would go to other people. */
async function mayExist(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    (error: unknown) => errorCode(error) !== 'ENOENT',
  );
}
