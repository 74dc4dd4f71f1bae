import { setImmediate } from 'node:timers/promises';
import type { Clock } from '../clock.ts';
import { type Decide, decide } from '../submission/decide/decide.ts';
import { dueAt } from '../submission/decide/waiting.ts';
import type { Command, Decision, Effect, Fact, Moment, Trouble } from '../submission/fact.ts';
import type { Change, Committed, OutboxStore } from '../submission/store.ts';
import type { Submission } from '../submission/submission.ts';
import type { CheckSeen } from '../tracking/reading.ts';
import { afterCall, type BreakerState, closedBreaker, opensAt } from './breaker.ts';
import { type BudgetState, budgetOf } from './budget.ts';
import { type Client, perform } from './calls.ts';
import { nextInLine } from './next-in-line.ts';
import { createOrphans } from './orphans.ts';
import { createQuotas, smallestUpload } from './quotas.ts';
import { isOf, settlements, waitsForCheck } from './settlements.ts';

export interface OutboxDeps {
  readonly clock: Clock;
  readonly store: OutboxStore;
  /** At least 0, below 1. */
  readonly random: () => number;
  /** null: this connection cannot be used now. */
  readonly clientOf: (connectionId: string) => Client | null;
  /** The service user that is signed in. A submission goes on under the one it was accepted for alone. */
  readonly accountOf: (connectionId: string) => string | null;
  readonly spoolPath: (sha256: string) => string;
  readonly onChanged: (submission: Submission) => void;
  readonly onProgress: (id: string, bytes: number, total: number | null) => void;
  /** The service no longer takes what is kept for this connection. */
  readonly onConnectionTrouble: (connectionId: string, trouble: Trouble) => void;
  /** What was about to happen could not be written down, and is tried again; null: it can be again. */
  readonly onUnwritable: (details: string | null) => void;
  /** This computer's clock was set back: waiting times were moved along. */
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

const UNWRITTEN_RETRY_MS = 5_000;
const atATime = 50;
const SPARE_MS = 10;
/** Computers correct their clocks by seconds all the time. */
const NOTEWORTHY_MS = 60_000;

export function createOutbox(deps: OutboxDeps) {
  const { clock, store } = deps;
  const decideOn = deps.decide ?? decide;
  const open = new Map<string, Submission>();
  const inFlight = new Map<string, Submission>();
  const breakers = new Map<string, BreakerState>();
  const quotas = createQuotas(clock);
  /** Waiting times are being moved along with the computer's clock: nothing new begins meanwhile. */
  let moving = false;
  /** Outcomes the journal did not take: the submission stands still until they are written. */
  const unwritten = new Map<string, Fact>();
  const stopping = new AbortController();
  let unwritableUntil = 0;
  let troubled = false;
  let cancelTimer = () => {};
  const orphans = createOrphans({ store, clientOf: deps.clientOf, apply, signal: stopping.signal });

  const moment = (): Moment => ({ now: clock.now(), roll: deps.random });
  const breakerOf = (connectionId: string) => breakers.get(connectionId) ?? closedBreaker;

  function write(before: Submission, fact: Fact): { committed: Committed; decision: Decision | null } {
    const decision = decideOn(before, fact, moment());
    if (decision === null) return { committed: { ok: true }, decision };
    const at = clock.now();
    const changes: readonly Change[] = [
      { submission: decision.submission, event: { at, submissionId: before.id, fact } },
      ...decision.created.map(
        (submission): Change => ({
          submission,
          event: { at, submissionId: submission.id, fact: { kind: 'accepted' } },
        }),
      ),
    ];
    const committed = store.commit(changes);
    if (!committed.ok) {
      if (committed.reason === 'stale') forget(before.id);
      else {
        unwritableUntil = at + UNWRITTEN_RETRY_MS;
        // A command is answered, and not tried again.
        if (fact.kind !== 'command') {
          troubled = true;
          deps.onUnwritable(committed.details);
        }
      }
      return { committed, decision };
    }
    if (troubled) {
      troubled = false;
      deps.onUnwritable(null);
    }
    for (const { submission } of changes) keep(submission);
    return { committed, decision };
  }

  function keep(submission: Submission): void {
    if (submission.stage.kind === 'done') open.delete(submission.id);
    else open.set(submission.id, submission);
    deps.onChanged(submission);
  }

  /** Somebody else changed the row: what is kept here is no longer true. */
  function forget(id: string): void {
    const found = store.find(id);
    if (found === null || found.stage.kind === 'done') open.delete(id);
    else open.set(id, found);
  }

  /** Effects follow only what is durable. */
  function apply(id: string, fact: Fact): Committed {
    const before = open.get(id) ?? store.find(id);
    if (before === null) return { ok: true };
    const { committed, decision } = write(before, fact);
    if (committed.ok && decision !== null) for (const effect of decision.effects) act(decision.submission, effect);
    return committed;
  }

  function act(submission: Submission, effect: Effect): void {
    const { id, connectionId } = submission;
    const client = deps.clientOf(connectionId);
    if (client === null) throw new Error('A call was decided on without a client.');
    inFlight.set(id, submission);
    const onProgress = (bytes: number, total: number | null) => deps.onProgress(id, bytes, total);
    perform(submission, effect, { client, spoolPath: deps.spoolPath, onProgress, signal: stopping.signal })
      .then((fact) => answered(submission, fact))
      .catch((error: unknown) => {
        // What it did before it failed is not known; at the next start it counts as unclear.
        inFlight.delete(id);
        deps.onFault(error);
      });
  }

  function answered(submission: Submission, told: Fact): void {
    const { id, connectionId } = submission;
    inFlight.delete(id);
    if (stopping.signal.aborted) return;
    const fact = notSomebodyElses(submission, quotas.heard(submission, told, budgetNow(connectionId)));
    const trouble = 'answer' in fact && !fact.answer.ok ? fact.answer.trouble : null;
    breakers.set(connectionId, afterCall(breakerOf(connectionId), trouble, moment()));
    if (trouble?.forAPerson === true) deps.onConnectionTrouble(connectionId, trouble);
    const committed = apply(id, fact);
    if (!committed.ok && committed.reason === 'unwritable') unwritten.set(id, fact);
    turn();
  }

  /** While it was looked at, another submission may have taken the draft. */
  function notSomebodyElses({ connectionId, documentId }: Submission, fact: Fact): Fact {
    if (fact.kind !== 'seen' || fact.documentId === documentId) return fact;
    if (!store.isOwned(connectionId, fact.documentId)) return fact;
    const trouble = { kind: 'not-found', certainty: 'permanent', details: '', forAPerson: false } as const;
    return { ...fact, answer: { ok: false, trouble } };
  }

  function writeAgain(): void {
    for (const [id, fact] of unwritten) {
      const committed = apply(id, fact);
      if (!committed.ok && committed.reason === 'unwritable') return;
      unwritten.delete(id);
    }
  }

  /** One submission has more than one call out only if this is broken: none is taken that is in flight. */
  function turn(): void {
    if (stopping.signal.aborted) return;
    const now = clock.now();
    if (now >= unwritableUntil) writeAgain();
    const ahead = [...open.values()].filter(({ changedAt }) => changedAt > now);
    if (ahead.some(({ changedAt }) => changedAt > now + NOTEWORTHY_MS)) deps.onClockSetBack();
    for (const { id } of ahead) apply(id, { kind: 'clock-set-back' });
    // The clock was set back: the pause is not to last longer for it.
    if (now < unwritableUntil - UNWRITTEN_RETRY_MS) unwritableUntil = now;
    if (!store.paused() && !moving) takeTurns(now);
    schedule();
  }

  function takeTurns(now: number): void {
    const pick = () => {
      if (now < unwritableUntil) return null;
      const budget = eachOnce(budgetNow);
      const smallest = eachOnce((connectionId) => smallestUpload(dueOf(connectionId, now)));
      const blocked = (one: Submission) => unwritten.has(one.id) || isBlocked(one, now, { budget, smallest });
      return nextInLine({ open: open.values(), inFlight, now, blocked });
    };
    for (let next = pick(); next !== null; next = pick()) {
      const skewMs = deps.clientOf(next.connectionId)?.clockSkewMs() ?? 0;
      const before = next.revision;
      apply(next.id, { kind: 'due', skewMs });
      if (open.get(next.id)?.revision === before) return;
    }
  }

  /** What could go now: neither a wait nor another account holds it. */
  function dueOf(connectionId: string, now: number): readonly Submission[] {
    const account = deps.accountOf(connectionId);
    return openOf(connectionId).filter((one) => isOf(one, account) && (dueAt(one) ?? now + 1) <= now);
  }

  function isBlocked(one: Submission, now: number, { budget, smallest }: Limits): boolean {
    const { connectionId, stage } = one;
    if (deps.clientOf(connectionId) === null || !isOf(one, deps.accountOf(connectionId))) return true;
    const state = breakerOf(connectionId);
    if (state.probeAt !== null && (opensAt(state, now) > now || calling(connectionId).length > 0)) return true;
    if (stage.kind !== 'ready' || stage.step !== 'upload') return false;
    if (budget(connectionId).level === 'full') return true;
    return !quotas.lets(one, calling(connectionId), () => smallest(connectionId));
  }

  /** A person does not wait for the next probe of an open breaker; it still is one alone. */
  function probeNow(connectionId: string): void {
    const state = breakerOf(connectionId);
    if (state.probeAt !== null) breakers.set(connectionId, { ...state, probeAt: clock.now() });
  }

  function openOf(connectionId: string): readonly Submission[] {
    return [...open.values()].filter((one) => one.connectionId === connectionId);
  }

  function calling(connectionId: string): readonly Submission[] {
    return [...inFlight.values()].filter((one) => one.connectionId === connectionId);
  }

  function budgetNow(connectionId: string): BudgetState {
    const uploads = calling(connectionId).filter(({ stage }) => stage.kind === 'calling' && stage.step === 'upload');
    return budgetOf(store, connectionId, uploads.length, clock.now());
  }

  /** The next moment something becomes due: the end of a wait, of an open breaker, of a full budget, of a full disk. */
  function schedule(): void {
    cancelTimer();
    const now = clock.now();
    const budget = eachOnce(budgetNow);
    // Pausing stops what would leave; what has happened is still written down.
    const waiting = store.paused() ? [] : [...open.values()];
    const moments = waiting.flatMap((one) => {
      const due = dueAt(one);
      if (due === null || inFlight.has(one.id)) return [];
      const upload = one.stage.kind === 'ready' && one.stage.step === 'upload';
      const resumesAt = upload && due <= now ? budget(one.connectionId).resumesAt : null;
      const quotaEnds = upload ? quotas.until(one.connectionId) : 0;
      return [Math.max(due, opensAt(breakerOf(one.connectionId), now), resumesAt ?? 0, quotaEnds, unwritableUntil)];
    });
    if (unwritten.size > 0) moments.push(unwritableUntil);
    // What is due already waits for a call to end, and that calls for a turn by itself.
    const next = Math.min(...moments.filter((at) => at > now));
    if (next !== Number.POSITIVE_INFINITY) cancelTimer = clock.after(next - now + SPARE_MS, turn);
  }

  return {
    /** With what is open, oldest first. Every call that was out when the app ended is in doubt from here on. */
    start(found: readonly Submission[] = store.open()): void {
      // Some may have moved on while the others were read.
      for (const submission of found) if (!open.has(submission.id)) open.set(submission.id, submission);
      for (const submission of open.values()) quotas.recall(submission);
      for (const id of open.keys()) {
        const committed = apply(id, { kind: 'restarted' });
        if (!committed.ok && committed.reason === 'unwritable') unwritten.set(id, { kind: 'restarted' });
      }
      turn();
    },
    /** Takes up submissions the intake has made durable. */
    added(submissions: readonly Submission[]): void {
      for (const submission of submissions) keep(submission);
      turn();
    },
    command(id: string, command: Command): CommandAnswer {
      const before = open.get(id) ?? store.find(id);
      if (before === null) return { ok: false, reason: 'not-now' };
      // Between the choice and the click another submission may have taken the draft.
      if (command.kind === 'adopt' && store.isOwned(before.connectionId, command.documentId))
        return { ok: false, reason: 'not-now' };
      if (unwritten.has(id)) return { ok: false, reason: 'unwritable' };
      const { committed, decision } = write(before, { kind: 'command', command });
      if (!committed.ok) return { ok: false, reason: committed.reason === 'stale' ? 'not-now' : 'unwritable' };
      if (command.kind === 'retry' && decision !== null) probeNow(before.connectionId);
      turn();
      return decision === null ? { ok: false, reason: 'not-now' } : { ok: true };
    },
    /** One gesture, many submissions: each may be undone until the same moment. */
    undoFrom(ids: readonly string[], startAfter: number): void {
      for (const id of ids) apply(id, { kind: 'command', command: { kind: 'undo-until', startAfter } });
      turn();
    },
    /** Somebody waits for an overview of this connection. */
    wantsCheck(connectionId: string): boolean {
      const account = deps.accountOf(connectionId);
      return openOf(connectionId).some((one) => waitsForCheck(one) && isOf(one, account));
    },
    /** One overview settles every upload in doubt, and shows drafts that a replayed upload left behind. */
    async checked(connectionId: string, check: CheckSeen): Promise<void> {
      for (const { id, fact } of settlements(openOf(connectionId), check, store)) apply(id, fact);
      turn();
      await orphans.find(connectionId, check);
    },
    connectionReady(connectionId: string): void {
      breakers.delete(connectionId);
      for (const one of open.values()) {
        if (one.connectionId === connectionId) apply(one.id, { kind: 'connection-ready' });
      }
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
      breaker: breakerOf(connectionId),
      budget: budgetNow(connectionId),
      waitForCheck: openOf(connectionId).filter((one) => waitsForCheck(one) && one.stage.kind === 'unclear').length,
    }),
    /** What is not at rest, oldest first. */
    openOf,
    /** One of them. */
    openOne: (id: string): Submission | null => open.get(id) ?? null,
    /** The computer's clock was set while the app ran: what was left of each wait is left now. */
    async clockMoved(byMs: number): Promise<void> {
      moving = true;
      try {
        for (const [connectionId, state] of breakers)
          if (state.probeAt !== null) breakers.set(connectionId, { ...state, probeAt: state.probeAt + byMs });
        quotas.clockMoved(byMs);
        let left = atATime;
        // Writing a row changes the map that is gone through.
        for (const id of Array.from(open.keys())) {
          apply(id, { kind: 'clock-moved', byMs });
          left -= 1;
          if (left > 0) continue;
          left = atATime;
          // oxlint-disable-next-line no-await-in-loop -- nothing else is to wait for thousands of rows
          await setImmediate();
        }
      } finally {
        moving = false;
      }
      turn();
    },
    /** After sleep, or when the clock was set, timers are late or early. */
    wake: turn,
    close(): void {
      stopping.abort();
      cancelTimer();
    },
  };
}

/** What holds all uploads of a connection. */
interface Limits {
  readonly budget: (connectionId: string) => BudgetState;
  readonly smallest: (connectionId: string) => string;
}

/** Asked once for each key. */
function eachOnce<T>(ask: (key: string) => T): (key: string) => T {
  const known = new Map<string, T>();
  return (key) => {
    const found = known.get(key) ?? ask(key);
    known.set(key, found);
    return found;
  };
}
