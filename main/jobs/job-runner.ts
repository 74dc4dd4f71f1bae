import type { Moment } from '../submission/fact.ts';
import type { Committed } from '../submission/store.ts';
import { NOTEWORTHY_MS } from '../time/clock.ts';
import { createOrder } from '../time/in-order.ts';
import { inParts } from '../time/slices.ts';
import { JobBook } from './job-book.ts';
import type { Job, JobKind, RunnerFact } from './job-kind.ts';

/** Jobs in one transaction. One for each job would hold main up for seconds, and so would all at once. */
export const JOBS_AT_ONCE = 10;
const SPARE_MS = 10;
const AFTER_FAULT_MS = 60_000;

/**
 * Makes the calls of the open jobs of a kind, one per job at a time. The journal stores each call before it leaves, and an
 * outcome that the journal does not take is written again.
 */
export class JobRunner<J extends Job, F extends { readonly kind: string }, E> {
  readonly book: JobBook<J, F, E>;
  readonly inFlight = new Map<string, J>();
  readonly #kind: JobKind<J, F, E>;
  readonly #stopping = new AbortController();
  /** Jobs read from the store whose calls are not in doubt yet. No new call of them begins. */
  readonly #toBegin = new Set<string>();
  /** The time until which a job waits after a bug showed in it. */
  readonly #heldBack = new Map<string, number>();
  /** The number of changes of many jobs that are under way. No new call begins meanwhile. */
  #changesOfMany = 0;
  readonly #moves = createOrder();
  /** The computer sleeps. A timer may run before the computer says that it woke up. */
  #isAsleep = false;
  #cancelTimer = () => {};

  constructor(kind: JobKind<J, F, E>) {
    this.#kind = kind;
    this.book = new JobBook(kind);
  }

  get signal(): AbortSignal {
    return this.#stopping.signal;
  }

  get open(): ReadonlyMap<string, J> {
    return this.book.open;
  }

