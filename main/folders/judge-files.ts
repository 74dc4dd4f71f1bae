import { createSlices } from '../slices.ts';
import type { Entry } from './folder-entries.ts';
import { createJudge, type Given, type JudgeDeps, type Judged } from './judge-entry.ts';
import type { FolderFacts } from './verdict.ts';

interface JudgeFilesDeps extends JudgeDeps {
  readonly given: () => Given;
  /** A part of the files was judged. */
  readonly onSlice: () => void;
  readonly dueOf: (entry: Entry) => number;
  readonly isClosed: () => boolean;
}

const readsAtOnce = 4;

/** Judges the files of a folder, a few side by side, and keeps what each judgement said. */
export function createJudgements(deps: JudgeFilesDeps) {
  const judge = createJudge(deps);
  const judgements = new Map<string, Judged>();

  /** Judges a file by other facts, and keeps nothing of it. */
  async function as(entry: Entry, facts: FolderFacts): Promise<Judged> {
    await judge.prepare(entry, facts);
    return judge.judge(entry, facts, deps.given());
  }

  async function again(entry: Entry, facts: FolderFacts): Promise<void> {
    const judged = await as(entry, facts);
    entry.verdict = judged.verdict;
    entry.dueAt = deps.dueOf(entry);
    judgements.set(entry.file.path, judged);
  }

  return {
    as,
    again,
    of: (path: string): Judged | null => judgements.get(path) ?? null,
    forget: (path: string): void => void judgements.delete(path),
    /** Forgets the files that a whole look did not find. */
    forgetGone(): void {
      judge.forgetGone();
      for (const path of judgements.keys()) if (!deps.entries.entries.has(path)) judgements.delete(path);
    },
    async all(touched: readonly Entry[], facts: FolderFacts): Promise<void> {
      const rest = [...touched];
      const slices = createSlices('parts');
      const lane = async () => {
        for (let entry = rest.shift(); entry !== undefined; entry = rest.shift()) {
          if (deps.isClosed()) return;
          // oxlint-disable-next-line no-await-in-loop -- a few lanes side by side
          await again(entry, facts);
          if (!slices.isOver()) continue;
          deps.onSlice();
          // oxlint-disable-next-line no-await-in-loop
          await slices.rest();
        }
      };
      await Promise.all(Array.from({ length: readsAtOnce }, lane));
    },
  };
}
