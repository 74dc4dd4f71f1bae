import type { TakenFile } from '../journal/folder-files.ts';
import type { Journal } from '../journal/journal.ts';
import { createSlices } from '../slices.ts';

export interface OriginalsDeps {
  readonly folderId: string;
  readonly files: Journal['folderFiles'];
  readonly now: () => number;
  /** Only a preview: nothing is recorded. */
  readonly isPreview: boolean;
}

/** The originals of submissions that lie in the folder still. Each is known until it was moved or has gone. */
export function createOriginals({ folderId, files, now, isPreview }: OriginalsDeps) {
  /** The newest at each path: a person may have put another document under the name of an earlier one. */
  const byPath = new Map<string, TakenFile>();
  const bySubmission = new Map<string, TakenFile>();
  /** Since when a submission's original is missing, by the monotonic clock. */
  const missingSince = new Map<string, number>();

  function keep(one: TakenFile): void {
    byPath.set(one.path, one);
    bySubmission.set(one.submissionId, one);
  }

  function drop({ path, submissionId }: TakenFile): void {
    if (byPath.get(path)?.submissionId === submissionId) byPath.delete(path);
    bySubmission.delete(submissionId);
    missingSince.delete(submissionId);
  }

  /** Loads what the journal knows, at the start and after a fault, when we may know less. */
  async function load(): Promise<void> {
    const slices = createSlices();
    const found: TakenFile[] = [];
    for (const one of files.here(folderId)) {
      found.push(one);
      // oxlint-disable-next-line no-await-in-loop -- the pause between two slices
      if (slices.isOver()) await slices.rest();
    }
    byPath.clear();
    bySubmission.clear();
    for (const one of found) keep(one);
  }

  return {
    load,
    at: (path: string): TakenFile | undefined => byPath.get(path),
    of: (submissionId: string): TakenFile | undefined => bySubmission.get(submissionId),
    /** The journal has the row already: it came with the submission. */
    added(one: Pick<TakenFile, 'submissionId' | 'path' | 'at' | 'goal'>): void {
      keep({ ...one, settledAt: null, movedTo: null });
    },
    renamed(one: TakenFile, path: string): void {
      if (isPreview) return;
      files.renamed(one.submissionId, path);
      drop(one);
      keep({ ...one, path });
    },
    /** It lies elsewhere now. Null: nobody knows where. */
    settle(one: TakenFile, movedTo: string | null): void {
      drop(one);
      files.settle(folderId, one.submissionId, { at: now(), movedTo });
    },
    /** A look saw the original where it was. */
    seen: (submissionId: string): void => void missingSince.delete(submissionId),
    /** Originals that every look missed for longer than `ms`. */
    missingFor(isThere: (one: TakenFile) => boolean, monotonic: number, ms: number): readonly TakenFile[] {
      return [...bySubmission.values()].filter((one) => {
        const { submissionId } = one;
        if (isThere(one)) {
          missingSince.delete(submissionId);
          return false;
        }
        const since = missingSince.get(submissionId) ?? monotonic;
        missingSince.set(submissionId, since);
        return monotonic - since >= ms;
      });
    },
    /** The look could not see everything, so no original counts as missing yet. */
    forgetMissing: (): void => missingSince.clear(),
    all: (): readonly TakenFile[] => [...bySubmission.values()],
  };
}

export type Originals = ReturnType<typeof createOriginals>;