  readonly moment = (): Moment => ({ now: this.#kind.clock.now(), roll: this.#kind.random });

  /** Begins with jobs read from the store. Every call that was running when the app ended is in doubt. */
  start(found: readonly J[], onLoaded: (job: J) => void = () => {}): Promise<void> {
    for (const job of found) this.#toBegin.add(this.#kind.idOf(job));
    return this.withoutCalls(() =>
      this.inBreaks(found, (part) => {
        const ids = this.book.load(part);
        try {
          for (const id of ids) {
            const job = this.open.get(id);
            if (job !== undefined) onLoaded(job);
          }
          this.#applyTogether(ids, { kind: 'restarted' }, this.applyForSure);
          for (const id of ids) this.#toBegin.delete(id);
        } catch {
          for (const id of ids) this.#begin(id);
        }
      }),
    );
  }

  /** Begins with one job. A bug in it stops no other, and it is tried again. */
  #begin(id: string): void {
    try {
      this.applyForSure(id, { kind: 'restarted' });
      this.#toBegin.delete(id);
    } catch (error) {
      this.#stumbled(id, error);
    }
  }

  #beginAgain(): void {
    const now = this.#kind.clock.now();
    for (const id of this.#toBegin) if ((this.#heldBack.get(id) ?? 0) <= now) this.#begin(id);
  }

  /** Takes new jobs that are stored. */
  add(jobs: readonly J[]): void {
    for (const job of jobs) this.book.keep({ job, before: null, fact: null });
    this.turn();
  }

  /** Stores what follows from a fact, and only then makes its calls. */
  readonly apply = (id: string, fact: F | RunnerFact): Committed => {
    const before = this.book.find(id);
    if (before === null) return { ok: true };
    const { committed, decisions } = this.book.record([before], fact);
    if (committed.ok) this.#actOn(decisions);
    return committed;
  };

  /** Applies a fact that we would not learn a second time: an outcome, or a move of the clock. */
  readonly applyForSure = (id: string, fact: F | RunnerFact): void => {
    const committed = this.apply(id, fact);
    if (!committed.ok && committed.reason === 'unwritable') this.book.remember(id, fact);
  };

  /** Applies a fact to thousands of jobs, a few in each transaction, with breaks for other work. */
  applyAll(ids: readonly string[], fact: F | RunnerFact, applyOne: (id: string, fact: F | RunnerFact) => unknown) {
    return this.inBreaks(ids, (part) => this.#applyTogether(part, fact, applyOne));
  }

  /** Works on thousands of items, a few at once, with breaks for other work. */
  async inBreaks<T>(items: readonly T[], work: (part: readonly T[]) => void): Promise<void> {
    await inParts(items, JOBS_AT_ONCE, (part) => {
      if (!this.signal.aborted) work(part);
    });
  }

  /** Applies a fact to many jobs. `applyOne` takes each job alone if the transaction of its part failed. */
  #applyTogether(
    ids: readonly string[],
    fact: F | RunnerFact,
    applyOne: (id: string, fact: F | RunnerFact) => unknown,
  ): void {
    const jobs = ids.flatMap((id) => this.book.find(id) ?? []);
    const { committed, decisions } = this.book.record(jobs, fact);
    if (committed.ok) this.#actOn(decisions);
    else for (const job of jobs) applyOne(this.#kind.idOf(job), fact);
  }

  #actOn(decisions: ReturnType<JobBook<J, F, E>['record']>['decisions']): void {
    for (const decision of decisions)
      if (decision !== null) for (const effect of decision.effects) this.#act(decision.job, effect);
  }

  #act(job: J, effect: E): void {
    const id = this.#kind.idOf(job);
    this.inFlight.set(id, job);
    this.#kind
      .perform(job, effect, this.signal)
      .then((outcome) => this.#answered(job, outcome))
      .catch((error: unknown) => {
        // We do not know what the call did before it failed, so it counts as unclear, as after a restart.
        this.inFlight.delete(id);
        this.#toBegin.add(id);
        this.#stumbled(id, error);
        this.turn();
      });
  }

  #answered(job: J, outcome: F): void {
    const id = this.#kind.idOf(job);
    this.inFlight.delete(id);
    if (this.signal.aborted) return;
    this.applyForSure(id, this.#kind.heard(job, outcome, this));
    this.turn();
  }

  /** Holds a job back in which a bug showed. The others continue. */
  #stumbled(id: string, error: unknown): void {
    this.#heldBack.set(id, this.#kind.clock.now() + AFTER_FAULT_MS);
    if (!this.signal.aborted) this.#kind.onFault(error);
  }

