import { setImmediate } from 'node:timers/promises';
import { limits } from '../../preload/contract/limits.ts';
import { createIntake, type IntakeProgress, type Offer } from '../intake/intake.ts';
import { type Refusal, refusalOfSpool } from '../intake/refusal.ts';
import { openSpool, type Spool, type SpoolEntry, type SpoolUse } from '../intake/spool.ts';
import type { SpoolDisk } from '../intake/spool-disk.ts';
import { JOBS_AT_ONCE } from '../jobs/job-runner.ts';
import type { Journal } from '../journal/journal.ts';
import { detailsOf } from '../journal/journal-fault.ts';
import { decide } from '../submission/decide/decide.ts';
import type { Change, Committed } from '../submission/store.ts';
import type { Submission } from '../submission/submission.ts';
import type { Clock } from '../time/clock.ts';
import { inParts } from '../time/slices.ts';
import type { CommandAnswer } from './commands.ts';
import { type Correction, correct, hasSameChoices, withChoicesOf } from './corrections.ts';

export interface CopiesDeps {
  readonly clock: Clock;
  readonly store: Journal['submissions'];
  /** False: the journal is in memory only, so nothing may be sent. */
  readonly durable: boolean;
  /** The journal was damaged: restore the submissions that only the spool has. */
  readonly rebuild: boolean;
  /** The journal may be an older copy: no submission continues by itself. */
  readonly older: boolean;
  /** Stores that no order and no watched folder of such a journal continues by itself. Throws if that cannot be written. */
  readonly holdRest: () => void;
  /** Called when the journal has all submissions of the spool again. */
  readonly onRebuilt: () => void;
  /** The folder of the spool. */
  readonly folder: string;
  readonly disk: SpoolDisk;
  readonly limitBytes: number;
  /** This computer. The copies of another one stay: it may still need them. */
  readonly writer: string;
  readonly random: () => number;
  readonly onFault: (error: unknown) => void;
}

/** Twice as long as the service keeps a document that has ended. */
const OTHERS_COPIES_MS = 2 * limits.lifecycleMs.finished;

type Refused = Extract<Committed, { readonly ok: false }>;

/** The state in which we found the spool and the journal. `stopped` is the reason why nothing is sent. */
export interface Opened {
  readonly stopped: Refusal | null;
  /** How many submissions we restored from the spool. */
  readonly restored: number;
  /** How many submissions of an older journal we stopped. */
  readonly stoppedRows: number;
  /** How many files of the spool cannot be read. */
  readonly unreadable: number;
}

/** True when the person gave the document up: its copy can go. */
export const isGivenUp = ({ stage }: Submission): boolean =>
  stage.kind === 'done' && (stage.as === 'cancelled' || stage.as === 'deleted' || stage.as === 'given-up');

/** True when the document ended so long ago that the service has deleted it as well. */
function isLongOver({ stage, finishedAt, changedAt }: Submission, now: number): boolean {
  if (stage.kind !== 'done') return false;
  const endedAt = finishedAt ?? (stage.as === 'withdrawn' ? changedAt : now);
  return now - endedAt > limits.lifecycleMs.finished;
}

