import { setImmediate } from 'node:timers/promises';
import { limits } from '../../preload/contract/limits.ts';
import type { Clock } from '../clock.ts';
import { createIntake, type IntakeProgress, type Offer } from '../intake/intake.ts';
import { type Refusal, refusalOfSpool } from '../intake/refusal.ts';
import { openSpool, type Spool, type SpoolUse } from '../intake/spool.ts';
import type { SpoolDisk } from '../intake/spool-disk.ts';
import { canonical } from '../journal/canonical.ts';
import type { Journal } from '../journal/journal.ts';
import { decide } from '../submission/decide/decide.ts';
import type { Command } from '../submission/fact.ts';
import { newSubmission } from '../submission/new-submission.ts';
import type { Change } from '../submission/store.ts';
import type { Submission } from '../submission/submission.ts';
import type { Client } from './calls.ts';
import { type CommandAnswer, createOutbox, type OutboxDeps } from './worker.ts';

export interface QueueDeps extends Omit<OutboxDeps, 'store' | 'spoolPath'> {
  readonly clock: Clock;
  readonly journal: Pick<Journal, 'submissions'>;
  /** False: what is written down is gone at the end, so nothing may be sent. */
  readonly durable: boolean;
  /** The journal was damaged: what the spool holds goes back into it. So it does when the journal begins anew. */
  readonly rebuild: boolean;
  /** The journal may be older than what really happened: nothing in it goes on by itself. */
  readonly older: boolean;
  /** All that the spool knows is in the journal again. */
  readonly onRebuilt: () => void;
  readonly folder: string;
  readonly disk: SpoolDisk;
  readonly limitBytes: number;
  readonly newId: () => string;
  readonly clientOf: (connectionId: string) => Client | null;
}

/** How the queue stands after it was opened. `stopped` tells why nothing is sent. */
export interface Opened {
  readonly stopped: Refusal | null;
  /** Submissions brought back from the spool. */
  readonly restored: number;
  /** Rows of an older journal that were stopped. */
  readonly stoppedRows: number;
  /** Files of the spool that say nothing any more. */
  readonly unreadable: number;
}

const givenUp = ({ stage }: Submission) =>
  stage.kind === 'done' && (stage.as === 'cancelled' || stage.as === 'deleted' || stage.as === 'given-up');

/** Signed, rejected or withdrawn so long ago that the service itself no longer has it. */
function isLongOver({ stage, finishedAt, changedAt }: Submission, now: number): boolean {
  if (stage.kind !== 'done') return false;
  const endedAt = finishedAt ?? (stage.as === 'withdrawn' ? changedAt : now);
  return now - endedAt > limits.lifecycleMs.finished;
}

