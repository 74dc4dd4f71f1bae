import type { Outcome } from '../signing/outcome.ts';
import { type Decide, decide } from '../submission/decide/decide.ts';
import { isOutOfTheWay } from '../submission/decide/replacement.ts';
import type { Command, Effect, Fact, Moment, Trouble } from '../submission/fact.ts';
import type { Committed } from '../submission/store.ts';
import type { Submission } from '../submission/submission.ts';
import { NOTEWORTHY_MS } from '../time/clock.ts';
import { createOrder } from '../time/in-order.ts';
import type { During } from '../time/work.ts';
import type { Pace } from '../tracking/pace.ts';
import type { CheckSeen } from '../tracking/reading.ts';
import type { BudgetState } from './budget.ts';
import { type Client, hearingDetails, notFound, perform } from './calls.ts';
import type { BreakerState } from './circuit-breaker.ts';
import { createLookBeforeSend } from './look-before-send.ts';
import {
  type BulkCommand,
  type CommandAnswer,
  createManyRows,
  type IsOffered,
  notNow,
  ROWS_AT_ONCE,
  unwritable,
} from './many-rows.ts';
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

export interface ConnectionWork {
  readonly breaker: BreakerState;
  readonly budget: BudgetState;
  /** Uploads in doubt until the next check. */
  readonly waitForCheck: number;
}

const SPARE_MS = 10;
const AFTER_FAULT_MS = 60_000;

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
  const many = createManyRows({ recorder, act, commandOne, isStopped: () => stopping.signal.aborted });
  const lookBeforeSend = createLookBeforeSend({
    ...deps,
    clientOf: pacedClientOf,
    apply,
    send: commandNow,
    signal: stopping.signal,
  });
  const orphans = createOrphans({
    ...deps,
    clientOf: pacedClientOf,
    openOf: recorder.openOf,
    apply,
    signal: stopping.signal,
  });
  /** How many moves of all waits are under way. No new call begins meanwhile. */
  let moves = 0;
  /** True while the computer sleeps. A timer may run before the computer says that it woke up. */
  let asleep = false;
  let cancelTimer = () => {};
  /** One after the other: between two parts of one, another would find only some of its rows. */
  const order = createOrder();

  const moment = (): Moment => ({ now: clock.now(), roll: deps.random });

  /** The other readers of the account wait as long as an answer to a reading of details asks. */
  function pacedClientOf(connectionId: string): Client | null {
    const client = deps.clientOf(connectionId);
    const note = (answer: Outcome<unknown>) => {
      if (!stopping.signal.aborted) deps.pace.note(connectionId, answer);
    };
    return client === null ? null : hearingDetails(client, note);
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
      if (moves === 0 && ahead.some(({ changedAt }) => changedAt > now + NOTEWORTHY_MS)) deps.onClockSetBack();
      const ids = ahead.map(({ id }) => id);
      if (ids.length <= ROWS_AT_ONCE) many.applyTogether(ids, { kind: 'clock-set-back' }, apply);
      else if (moves === 0 && now >= recorder.pausedUntil()) {
        withoutCalls(() => many.apply(ids, { kind: 'clock-set-back' }, apply)).catch(failed);
        return;
      }
      if (!store.paused() && moves === 0 && !asleep) takeTurns(now);
      schedule();
    } catch (error) {
      failed(error);
    }
  }

  function failed(error: unknown): void {
    if (stopping.signal.aborted) return;
    cancelTimer();
    cancelTimer = clock.after(AFTER_FAULT_MS, turn);
    deps.onFault(error);
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

  /** Changes many submissions. No new call begins before all are changed. */
  async function withoutCalls(work: () => Promise<void>): Promise<void> {
    moves += 1;
    try {
      await work();
    } finally {
      moves -= 1;
    }
    turn();
  }

  /** Moves the waits of all open submissions. */
  const move = (fact: Fact) => withoutCalls(() => many.apply([...recorder.open.keys()], fact, applyForSure));

  function commandOne(id: string, command: Command): CommandAnswer {
    const before = recorder.find(id);
    return before !== null && lookBeforeSend.takes(before, command) ? { ok: true } : commandNow(id, command);
  }

  function commandNow(id: string, command: Command): CommandAnswer {
    const before = recorder.find(id);
    if (before === null) return notNow;
    // Between the choice and the click another submission may have taken the draft.
    if (command.kind === 'adopt' && store.isOwned(command.documentId)) return notNow;
    // In the moment of sending, people may still be able to sign the document that this copy replaces.
    if (command.kind === 'send' && before.redoOf !== null && !isOutOfTheWay(recorder.find(before.redoOf)))
      return notNow;
    if (recorder.isUnwritten(id)) return unwritable;
    const { committed, decision } = recorder.write(before, { kind: 'command', command });
    if (!committed.ok) return committed.reason === 'stale' ? notNow : unwritable;
    if (command.kind === 'retry' && decision !== null) scheduler.probeNow(before.connectionId);
    turn();
    return decision === null ? notNow : { ok: true };
  }

  function schedule(): void {
    cancelTimer();
    const next = scheduler.nextMoment(store.paused());
    if (next !== null) cancelTimer = clock.after(next - clock.now() + SPARE_MS, turn);
  }

  return {
    /** Begins with the open submissions, oldest first. Every call that was running when the app ended is in doubt. */
    start: (found: readonly Submission[] = store.open()): Promise<void> =>
      order.run(() =>
        withoutCalls(() =>
          many.inBreaks(found, (part) => {
            for (const submission of recorder.load(part)) scheduler.recall(submission);
            many.applyTogether(
              part.map(({ id }) => id),
              { kind: 'restarted' },
              applyForSure,
            );
          }),
        ),
      ),
    /** Takes submissions that the intake has stored. */
    added(submissions: readonly Submission[]): void {
      for (const submission of submissions) recorder.add(submission);
      turn();
    },
    command: commandOne,
    /** Carries out one command for many rows, and only then begins calls again. */
    async commandAll(ids: readonly string[], command: BulkCommand, isOffered: IsOffered) {
      let answers: readonly CommandAnswer[] = [];
      await withoutCalls(async () => {
        answers = await many.command(ids, command, isOffered);
      });
      return answers;
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
      // Rows that are missing so far could be rivals for the same document.
      const moving = order.idle();
      if (moving !== null) await moving;
      lookBeforeSend.checked(connectionId, check);
      const searched = search.begin(connectionId, check);
      turn();
      await Promise.all([searched, orphans.find(connectionId, check)]);
    },
    /** Gives recovered submissions to another connection. Returns whether there were any. */
    async reconnect(find: (open: readonly Submission[]) => readonly Submission[], connectionId: string) {
      let count = 0;
      await order.run(() => {
        const ids = find([...recorder.open.values()]).map(({ id }) => id);
        count = ids.length;
        return many.apply(ids, { kind: 'reconnected', connectionId }, apply);
      });
      return count > 0;
    },
    async connectionReady(connectionId: string): Promise<void> {
      scheduler.closeBreaker(connectionId);
      search.wake(connectionId);
      const ids = recorder.openOf(connectionId).map(({ id }) => id);
      await many.apply(ids, { kind: 'connection-ready' }, apply);
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