/** Keeps the spool and the journal in step: every open submission has its copy, and every copy its submission. */
export function createCopies(deps: CopiesDeps) {
  const { clock, store } = deps;
  let spool: Spool | null = null;
  let keepsAll = false;

  function opened(): Spool {
    if (!spool) throw new Error('The spool is not open.');
    return spool;
  }

  async function open(): Promise<Opened> {
    const nothing = { restored: 0, stoppedRows: 0, unreadable: 0 };
    const stopped = (refusal: Refusal): Opened => ({ stopped: refusal, ...nothing });
    if (!deps.durable) return stopped({ kind: 'not-recorded', reason: '' });
    try {
      const { folder, disk, limitBytes, writer } = deps;
      spool = await openSpool({ folder, disk, limitBytes, writer, now: clock.now });
    } catch (error) {
      deps.onFault(error);
      return stopped(refusalOfSpool(error));
    }
    const unreadable = spool.entries().unreadable.length;
    // With a sound journal we need not wait until we have compared the spool with it.
    const sound = !deps.rebuild && !deps.older;
    if (sound) {
      const taken = store.beWitnessed(clock.now());
      const brought = taken.ok ? await restoreFrom(spool, ({ isOurs }) => !isOurs) : taken;
      if (!brought.ok) return stopped({ kind: 'not-recorded', reason: brought.details });
      return { stopped: null, ...nothing, restored: brought.count, unreadable };
    }
    const held = await holdOlderRows(spool);
    if (!held.ok) return stopped({ kind: 'not-recorded', reason: held.details });
    // This journal may be wrong, so we delete nothing because of it.
    keepsAll = true;
    const restored = await restoreFrom(spool, () => true);
    if (!restored.ok) return stopped({ kind: 'not-recorded', reason: restored.details });
    try {
      deps.holdRest();
    } catch (error) {
      deps.onFault(error);
      return stopped({ kind: 'not-recorded', reason: detailsOf(error) });
    }
    deps.onRebuilt();
    const taken = store.beWitnessed(clock.now());
    if (!taken.ok) return stopped({ kind: 'not-recorded', reason: taken.details });
    return { stopped: null, restored: restored.count, stoppedRows: held.rows, unreadable };
  }

  /** Adds submissions that only the spool has: of a lost journal, or of another computer that accepted them meanwhile. */
  async function restoreFrom(from: Spool, wanted: (entry: SpoolEntry) => boolean) {
    const found = from.entries().entries.filter(wanted);
    // To sort thousands takes a while, so the first part comes in another turn.
    if (found.length > JOBS_AT_ONCE) await setImmediate();
    let count = 0;
    const failed: Refused[] = [];
    await inParts(found, JOBS_AT_ONCE, (part) => {
      const rows = part.map(({ submission }) => submission).filter(({ id }) => !store.has(id));
      if (failed.length > 0 || rows.length === 0) return;
      const restored = store.restore(rows, clock.now());
      if (restored.ok) count += rows.length;
      else failed.push(restored);
    });
    return failed[0] ?? { ok: true as const, count };
  }

  /** Stops every open submission of an older journal until we have looked for its document at the service. */
  async function holdOlderRows(from: Spool) {
    let rows = 0;
    // We store a correction in the spool first, so the spool has later choices than an older journal.
    const kept = new Map(from.entries().entries.map(({ submission }) => [submission.id, submission]));
    for (const part of store.oldInParts()) {
      const moment = { now: clock.now(), roll: deps.random };
      const changes = part.flatMap((row): Change[] => {
        const later = kept.get(row.id);
        const before = later === undefined || hasSameChoices(row, later) ? row : withChoicesOf(row, later);
        const decided = decide(before, { kind: 'recovered' }, moment);
        const event = { at: moment.now, submissionId: before.id, fact: { kind: 'recovered' } } as const;
        return decided === null ? [] : [{ submission: decided.submission, event }];
      });
      const failed: Refused[] = [];
      // oxlint-disable-next-line no-await-in-loop -- lets other work run in between
      await inParts(changes, JOBS_AT_ONCE, (some) => {
        const committed = failed[0] ?? store.commit(some);
        if (committed.ok) rows += some.length;
        else failed.push(committed);
      });
      if (failed[0]) return failed[0];
      // oxlint-disable-next-line no-await-in-loop -- lets other work run in between
      await setImmediate();
    }
    return { ok: true as const, rows };
  }

  /** Another computer has not needed these for so long that it never will. Its own journal may have been lost. */
  function longOverOf(submissions: readonly Submission[]): ReadonlySet<string> {
    const isOver = ({ id }: Submission) => {
      const row = store.find(id);
      return row?.stage.kind === 'done' && clock.now() - row.changedAt > OTHERS_COPIES_MS;
    };
    return new Set(submissions.filter(isOver).map(({ id }) => id));
  }

  /** Deletes copies. The disk may refuse: the next start tries again. */
  async function letGo(...submissions: readonly Submission[]): Promise<void> {
    try {
      await spool?.drop(submissions, longOverOf(submissions));
    } catch (error) {
      deps.onFault(error);
    }
  }

  /** Repairs the spool if the app ended between journal and spool: the journal then has the later choices. */
  async function reviseStale(from: Spool): Promise<void> {
    const stale: Submission[] = [];
    await inParts(from.entries().entries, JOBS_AT_ONCE, (part) => {
      for (const { submission } of part) {
        const row = store.find(submission.id);
        if (row !== null && !hasSameChoices(row, submission)) stale.push(row);
      }
    });
    // oxlint-disable-next-line no-await-in-loop -- each one rewrites the file of its group
    for (const row of stale) await from.revise({ ...row, changedAt: clock.now() });
  }

  function isUnneeded({ id }: Submission): boolean {
    if (!store.has(id)) return true;
    const row = store.find(id);
    return row !== null && (isGivenUp(row) || isLongOver(row, clock.now()));
  }

  return {
    open,
    /** Deletes the copies that nobody needs: given up, long over, or never accepted because the app ended before. */
    async sweep(): Promise<void> {
      if (!spool || keepsAll) return;
      await reviseStale(spool);
      const unneeded: Submission[] = [];
      await inParts(spool.entries().entries, JOBS_AT_ONCE, (part) => {
        for (const { submission } of part) if (isUnneeded(submission)) unneeded.push(submission);
      });
      if (unneeded.length > 0) await letGo(...unneeded);
    },
    letGo,
    take: (offers: readonly Offer[], report: (progress: IntakeProgress) => void): Promise<void> =>
      createIntake({ spool: opened(), commit: store.commit }).take(offers, report),
    /** Lets a second submission use the same copy. False: there is no copy. */
    share: (submission: Submission): Promise<boolean> => opened().share(submission),
    /** Stores a correction in the spool before the journal, so that it is as durable as the submission itself. */
    async correct(id: string, command: Correction, act: () => CommandAnswer): Promise<CommandAnswer> {
      const before = store.find(id);
      if (before === null) return { ok: false, reason: 'not-now' };
      try {
        await opened().revise({ ...correct(before, command), changedAt: clock.now() });
        const answer = act();
        if (!answer.ok) await opened().revise({ ...(store.find(id) ?? before), changedAt: clock.now() });
        return answer;
      } catch (error) {
        deps.onFault(error);
        return { ok: false, reason: 'unwritable' };
      }
    },
    use: (): SpoolUse => spool?.use() ?? { used: 0, limit: deps.limitBytes },
    /** The path of the copy. Null: the spool is not open. */
    path: (sha256: string): string | null => spool?.path(sha256) ?? null,
    pathForUpload: (sha256: string): string => opened().path(sha256),
  };
}

export type Copies = ReturnType<typeof createCopies>;