  /** Begins all calls that may begin now. A bug must not stop the jobs: nothing else would wake them again. */
  readonly turn = (): void => {
    if (this.signal.aborted) return;
    try {
      this.book.writeAgain(this.apply);
      if (this.#changesOfMany === 0) this.#beginAgain();
      if (this.#correctClock()) return;
      if (!this.#kind.isPaused() && this.#changesOfMany === 0 && !this.#isAsleep) this.#takeTurns();
      this.#schedule();
    } catch (error) {
      this.#failed(error);
    }
  };

  #failed(error: unknown): void {
    if (this.signal.aborted) return;
    this.#cancelTimer();
    this.#cancelTimer = this.#kind.clock.after(AFTER_FAULT_MS, this.turn);
    this.#kind.onFault(error);
  }

  /** Corrects the waits of jobs that seem to have changed in the future. True: they are many, and a turn follows. */
  #correctClock(): boolean {
    const now = this.#kind.clock.now();
    const ahead = this.book.changedAfter(now);
    if (this.#changesOfMany === 0 && ahead.some(([, job]) => this.#kind.changedAt(job) > now + NOTEWORTHY_MS))
      this.#kind.onClockSetBack();
    const ids = ahead.map(([id]) => id);
    const fact = { kind: 'clock-set-back' } as const;
    const isMany = ids.length > JOBS_AT_ONCE;
    if (!isMany) this.#applyTogether(ids, fact, this.apply);
    if (!isMany || this.#changesOfMany > 0 || now < this.book.pausedUntil()) return false;
    this.withoutCalls(() => this.applyAll(ids, fact, this.apply)).catch((error: unknown) => this.#failed(error));
    return true;
  }

  #takeTurns(): void {
    for (let next = this.#next(); next !== null; next = this.#next()) {
      const id = this.#kind.idOf(next);
      try {
        this.apply(id, this.#kind.dueFact(next));
      } catch (error) {
        this.#stumbled(id, error);
        continue;
      }
      // Nothing followed from it: the same job would be next without end.
      if (this.open.get(id) === next && !this.inFlight.has(id)) return;
    }
  }

  #next(): J | null {
    const now = this.#kind.clock.now();
    if (now < this.book.pausedUntil()) return null;
    const gate = this.#kind.gate(now, this);
    if (this.inFlight.size >= gate.parallel) return null;
    let best: J | null = null;
    for (const [id, job] of this.open) {
      const due = this.#kind.dueAt(job);
      if (due === null || due > now) continue;
      if (best !== null && !gate.isBefore(job, best)) continue;
      if (gate.isOpen(job) && this.#isFree(id, now)) best = job;
    }
    return best;
  }

  /** Tells whether nothing of our own holds the job back. */
  #isFree(id: string, now: number): boolean {
    if (this.inFlight.has(id) || this.#toBegin.has(id) || this.book.isUnwritten(id)) return false;
    return (this.#heldBack.get(id) ?? 0) <= now;
  }

  #schedule(): void {
    this.#cancelTimer();
    const now = this.#kind.clock.now();
    const gate = this.#kind.gate(now, this);
    const pausedUntil = this.book.pausedUntil();
    let next = this.book.hasUnwritten() ? Math.max(now, pausedUntil) : Number.POSITIVE_INFINITY;
    // The end of the start takes the next turn.
    for (const id of this.#changesOfMany > 0 ? [] : this.#toBegin)
      next = Math.min(next, Math.max(now, this.#heldBack.get(id) ?? 0));
    // A person's pause stops new calls. We still store what has happened.
    for (const [id, job] of this.#kind.isPaused() ? [] : this.open) {
      const due = this.#kind.dueAt(job);
      if (due === null || this.inFlight.has(id)) continue;
      const at = Math.max(due, this.#heldBack.get(id) ?? 0, gate.opensAt(job), pausedUntil);
      // A job that is due already waits for a running call. The end of that call takes the next turn.
      if (at > now) next = Math.min(next, at);
    }
    if (next < Number.POSITIVE_INFINITY) this.#cancelTimer = this.#kind.clock.after(next - now + SPARE_MS, this.turn);
  }

  /** Changes many jobs. No new call begins before all are changed. */
  async withoutCalls(work: () => Promise<void>): Promise<void> {
    this.#changesOfMany += 1;
    try {
      await work();
    } finally {
      this.#changesOfMany -= 1;
    }
    this.turn();
  }

  /** Moves the waits of all open jobs. A sleep that ends with a clock set anew makes two moves, the second after the first. */
  #move(fact: RunnerFact): Promise<void> {
    const moveAll = () => this.applyAll([...this.open.keys()], fact, this.applyForSure);
    return this.withoutCalls(() => this.#moves.run(moveAll));
  }

  /** Continues the jobs of a connection that works again. */
  async connectionReady(connectionId: string): Promise<void> {
    const ids = this.book.openOf(connectionId).map(this.#kind.idOf);
    await this.applyAll(ids, { kind: 'connection-ready' }, this.apply);
    this.turn();
  }

  /** Keeps the remaining length of each wait after the computer's clock was set. */
  async clockMoved(byMs: number): Promise<void> {
    this.#heldBack.clear();
    await this.#move({ kind: 'clock-moved', byMs, at: this.#kind.clock.now() });
  }

  /** Begins no new call before the computer, which is about to sleep, is awake. */
  suspend(): void {
    this.#isAsleep = true;
    this.book.sleep();
  }

  /** Continues after a sleep: timers may be late, and nobody could press Undo. */
  async awake(sleptMs: number): Promise<void> {
    this.#isAsleep = false;
    this.book.wake();
    if (sleptMs > 0) await this.#move({ kind: 'slept', ms: sleptMs, at: this.#kind.clock.now() });
    else this.turn();
  }

  close(): void {
    this.#stopping.abort();
    this.#cancelTimer();
  }
}
