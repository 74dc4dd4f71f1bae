import { setImmediate } from 'node:timers/promises';
import { limits } from '../../preload/contract/limits.ts';
import { detailsOf } from '../files/error-code.ts';
import { createIntake, type IntakeProgress, type Offer } from '../intake/intake.ts';
import { type Refusal, refusalOfSpool } from '../intake/refusal.ts';
import { openSpool, type Spool, type SpoolEntry, type SpoolUse } from '../intake/spool.ts';
import type { SpoolDisk } from '../intake/spool-disk.ts';
import { JOBS_AT_ONCE } from '../jobs/job-runner.ts';
import type { Journal } from '../journal/journal.ts';
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
  /** False if the journal is in memory only: nothing may be sent then. */
  readonly durable: boolean;
  /** The journal was damaged: restore the submissions that only the spool has. */
  readonly rebuild: boolean;
  /** The journal may be an older copy: no submission continues automatically then. */
  readonly older: boolean;
  /**
   * Stores that no order and no watched folder of such a journal continues automatically. Throws if that cannot be
   * written.
   */
  readonly holdRest: () => void;
  /** Reports that the journal has all submissions of the spool again. */
  readonly onRebuilt: () => void;
  readonly folder: string;
  readonly disk: SpoolDisk;
  readonly limitBytes: number;
  /** This computer. The copies of another one stay: it may still need them. */
  readonly writer: string;
  readonly random: () => number;
  readonly skewOf: (connectionId: string) => number | null;
  readonly onFault: (error: unknown) => void;
}

/** The time after which copies of other computers go: twice as long as the service keeps an ended document. */
const OTHERS_COPIES_MS = 2 * limits.lifecycleMs.finished;

type Refused = Extract<Committed, { readonly ok: false }>;

/** The state in which we found the spool and the journal. `stopped` is the reason why nothing is sent. */
export interface Opened {
  readonly stopped: Refusal | null;
  readonly restored: number;
  /** The number of submissions of an older journal that we stopped. */
  readonly stoppedRows: number;
  readonly unreadable: number;
}

/** Tells whether the person gave the document up: its copy can go. */
export const isGivenUp = ({ stage }: Submission): boolean =>
  stage.kind === 'done' && (stage.as === 'cancelled' || stage.as === 'deleted' || stage.as === 'given-up');

/** Tells whether the document ended so long ago that the service has deleted it as well. */
export function isLongOver({ stage, finishedAt, changedAt }: Submission, now: number): boolean {
  if (stage.kind !== 'done') return false;
  const endedAt = finishedAt ?? (stage.as === 'withdrawn' ? changedAt : now);
  return now - endedAt > limits.lifecycleMs.finished;
}

/** The spool beside the journal. Null: it is not open. */
interface CopyKeeper {
  readonly deps: CopiesDeps;
  spool: Spool | null;
  /** This journal may be wrong, so nothing is deleted because of it. */
  keepsAll: boolean;
}

function spoolOf({ spool }: CopyKeeper): Spool {
  if (!spool) throw new Error('The spool is not open.');
  return spool;
}

/** Adds submissions that only the spool has: of a lost journal, or of another computer that accepted them meanwhile. */
async function restoreFrom({ store, clock }: CopiesDeps, from: Spool, wanted: (entry: SpoolEntry) => boolean) {
  const found = from.entries().filter(wanted);
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
async function holdOlderRows({ store, clock, random }: CopiesDeps, from: Spool) {
  let rows = 0;
  // We store a correction in the spool first, so the spool has later choices than an older journal.
  const kept = new Map(from.entries().map(({ submission }) => [submission.id, submission]));
  for (const part of store.oldInParts()) {
    const moment = { now: clock.now(), roll: random };
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
      if (committed.ok) rows += some.filter(({ submission }) => submission.stage.kind !== 'done').length;
      else failed.push(committed);
    });
    if (failed[0]) return failed[0];
    // oxlint-disable-next-line no-await-in-loop -- lets other work run in between
    await setImmediate();
  }
  return { ok: true as const, rows };
}

/** Brings journal and spool together. Returns how many were restored and stopped, or why nothing can be recorded. */
async function reconcile(keeper: CopyKeeper, spool: Spool) {
  const { deps } = keeper;
  const { store, clock } = deps;
  // With a sound journal we need not wait until we have compared the spool with it.
  if (!deps.rebuild && !deps.older) {
    const witnessed = store.beWitnessed(clock.now());
    const brought = witnessed.ok ? await restoreFrom(deps, spool, ({ isOurs }) => !isOurs) : witnessed;
    return brought.ok ? { ok: true as const, restored: brought.count, stoppedRows: 0 } : brought;
  }
  const held = await holdOlderRows(deps, spool);
  if (!held.ok) return held;
  keeper.keepsAll = true;
  const restored = await restoreFrom(deps, spool, () => true);
  if (!restored.ok) return restored;
  try {
    deps.holdRest();
  } catch (error) {
    deps.onFault(error);
    return { ok: false as const, details: detailsOf(error) };
  }
  deps.onRebuilt();
  const witnessed = store.beWitnessed(clock.now());
  return witnessed.ok ? { ok: true as const, restored: restored.count, stoppedRows: held.rows } : witnessed;
}

