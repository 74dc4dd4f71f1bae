import type { TakenFile } from '../journal/folder-files.ts';
import type { Entries } from './folder-entries.ts';
import type { Originals } from './originals.ts';

interface RenamedDeps {
  readonly entries: Entries;
  readonly originals: Originals;
  readonly lookAt: (paths: readonly string[]) => Promise<unknown>;
}

export interface Renamed {
  readonly original: TakenFile;
  /** It may lie at its old path still: nobody can see or read what is there. The next whole look asks again. */
  readonly isGuess: boolean;
}

/** Tells whether the original of a submission left its path. Null: it did not, or the folder has no original. */
export function createRenamedOriginals({ entries, originals, lookAt }: RenamedDeps) {
  return async (submissionId: string, sha256: string): Promise<Renamed | null> => {
    const original = originals.of(submissionId);
    if (original === undefined) return null;
    if (entries.isHidden(original.path)) return { original, isGuess: true };
    // The system may have told the new name alone.
    await lookAt([original.path]);
    const there = entries.entries.get(original.path);
    if (there === undefined) return { original, isGuess: entries.isHidden(original.path) };
    if (there.content?.ok !== true) return { original, isGuess: true };
    return there.content.sha256 === sha256 ? null : { original, isGuess: false };
  };
}
