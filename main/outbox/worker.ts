import { setImmediate } from 'node:timers/promises';
import { NOTEWORTHY_MS } from '../clock.ts';
import { type Decide, decide } from '../submission/decide/decide.ts';
import { isOutOfTheWay } from '../submission/decide/replacement.ts';
import type { Command, Effect, Fact, Moment, Trouble } from '../submission/fact.ts';
import type { Committed } from '../submission/store.ts';
import type { Submission } from '../submission/submission.ts';
import type { Pace } from '../tracking/pace.ts';
import type { CheckSeen } from '../tracking/reading.ts';
import type { During } from '../work.ts';
import type { BudgetState } from './budget.ts';
import { type Client, perform } from './calls.ts';
import type { BreakerState } from './circuit-breaker.ts';
import { createOrphans } from './orphans.ts';
import { createRecorder, type RecorderDeps } from './recorder.ts';
import { createScheduler, type SchedulerDeps } from './scheduler.ts';
import { createSearch } from './search.ts';
import { belongsTo, waitsForCheck } from './settle-by-check.ts';

export interface WorkerDeps
  extends Omit<RecorderDeps, 'decide'>,
    Pick<SchedulerDeps, 'clientOf' | 'accountOf' | 'parallelCalls'> {
  readonly spoolPath: (sha256: string) => string;
  readonly onProgress: (id: string, bytes: number, total: number | null) => void;
  /** The pause that the service asked the account for. It hears each answer to a reading of details. */
  readonly pace: Pick<Pace, 'note' | 'refusal'>;
  /** The service no longer accepts the credentials of this connection. */
  readonly onConnectionTrouble: (connectionId: string, trouble: Trouble) => void;
  /** The computer's clock was set back, and we moved the waits with it. */
  readonly onClockSetBack: () => void;
  /** Reports a bug, never an expected failure. */
  readonly onFault: (error: unknown) => void;
  readonly decide?: Decide;
  /** This connection, and others that the same service user is signed in at. */
  readonly ofSameAccount?: (connectionId: string) => readonly string[];
  /** Hears of each running call. */
  readonly during?: During;
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
const AFTER_FAULT_MS = 60_000;

/** The result of a look at a draft that belongs to another submission: the draft counts as not found. */
function notFound(look: Omit<Extract<Fact, { readonly kind: 'seen' }>, 'answer'>): Fact {
  const trouble = { kind: 'not-found', certainty: 'permanent', details: '', forAPerson: false } as const;
  return { ...look, answer: { ok: false, trouble } };
}

/** Makes the calls of the open submissions, one per submission at a time. The journal stores each call before it leaves. */
export function createWorker(deps: WorkerDeps) {
  const { clock, store } = deps;
  const inFlight = new Map<string, Submission>();
  const recorder = createRecorder({ ...deps, decide: deps.decide ?? decide });
  const scheduler = createScheduler({ ...deps, recorder, inFlight });
  const stopping = new AbortController();
  const sameAccount = deps.ofSameAccount ?? ((connectionId: string) => [connectionId]);
  const search = createSearch({
    ...deps,
    clientOf: pacedClientOf,
    openOf: recorder.openOf,
    openOfAccount: (connectionId) => sameAccount(connectionId).flatMap(recorder.openOf),
    find: recorder.find,
    apply,
    restsUntil: (connectionId) => scheduler.restsUntil(connectionId),
    called(connectionId, trouble) {
      scheduler.called(connectionId, trouble, moment());
      if (trouble?.forAPerson === true) deps.onConnectionTrouble(connectionId, trouble);
    },
    turn,
    signal: stopping.signal,
  });
  const orphans = createOrphans({ ...deps, clientOf: pacedClientOf, apply, signal: stopping.signal });
  /** How many moves of all waits are under way. No new call begins meanwhile. */
  let moves = 0;
  /** True while the computer sleeps. A timer may run before the computer says that it woke up. */
  let asleep = false;
  let cancelTimer = () => {};

  const moment = (): Moment => ({ now: clock.now(), roll: deps.random });

  /** The other readers of the account wait as long as an answer to a reading of details asks. */
  function pacedClientOf(connectionId: string): Client | null {
    const client = deps.clientOf(connectionId);
    if (client === null) return null;
    return {
      ...client,
      async details(id, options) {
        const answer = await client.details(id, options);
        if (!stopping.signal.aborted) deps.pace.note(connectionId, answer);
        return answer;
      },
    };
  }

  /** Stores what follows from a fact, and only then makes its calls. */
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
    const client = pacedClientOf(connectionId);
    if (client === null) throw new Error('There is no client for this call.');
    inFlight.set(id, submission);
    if (effect.kind === 'look' && isOthers(submission, effect.documentId)) {
      // Do not call the service, which may have asked the other submission to wait.
      const fact = notFound({ kind: 'seen', documentId: effect.documentId, skewMs: client.clockSkewMs() });
      Promise.resolve(fact)
        .then((seen) => settled(submission, seen))
        .catch(deps.onFault);
      return;
    }
    const onProgress = (bytes: number, total: number | null) => deps.onProgress(id, bytes, total);
    const call = perform(submission, effect, {
      client,
      spoolPath: deps.spoolPath,
      onProgress,
      signal: stopping.signal,
      isWanted: () => recorder.find(id)?.cancelled !== true,
    });
    void deps.during?.('send', call);
    call
      .then((fact) => answered(submission, fact))
      .catch((error: unknown) => {
        // We do not know what the call did before it failed. At the next start it counts as unclear.
        inFlight.delete(id);
        stumbled(id, error);
        turn();
      });
  }

  /** A bug showed in a submission: it waits, and the others continue. */
  function stumbled(id: string, error: unknown): void {
    scheduler.holdBack(id, clock.now() + AFTER_FAULT_MS);
    if (!stopping.signal.aborted) deps.onFault(error);
  }

  function answered(submission: Submission, answer: Fact): void {
    const { id, connectionId } = submission;
    inFlight.delete(id);
    if (stopping.signal.aborted) return;
    const heard = scheduler.heard(submission, withOwnDocument(submission, answer));
    // During the look another submission may have taken the draft.
    const fact = heard.kind === 'seen' && isOthers(submission, heard.documentId) ? notFound(heard) : heard;
    const trouble = 'answer' in fact && !fact.answer.ok ? fact.answer.trouble : null;
    scheduler.called(connectionId, trouble, moment());
    if (trouble?.forAPerson === true) deps.onConnectionTrouble(connectionId, trouble);
    settled(submission, fact);
  }

  /** An upload makes a new document. An answer that shows one of ours is another one's: what became of ours is unclear. */
  function withOwnDocument(submission: Submission, answer: Fact): Fact {
    if (answer.kind !== 'uploaded' || !answer.answer.ok || !isOthers(submission, answer.answer.value.documentId))
      return answer;
    const details = 'The answer shows a document of another upload.';
    const trouble = { kind: 'unexpected-answer', certainty: 'unclear', details, forAPerson: false } as const;
    return { kind: 'uploaded', answer: { ok: false, trouble } };
  }

  function settled({ id }: Submission, fact: Fact): void {
    inFlight.delete(id);
    if (stopping.signal.aborted) return;
    applyForSure(id, fact);
    turn();
  }

  /** True when another submission has the document. */
  function isOthers({ documentId }: Submission, seenId: string): boolean {
    return seenId !== documentId && store.isOwned(seenId);
  }

  /** A bug must not stop the outbox: nothing else would wake it again. */
  function turn(): void {
    if (stopping.signal.aborted) return;
    try {
      const now = clock.now();
      recorder.writeAgain(apply);
      const ahead = [...recorder.open.values()].filter(({ changedAt }) => changedAt > now);
      if (ahead.some(({ changedAt }) => changedAt > now + NOTEWORTHY_MS)) deps.onClockSetBack();
      for (const { id } of ahead) apply(id, { kind: 'clock-set-back' });
      if (!store.paused() && moves === 0 && !asleep) takeTurns(now);
      schedule();
    } catch (error) {
      if (stopping.signal.aborted) return;
      cancelTimer();
      cancelTimer = clock.after(AFTER_FAULT_MS, turn);
      deps.onFault(error);
    }
  }

  function takeTurns(now: number): void {
    for (let next = scheduler.next(now); next !== null; next = scheduler.next(now)) {
      const skewMs = deps.clientOf(next.connectionId)?.clockSkewMs() ?? 0;
      const before = next.revision;
      try {
        apply(next.id, { kind: 'due', skewMs });
      } catch (error) {
        stumbled(next.id, error);
        continue;
      }
      if (recorder.open.get(next.id)?.revision === before) return;
    }
  }

  /** Moves the waits of all open submissions. No new call begins before all are moved. */
  async function move(fact: Fact): Promise<void> {
    moves += 1;
    try {
      // Storing a submission changes the map, so iterate over a copy of its keys.
      for (const [at, id] of [...recorder.open.keys()].entries()) {
        applyForSure(id, fact);
        // oxlint-disable-next-line no-await-in-loop -- other work must not wait for thousands of rows
        if (at % ROWS_BEFORE_BREAK === ROWS_BEFORE_BREAK - 1) await setImmediate();
      }
    } finally {
      moves -= 1;
    }
    turn();
  }

  function schedule(): void {
    cancelTimer();
    const next = scheduler.nextMoment(store.paused());
    if (next !== null) cancelTimer = clock.after(next - clock.now() + SPARE_MS, turn);
  }

  return {
    /** Begins with the open submissions, oldest first. Every call that was running when the app ended is in doubt. */
    start(found: readonly Submission[] = store.open()): void {
      recorder.load(found);
      for (const submission of recorder.open.values()) scheduler.recall(submission);
      for (const id of recorder.open.keys()) applyForSure(id, { kind: 'restarted' });
      turn();
    },
    /** Takes submissions that the intake has stored. */
    added(submissions: readonly Submission[]): void {
      for (const submission of submissions) recorder.add(submission);
      turn();
    },
    command(id: string, command: Command): CommandAnswer {
      const before = recorder.find(id);
      if (before === null) return { ok: false, reason: 'not-now' };
      // Between the choice and the click another submission may have taken the draft.
      if (command.kind === 'adopt' && store.isOwned(command.documentId)) return { ok: false, reason: 'not-now' };
      // In the moment of sending, people may still be able to sign the document that this copy replaces.
      if (command.kind === 'send' && before.redoOf !== null && !isOutOfTheWay(recorder.find(before.redoOf)))
        return { ok: false, reason: 'not-now' };
      if (recorder.isUnwritten(id)) return { ok: false, reason: 'unwritable' };
      const { committed, decision } = recorder.write(before, { kind: 'command', command });
      if (!committed.ok) return { ok: false, reason: committed.reason === 'stale' ? 'not-now' : 'unwritable' };
      if (command.kind === 'retry' && decision !== null) scheduler.probeNow(before.connectionId);
      turn();
      return decision === null ? { ok: false, reason: 'not-now' } : { ok: true };
    },
    /** A call to the service is under way. Submissions that are due follow without a gap. */
    isCalling: (): boolean => inFlight.size > 0,
    /** True when a submission waits for a check of this connection. */
    wantsCheck(connectionId: string): boolean {
      const account = deps.accountOf(connectionId);
      return recorder.openOf(connectionId).some((one) => waitsForCheck(one) && belongsTo(one, account));
    },
    /** Settles every upload in doubt by one check, and finds drafts that a repeated upload left behind. */
    async checked(connectionId: string, check: CheckSeen): Promise<void> {
      const searched = search.begin(connectionId, check);
      turn();
      await Promise.all([searched, orphans.find(connectionId, check)]);
    },
    /** Gives recovered submissions to another connection. */
    reconnect(ids: readonly string[], connectionId: string): void {
      for (const id of ids) apply(id, { kind: 'reconnected', connectionId });
    },
    /** All that are not done. */
    openOnes: (): readonly Submission[] => [...recorder.open.values()],
    connectionReady(connectionId: string): void {
      scheduler.closeBreaker(connectionId);
      search.wake(connectionId);
      for (const { id } of recorder.openOf(connectionId)) apply(id, { kind: 'connection-ready' });
      turn();
    },
    /** A check showed these documents as signed, rejected or withdrawn. */
    finished(connectionId: string, documentIds: readonly string[]): void {
      const owners = documentIds.flatMap((documentId) => store.ownerOf(connectionId, documentId) ?? []);
      for (const { id } of owners) apply(id, { kind: 'finished' });
      if (owners.length > 0) turn();
    },
    deleteOrphan: orphans.delete,
    pause(paused: boolean): Committed {
      const committed = store.setPaused(paused, clock.now());
      for (const connectionId of new Set([...recorder.open.values()].map((one) => one.connectionId)))
        search.wake(connectionId);
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
    /** The computer's clock was set while the app ran: each wait keeps its remaining length. */
    async clockMoved(byMs: number): Promise<void> {
      scheduler.clockMoved(byMs);
      await move({ kind: 'clock-moved', byMs });
    },
    /** The computer is about to sleep: no new call begins before it is awake. */
    suspend(): void {
      asleep = true;
    },
    /** The computer is awake: timers may be late, and nobody could press Undo while it slept. */
    async awake(sleptMs: number): Promise<void> {
      asleep = false;
      if (sleptMs > 0) await move({ kind: 'slept', ms: sleptMs });
      else turn();
    },
    close(): void {
      stopping.abort();
      search.close();
      cancelTimer();
    },
  };
}

export type Worker = ReturnType<typeof createWorker>;