async function open(keeper: CopyKeeper): Promise<Opened> {
  const { folder, disk, limitBytes, writer, clock, durable, onFault } = keeper.deps;
  const stopped = (refusal: Refusal): Opened => ({ stopped: refusal, restored: 0, stoppedRows: 0, unreadable: 0 });
  if (!durable) return stopped({ kind: 'not-recorded', reason: '' });
  let spool: Spool;
  try {
    spool = await openSpool({ folder, disk, limitBytes, writer, now: clock.now });
  } catch (error) {
    onFault(error);
    return stopped(refusalOfSpool(error));
  }
  keeper.spool = spool;
  const unreadable = spool.unreadable().length;
  const done = await reconcile(keeper, spool);
  if (!done.ok) return stopped({ kind: 'not-recorded', reason: done.details });
  return { stopped: null, restored: done.restored, stoppedRows: done.stoppedRows, unreadable };
}

/** Returns submissions that another computer has not needed for so long that it never will. Its journal may be lost. */
function longOverOf({ store, clock }: CopiesDeps, submissions: readonly Submission[]): ReadonlySet<string> {
  const isOver = ({ id }: Submission) => {
    const row = store.find(id);
    return row?.stage.kind === 'done' && clock.now() - row.changedAt > OTHERS_COPIES_MS;
  };
  return new Set(submissions.filter(isOver).map(({ id }) => id));
}

/** Deletes copies. The disk may refuse: the next start tries again. */
async function letGo({ deps, spool }: CopyKeeper, submissions: readonly Submission[]): Promise<void> {
  try {
    await spool?.drop(submissions, longOverOf(deps, submissions));
  } catch (error) {
    deps.onFault(error);
  }
}

/** Repairs the spool if the app ended between journal and spool: the journal then has the later choices. */
async function reviseStale({ store, clock }: CopiesDeps, from: Spool): Promise<void> {
  const stale: Submission[] = [];
  await inParts(from.entries(), JOBS_AT_ONCE, (part) => {
    for (const { submission } of part) {
      const row = store.find(submission.id);
      if (row !== null && !hasSameChoices(row, submission)) stale.push(row);
    }
  });
  // oxlint-disable-next-line no-await-in-loop -- each one rewrites the file of its group
  for (const row of stale) await from.revise({ ...row, changedAt: clock.now() });
}

/** Deletes the copies that nobody needs: given up, long over, or never accepted because the app ended before. */
async function sweep(keeper: CopyKeeper): Promise<void> {
  const { spool, deps, keepsAll } = keeper;
  const { store, clock } = deps;
  if (!spool || keepsAll) return;
  await reviseStale(deps, spool);
  const isUnneeded = ({ id }: Submission): boolean => {
    if (!store.has(id)) return true;
    const row = store.find(id);
    return row !== null && (isGivenUp(row) || isLongOver(row, clock.now()));
  };
  const unneeded: Submission[] = [];
  await inParts(spool.entries(), JOBS_AT_ONCE, (part) => {
    for (const { submission } of part) if (isUnneeded(submission)) unneeded.push(submission);
  });
  if (unneeded.length > 0) await letGo(keeper, unneeded);
}

/** Stores a correction in the spool before the journal, so that it is as durable as the submission itself. */
async function correctCopy(
  keeper: CopyKeeper,
  id: string,
  command: Correction,
  act: () => CommandAnswer,
): Promise<CommandAnswer> {
  const { store, clock, random, onFault } = keeper.deps;
  const before = store.find(id);
  // A refused correction must not lie in the spool for a moment either: with a lost journal it would count.
  const moment = { now: clock.now(), roll: random };
  if (before === null || decide(before, { kind: 'command', command }, moment) === null)
    return { ok: false, reason: 'not-now' };
  try {
    await spoolOf(keeper).revise({ ...correct(before, command), changedAt: clock.now() });
    const answer = act();
    if (!answer.ok) await spoolOf(keeper).revise({ ...(store.find(id) ?? before), changedAt: clock.now() });
    return answer;
  } catch (error) {
    onFault(error);
    return { ok: false, reason: 'unwritable' };
  }
}

/**
 * Keeps the spool and the journal in step: every open submission has its copy, and every copy its submission. Signed
 * copies are another matter, in `documents/`.
 */
export function createCopies(deps: CopiesDeps) {
  const keeper: CopyKeeper = { deps, spool: null, keepsAll: false };
  return {
    open: (): Promise<Opened> => open(keeper),
    sweep: (): Promise<void> => sweep(keeper),
    letGo: (...submissions: readonly Submission[]): Promise<void> => letGo(keeper, submissions),
    take: (offers: readonly Offer[], report: (progress: IntakeProgress) => void): Promise<void> =>
      createIntake({ spool: spoolOf(keeper), commit: deps.store.commit, skewOf: deps.skewOf }).take(offers, report),
    /** Lets a second submission use the same copy. False: there is no copy. */
    share: (submission: Submission): Promise<boolean> => spoolOf(keeper).share(submission),
    correct: (id: string, command: Correction, act: () => CommandAnswer): Promise<CommandAnswer> =>
      correctCopy(keeper, id, command, act),
    use: (): SpoolUse => keeper.spool?.use() ?? { used: 0, limit: deps.limitBytes },
    path: (sha256: string): string | null => keeper.spool?.path(sha256) ?? null,
    pathForUpload: (sha256: string): string => spoolOf(keeper).path(sha256),
  };
}

export type Copies = ReturnType<typeof createCopies>;