/** Spool, journal and worker as one: a file that is handed over here is sent, or says why not. */
export function createQueue(deps: QueueDeps) {
  const { journal, clock } = deps;
  const store = journal.submissions;
  let spool: Spool | null = null;
  let closed = false;
  let keepsAll = false;
  const outbox = createOutbox({
    ...deps,
    store,
    spoolPath: (sha256) => opened().path(sha256),
    onChanged(submission) {
      deps.onChanged(submission);
      if (givenUp(submission)) void letGo(submission);
    },
  });

  function opened(): Spool {
    if (!spool) throw new Error('The spool is not open.');
    return spool;
  }

  /** Nobody needs the copy any more. A disk that does not let it go is asked again at the next start. */
  async function letGo(...submissions: readonly Submission[]): Promise<void> {
    try {
      await spool?.drop(submissions);
    } catch (error) {
      deps.onFault(error);
    }
  }

  async function start(): Promise<void> {
    const found: Submission[] = [];
    for (const part of store.openInParts()) {
      found.push(...part);
      // oxlint-disable-next-line no-await-in-loop -- whatever else is to be done goes in between
      await setImmediate();
      if (closed) return;
    }
    outbox.start(found.toSorted((a, b) => a.acceptedAt - b.acceptedAt));
  }

  /** With a sound journal the queue need not wait for the spool to be gone through. */
  async function begin(): Promise<Opened> {
    const nothing = { restored: 0, stoppedRows: 0, unreadable: 0 };
    if (!deps.durable) return { stopped: { kind: 'not-recorded', reason: '' }, ...nothing };
    try {
      spool = await openSpool({ folder: deps.folder, disk: deps.disk, limitBytes: deps.limitBytes });
    } catch (error) {
      deps.onFault(error);
      return { stopped: refusalOfSpool(error), ...nothing };
    }
    if (closed) return { stopped: null, ...nothing };
    const unreadable = spool.entries().unreadable.length;
    if (!deps.rebuild && !deps.older && !store.isEmpty()) {
      store.beWitnessed();
      await start();
      return { stopped: null, ...nothing, unreadable };
    }
    const held = await holdAll(spool);
    if (!held.ok) return { stopped: { kind: 'not-recorded', reason: held.details }, ...nothing };
    // Nothing is deleted on the word of this journal.
    keepsAll = true;
    const lost = spool.entries().entries.filter(({ submission }) => !store.has(submission.id));
    const restored = store.restore(
      lost.map(({ submission }) => submission),
      clock.now(),
    );
    if (!restored.ok) return { stopped: { kind: 'not-recorded', reason: restored.details }, ...nothing };
    deps.onRebuilt();
    store.beWitnessed();
    await start();
    return { stopped: null, restored: lost.length, stoppedRows: held.rows, unreadable };
  }

  /** Each open row of an older journal is looked for at the service before anything goes on. */
  async function holdAll(copies: Spool) {
    let rows = 0;
    // A correction is in the spool before it is in the journal: of an older journal the spool knows the later choices.
    const kept = new Map(copies.entries().entries.map(({ submission }) => [submission.id, submission]));
    for (const part of store.oldInParts()) {
      const moment = { now: clock.now(), roll: deps.random };
      const changes = part.flatMap((row): Change[] => {
        const later = kept.get(row.id);
        const before = later === undefined || sameChoices(row, later) ? row : withChoicesOf(row, later);
        const decided = decide(before, { kind: 'recovered' }, moment);
        const event = { at: moment.now, submissionId: before.id, fact: { kind: 'recovered' } } as const;
        return decided === null ? [] : [{ submission: decided.submission, event }];
      });
      const committed = store.commit(changes);
      if (!committed.ok) return committed;
      rows += changes.length;
      // oxlint-disable-next-line no-await-in-loop -- whatever else is to be done goes in between
      await setImmediate();
    }
    return { ok: true as const, rows };
  }

  /** Copies nobody needs: given up, long at their end, or never acknowledged: the app ended between copy and row. */
  async function sweep(): Promise<void> {
    if (!spool || closed) return;
    if (keepsAll) return;
    await reviseStale(spool);
    const unneeded = spool.entries().entries.filter(({ submission }) => {
      if (!store.has(submission.id)) return true;
      const row = store.find(submission.id);
      return row !== null && (givenUp(row) || isLongOver(row, clock.now()));
    });
    if (unneeded.length > 0) await letGo(...unneeded.map(({ submission }) => submission));
  }

  /** The app ended between the journal and the spool: the journal has the last word. */
  async function reviseStale(from: Spool): Promise<void> {
    const stale = from.entries().entries.flatMap(({ submission }) => {
      const row = store.find(submission.id);
      return row === null || sameChoices(row, submission) ? [] : [row];
    });
    // oxlint-disable-next-line no-await-in-loop -- each rewrites the file of its group
    for (const row of stale) await from.revise(row);
  }

  const begun = begin();
  // Before anything is taken in: a copy whose row is about to be written looks like one nobody needs.
  const ready = begun.then(async (how) => {
    if (how.stopped === null) await sweep();
    return how;
  });

  async function redo(id: string): Promise<CommandAnswer> {
    const old = store.find(id);
    const { stopped } = await ready;
    if (!old || stopped) return { ok: false, reason: 'not-now' };
    const newId = deps.newId();
    const { connectionId, account, origin, wish } = old;
    const fresh = newSubmission(
      { id: newId, connectionId, account, origin, wish, goal: 'hold', undoMs: 0 },
      clock.now(),
    );
    // The copy is to stay for the new one, whatever becomes of the old.
    if (!(await opened().share(fresh))) return { ok: false, reason: 'not-now' };
    const answer = outbox.command(id, { kind: 'redo', id: newId });
    if (!answer.ok) await letGo(fresh);
    return answer;
  }

  /** Other choices are as durable as the submission itself: the spool has them before the journal does. */
  async function corrected(id: string, command: Correction): Promise<CommandAnswer> {
    const { stopped } = await ready;
    const before = store.find(id);
    if (before === null || stopped) return { ok: false, reason: 'not-now' };
    try {
      await opened().revise(correctedRow(before, command));
      const answer = outbox.command(id, command);
      if (!answer.ok) await opened().revise(store.find(id) ?? before);
      return answer;
    } catch (error) {
      deps.onFault(error);
      return { ok: false, reason: 'unwritable' };
    }
  }

  return {
    ready,
    /** Ends when every file was accepted or refused; each is reported once as the one or the other. */
    async take(offers: readonly Offer[], report: (progress: IntakeProgress) => void): Promise<void> {
      const { stopped } = await ready;
      if (stopped) {
        for (const offer of offers) report({ kind: 'refused', offer, refusal: stopped });
        return;
      }
      const intake = createIntake({ spool: opened(), commit: store.commit });
      let fresh: Submission[] = [];
      const added = () => {
        const taken = fresh;
        fresh = [];
        if (taken.length > 0) outbox.added(taken);
      };
      await intake.take(offers, (progress) => {
        if (progress.kind === 'accepted') {
          // A group is durable at once and is taken up at once.
          if (fresh.length === 0) Promise.resolve().then(added).catch(deps.onFault);
          fresh.push(progress.submission);
        }
        report(progress);
      });
    },
    async command(
      id: string,
      command: Exclude<Command, { readonly kind: 'redo' }> | { readonly kind: 'redo' },
    ): Promise<CommandAnswer> {
      const { stopped } = await begun;
      if (stopped) return { ok: false, reason: 'not-now' };
      if (command.kind === 'redo') return redo(id);
      return isCorrection(command) ? corrected(id, command) : outbox.command(id, command);
    },
    /** By the clock that all waits are counted by. */
    now: () => clock.now(),
    find: store.find,
    undoFrom: outbox.undoFrom,
    use: (): SpoolUse => spool?.use() ?? { used: 0, limit: deps.limitBytes, copies: 0 },
    path: (sha256: string) => spool?.path(sha256) ?? null,
    wantsCheck: outbox.wantsCheck,
    checked: outbox.checked,
    connectionReady: outbox.connectionReady,
    finished: outbox.finished,
    deleteOrphan: outbox.deleteOrphan,
    pause: outbox.pause,
    workOf: outbox.workOf,
    clockMoved: outbox.clockMoved,
    openOf: outbox.openOf,
    openOne: outbox.openOne,
    wake: outbox.wake,
    close(): void {
      closed = true;
      outbox.close();
    },
  };
}

function sameChoices(one: Submission, other: Submission): boolean {
  return canonical([one.wish, one.account]) === canonical([other.wish, other.account]);
}

const withChoicesOf = (row: Submission, { wish, account, goal }: Submission): Submission => ({
  ...row,
  wish,
  account,
  goal,
});

/** As the spool is to keep it. After other choices or under another account it takes another press of Send. */
function correctedRow(row: Submission, command: Correction): Submission {
  const { wish } = row;
  switch (command.kind) {
    case 'revise':
      return { ...row, wish: { ...command.choices, file: wish.file }, goal: 'hold' };
    case 'update':
      return { ...row, wish: { ...wish, alias: command.alias, comment: command.comment } };
    default:
      return { ...row, account: command.account, goal: 'hold' };
  }
}

type Correction = Extract<Command, { readonly kind: 'revise' | 'update' | 'take-over' }>;

const isCorrection = (command: Command): command is Correction =>
  command.kind === 'revise' || command.kind === 'update' || command.kind === 'take-over';

export type Queue = ReturnType<typeof createQueue>;
