import { setImmediate } from 'node:timers/promises';
import { type Clock, NOTEWORTHY_MS } from '../clock.ts';
import { type Decide, decide } from '../submission/decide/decide.ts';
import type { Command, Effect, Fact, Moment, Trouble } from '../submission/fact.ts';
import type { Committed, OutboxStore } from '../submission/store.ts';
import type { Submission } from '../submission/submission.ts';
import type { CheckSeen } from '../tracking/reading.ts';
import type { BudgetState } from './budget.ts';
import { type Client, perform } from './calls.ts';
import type { BreakerState } from './circuit-breaker.ts';
import { createOrphans } from './orphans.ts';
import { createRecorder } from './recorder.ts';
import { createScheduler } from './scheduler.ts';
import { belongsTo, settleByCheck, waitsForCheck } from './settle-by-check.ts';

export interface WorkerDeps {
  readonly clock: Clock;
  readonly store: OutboxStore;
  /** Like Math.random(). */
  readonly random: () => number;
  /** Null: this connection cannot be used now. */
  readonly clientOf: (connectionId: string) => Client | null;
  /** The service user that is signed in. A submission continues only under the account it was accepted for. */
  readonly accountOf: (connectionId: string) => string | null;
  readonly spoolPath: (sha256: string) => string;
  readonly onChanged: (submission: Submission, before: Submission | null) => void;
  readonly onProgress: (id: string, bytes: number, total: number | null) => void;
  /** The service no longer accepts the credentials of this connection. */
  readonly onConnectionTrouble: (connectionId: string, trouble: Trouble) => void;
  /** The journal could not record an outcome, and we try again. Null: it can record again. */
  readonly onUnwritable: (details: string | null) => void;
  /** This computer's clock was set back, and waits were moved with it. */
  readonly onClockSetBack: () => void;
  /** A bug: nothing that is expected to happen. */
  readonly onFault: (error: unknown) => void;
  readonly decide?: Decide;
}

export type CommandAnswer = { readonly ok: true } | { readonly ok: false; readonly reason: 'not-now' | 'unwritable' };

export interface ConnectionWork {
  readonly breaker: BreakerState;
  readonly budget: BudgetState;
  /** Uploads in doubt until the next check. */
  readonly waitForCheck: number;
}

const ROWS_BEFORE_BREAK = 50;
const SPARE_MS = 10;

/** Carries out what follows for each open submission: one call per submission at a time, recorded before it leaves. */
/** For whoever looked for a draft, one that belongs to another submission is not there. */
function gone(look: Omit<Extract<Fact, { readonly kind: 'seen' }>, 'answer'>): Fact {
  const trouble = { kind: 'not-found', certainty: 'permanent', details: '', forAPerson: false } as const;
  return { ...look, answer: { ok: false, trouble } };
}

