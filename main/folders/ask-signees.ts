import { join } from 'node:path';
import type { ScannedFile, SigneeScan } from './find-signees.ts';
import type { Entry } from './folder-entries.ts';
import { isAside } from './folder-scan.ts';
import type { Judged } from './judge-entry.ts';
import type { FolderFacts } from './verdict.ts';

interface AskSigneesDeps {
  readonly root: string;
  readonly monotonic: () => number;
  readonly findSignees: (file: ScannedFile) => Promise<SigneeScan>;
  readonly judgedOf: (path: string) => Judged | null;
  readonly judgeAgain: (entry: Entry, facts: FolderFacts) => Promise<void>;
  readonly isStopped: () => boolean;
}

type Failed = Extract<SigneeScan, { kind: 'failed' }>;

/** A service that gave no answer is asked again after this time, or later if it says so. */
const RETRY_MS = 60_000;

/** Asks for the people in the fields of PDFs, one file after the other, and only when nobody else says who signs. */
export function createAskSignees(deps: AskSigneesDeps) {
  const { root, monotonic } = deps;
  /** When a file that got no answer may be asked for again. */
  const restUntil = new WeakMap<Failed, number>();
  let failedForAll: Failed | null = null;

  const rests = (failed: Failed | null) => failed !== null && monotonic() < (restUntil.get(failed) ?? 0);

  async function ask({ path, size, name }: ScannedFile): Promise<SigneeScan> {
    // The others would wait for an answer as long as the first one did.
    if (failedForAll !== null && rests(failedForAll)) return failedForAll;
    const scan = await deps.findSignees({ path, size, name: name.normalize('NFC') });
    if (scan.kind !== 'failed') return scan;
    restUntil.set(scan, monotonic() + Math.max(RETRY_MS, scan.waitMs));
    if (scan.forAll) failedForAll = scan;
    return scan;
  }

  return {
    /** Lets files be asked for again whose rest is over. */
    forgetFailures(entries: Iterable<Entry>): void {
      for (const entry of entries) if (entry.scan?.kind === 'failed' && !rests(entry.scan)) entry.scan = null;
    },
    async all(touched: readonly Entry[], facts: FolderFacts): Promise<void> {
      for (const entry of touched) {
        if (deps.isStopped()) return;
        const { path, size, name } = entry.file;
        if (deps.judgedOf(path)?.wantsScan !== true || isAside(path)) continue;
        // oxlint-disable-next-line no-await-in-loop -- one file goes over the network after the other
        entry.scan = await ask({ path: join(root, path), size, name });
        // oxlint-disable-next-line no-await-in-loop
        await deps.judgeAgain(entry, facts);
      }
    },
  };
}
