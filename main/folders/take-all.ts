import type { Submission } from '../submission/submission.ts';
import type { Entry } from './folder-entries.ts';
import { isAside } from './folder-scan.ts';
import type { Judged } from './judge-entry.ts';
import { type LiveDeps, liveIds } from './known-content.ts';
import type { Originals } from './originals.ts';
import { type Takeable, type TakeOutcome, takeFiles } from './take-files.ts';
import { type FolderFacts, takes, verdictOfRefusal } from './verdict.ts';

export interface TakeAllDeps extends Omit<Parameters<typeof takeFiles>[0], 'now'>, LiveDeps {
  readonly now: () => number;
  readonly originals: Originals;
  readonly undoMs: () => number;
  readonly factsNow: () => FolderFacts;
  /** Judges a file again with what is known now. */
  readonly judgeAgain: (entry: Entry, facts: FolderFacts) => Promise<void>;
  readonly judgedOf: (path: string) => Judged | null;
  /** Other files of this content have to be judged again. */
  readonly forgetKnown: (sha256: string) => void;
  /** Look at this path soon. */
  readonly onChanged: (path: string) => void;
  /** False: the folder was paused, say, since its files were judged. */
  readonly mayTake: (what: Pick<Takeable, 'goal' | 'account'>) => boolean;
  readonly isStopped: () => boolean;
  readonly onGroup: () => void;
}

/** One group is one write of the journal, which must not hold up the app. */
const groupFiles = 32;

/** Takes what the verdicts take, a group at a time, each file judged once more with what the groups before it changed. */
export function createTakeAll(deps: TakeAllDeps) {
  const isTakeable = (entry: Entry) => takes.has(entry.verdict?.kind ?? 'writing') && !isAside(entry.file.path);

  function toTakeable({ entry, account }: { readonly entry: Entry; readonly account: string | null }): Takeable | null {
    const choices = deps.judgedOf(entry.file.path)?.chosen?.choices;
    if (choices === undefined || entry.content?.ok !== true || !isTakeable(entry)) return null;
    const goal = entry.verdict?.kind === 'would-send' ? 'send' : 'hold';
    const { sha256 } = entry.content;
    const isStillWanted = () => deps.mayTake({ goal, account }) && liveIds(deps, sha256).length === 0;
    return { entry, sha256, goal, choices, account, isStillWanted };
  }

  function note({ takeable: { entry, sha256 }, ...outcome }: TakeOutcome): Submission | null {
    const { path, name } = entry.file;
    if (outcome.kind === 'taken') {
      const { id, acceptedAt: at, goal } = outcome.submission;
      deps.originals.added({ submissionId: id, path, at, goal });
      deps.forgetKnown(sha256);
      return outcome.submission;
    }
    if (outcome.kind === 'claimed') entry.known = entry.claim = null;
    else {
      entry.verdict = verdictOfRefusal(outcome.refusal, name);
      // Its size and time may be as before: what was read of it does not count any more.
      if (outcome.refusal.kind === 'changed') entry.content = null;
      if (outcome.refusal.kind === 'changed' || outcome.refusal.kind === 'vanished') deps.onChanged(path);
    }
    return null;
  }

  async function takeGroup(group: readonly Takeable[]): Promise<readonly Submission[]> {
    if (group.length === 0) return [];
    const outcomes = await takeFiles(deps, group, deps.undoMs());
    const submissions = outcomes.map(note).filter((one) => one !== null);
    const facts = deps.factsNow();
    // oxlint-disable-next-line no-await-in-loop -- each asks the journal once
    for (const { kind, takeable } of outcomes) if (kind !== 'refused') await deps.judgeAgain(takeable.entry, facts);
    return submissions;
  }

  return {
    takeGroup,
    async all(touched: readonly Entry[]): Promise<void> {
      const rest = touched.filter(isTakeable);
      while (rest.length > 0 && !deps.isStopped()) {
        const facts = deps.factsNow();
        let { sentThisHour } = facts;
        const group = new Map<string, Takeable>();
        const later: Entry[] = [];
        for (const entry of rest.splice(0, groupFiles)) {
          // The same content twice: the second one is judged when the first is taken.
          if (entry.content?.ok === true && group.has(entry.content.sha256)) {
            later.push(entry);
            continue;
          }
          // What the journal said a moment ago is no reason to send: ask it again.
          entry.known = null;
          // oxlint-disable-next-line no-await-in-loop -- each counts for the limit of the next one
          await deps.judgeAgain(entry, { ...facts, sentThisHour });
          const takeable = toTakeable({ entry, account: facts.account });
          if (takeable === null) continue;
          if (takeable.goal === 'send') sentThisHour += 1;
          group.set(takeable.sha256, takeable);
        }
        // oxlint-disable-next-line no-await-in-loop -- one group after the other
        await takeGroup([...group.values()]);
        rest.push(...later);
        deps.onGroup();
      }
    },
  };
}