export function createWorker(deps: WorkerDeps) {
  const { clock, store } = deps;
  const inFlight = new Map<string, Submission>();
  const recorder = createRecorder({ ...deps, decide: deps.decide ?? decide });
  const scheduler = createScheduler({ ...deps, recorder, inFlight });
  const stopping = new AbortController();
  const orphans = createOrphans({ store, clientOf: deps.clientOf, apply, signal: stopping.signal });
  /** Waits are being moved along with the computer's clock: no new call begins meanwhile. */
  let moving = false;
  let cancelTimer = () => {};

  const moment = (): Moment => ({ now: clock.now(), roll: deps.random });

  /** Effects follow only after the journal has recorded the decision. */
  function apply(id: string, fact: Fact): Committed {
    const before = recorder.find(id);
    if (before === null) return { ok: true };
    const { committed, decision } = recorder.write(before, fact);
    if (committed.ok && decision !== null) for (const effect of decision.effects) act(decision.submission, effect);
    return committed;
  }

  /** A fact that we would not learn a second time: an outcome, or a move of the clock. */
  function applyForSure(id: string, fact: Fact): void {
    const committed = apply(id, fact);
    if (!committed.ok && committed.reason === 'unwritable') recorder.remember(id, fact);
  }

  function act(submission: Submission, effect: Effect): void {
    const { id, connectionId } = submission;
    const client = deps.clientOf(connectionId);
    if (client === null) throw new Error('A call was decided on without a client.');
    inFlight.set(id, submission);
    if (effect.kind === 'look' && isOthers(submission, effect.documentId)) {
      // The service may have asked its submission to leave the document alone for a while.
      const fact = gone({ kind: 'seen', documentId: effect.documentId, skewMs: client.clockSkewMs() });
      queueMicrotask(() => settled(submission, fact));
      return;
    }
    const onProgress = (bytes: number, total: number | null) => deps.onProgress(id, bytes, total);
    perform(submission, effect, { client, spoolPath: deps.spoolPath, onProgress, signal: stopping.signal })
      .then((fact) => answered(submission, fact))
      .catch((error: unknown) => {
        // Nobody knows what the call did before it failed. At the next start it counts as unclear.
        inFlight.delete(id);
        deps.onFault(error);
      });
  }

  function answered(submission: Submission, told: Fact): void {
    const { id, connectionId } = submission;
    inFlight.delete(id);
    if (stopping.signal.aborted) return;
    const heard = scheduler.heard(submission, told);
    // During the look another submission may have taken the draft.
    const fact = heard.kind === 'seen' && isOthers(submission, heard.documentId) ? gone(heard) : heard;
    const trouble = 'answer' in fact && !fact.answer.ok ? fact.answer.trouble : null;
    scheduler.called(connectionId, trouble, moment());
    if (trouble?.forAPerson === true) deps.onConnectionTrouble(connectionId, trouble);
    settled(submission, fact);
  }

  function settled({ id }: Submission, fact: Fact): void {
    inFlight.delete(id);
    if (stopping.signal.aborted) return;
    applyForSure(id, fact);
    turn();
  }

  /** Whether another submission has the document. */
  function isOthers({ connectionId, documentId }: Submission, seenId: string): boolean {
    return seenId !== documentId && store.isOwned(connectionId, seenId);
  }

  function turn(): void {
    if (stopping.signal.aborted) return;
    const now = clock.now();
    recorder.writeAgain(apply);
    const ahead = [...recorder.open.values()].filter(({ changedAt }) => changedAt > now);
    if (ahead.some(({ changedAt }) => changedAt > now + NOTEWORTHY_MS)) deps.onClockSetBack();
    for (const { id } of ahead) apply(id, { kind: 'clock-set-back' });
    if (!store.paused() && !moving) takeTurns(now);
    schedule();
  }

  function takeTurns(now: number): void {
    for (let next = scheduler.next(now); next !== null; next = scheduler.next(now)) {
      const skewMs = deps.clientOf(next.connectionId)?.clockSkewMs() ?? 0;
      const before = next.revision;
      apply(next.id, { kind: 'due', skewMs });
      if (recorder.open.get(next.id)?.revision === before) return;
    }
  }

  function schedule(): void {
    cancelTimer();
    const next = scheduler.nextMoment(store.paused());
    if (next !== null) cancelTimer = clock.after(next - clock.now() + SPARE_MS, turn);
  }

  return {
    /** Begins with the open submissions, oldest first. Every call that was out when the app ended is in doubt. */
    start(found: readonly Submission[] = store.open()): void {
      recorder.load(found);
      for (const submission of recorder.open.values()) scheduler.recall(submission);
      for (const id of recorder.open.keys()) applyForSure(id, { kind: 'restarted' });
      turn();
    },
    /** Takes up submissions the intake has made durable. */
    added(submissions: readonly Submission[]): void {
      for (const submission of submissions) recorder.add(submission);
      turn();
    },
    command(id: string, command: Command): CommandAnswer {
      const before = recorder.find(id);
      if (before === null) return { ok: false, reason: 'not-now' };
      // Between the choice and the click another submission may have taken the draft.
      if (command.kind === 'adopt' && store.isOwned(before.connectionId, command.documentId))
        return { ok: false, reason: 'not-now' };
      if (recorder.isUnwritten(id)) return { ok: false, reason: 'unwritable' };
      const { committed, decision } = recorder.write(before, { kind: 'command', command });
      if (!committed.ok) return { ok: false, reason: committed.reason === 'stale' ? 'not-now' : 'unwritable' };
      if (command.kind === 'retry' && decision !== null) scheduler.probeNow(before.connectionId);
      turn();
      return decision === null ? { ok: false, reason: 'not-now' } : { ok: true };
    },
    /** A submission waits for an overview of this connection. */
    wantsCheck(connectionId: string): boolean {
      const account = deps.accountOf(connectionId);
      return recorder.openOf(connectionId).some((one) => waitsForCheck(one) && belongsTo(one, account));
    },
    /** One overview settles every upload in doubt and shows drafts that a repeated upload left behind. */
    async checked(connectionId: string, check: CheckSeen): Promise<void> {
      for (const { id, fact } of settleByCheck(recorder.openOf(connectionId), check, store)) apply(id, fact);
      turn();
      await orphans.find(connectionId, check);
    },
    connectionReady(connectionId: string): void {
      scheduler.closeBreaker(connectionId);
      for (const { id } of recorder.openOf(connectionId)) apply(id, { kind: 'connection-ready' });
      turn();
    },
    /** Tracking saw the document signed, rejected or withdrawn. */
    finished(connectionId: string, documentIds: readonly string[]): void {
      const owners = documentIds.flatMap((documentId) => store.ownerOf(connectionId, documentId) ?? []);
      for (const { id } of owners) apply(id, { kind: 'finished' });
      if (owners.length > 0) turn();
    },
    deleteOrphan: orphans.delete,
    pause(paused: boolean): Committed {
      const committed = store.setPaused(paused, clock.now());
      turn();
      return committed;
    },
    workOf: (connectionId: string): ConnectionWork => ({
      breaker: scheduler.breakerOf(connectionId),
      budget: scheduler.budgetNow(connectionId),
      waitForCheck: recorder.openOf(connectionId).filter((one) => waitsForCheck(one) && one.stage.kind === 'unclear')
        .length,
    }),
    /** The open submissions of a connection, oldest first. */
    openOf: recorder.openOf,
    openOne: (id: string): Submission | null => recorder.open.get(id) ?? null,
    /** The computer's clock was set while the app ran: each wait keeps what was left of it. */
    async clockMoved(byMs: number): Promise<void> {
      moving = true;
      try {
        scheduler.clockMoved(byMs);
        // Writing a row changes the map, so we go through a copy of its keys.
        for (const [at, id] of [...recorder.open.keys()].entries()) {
          applyForSure(id, { kind: 'clock-moved', byMs });
          // oxlint-disable-next-line no-await-in-loop -- other work must not wait for thousands of rows
          if (at % ROWS_BEFORE_BREAK === ROWS_BEFORE_BREAK - 1) await setImmediate();
        }
      } finally {
        moving = false;
      }
      turn();
    },
    /** After sleep, or after the clock was set, timers come late or early. */
    wake: turn,
    close(): void {
      stopping.abort();
      cancelTimer();
    },
  };
}

export type Worker = ReturnType<typeof createWorker>;
