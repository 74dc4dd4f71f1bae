import type { Committed } from '../submission/store.ts';
import type { Decided, Job, JobChange, JobKind, RunnerFact } from './job-kind.ts';
import { OpenJobs } from './open-jobs.ts';

export interface Recorded<J, E> {
  readonly committed: Committed;
  /** One for each job, in the same order. Null: the fact changes nothing. */
  readonly decisions: readonly (Decided<J, E> | null)[];
}

const RETRY_MS = 5_000;

const isMove = ({ kind }: { readonly kind: string }) => kind === 'clock-moved' || kind === 'slept';

/** The open jobs of a kind. Decides what follows from a fact and stores it. */
export class JobBook<J extends Job, F extends { readonly kind: string }, E> {
  readonly #open: OpenJobs<J>;
  readonly #kind: JobKind<J, F, E>;
  /** Facts the journal did not take. These jobs stand still until the facts are written. */
  readonly #unwritten = new Map<string, readonly (F | RunnerFact)[]>();
  #pausedUntil = 0;
  /** The time at which the computer said that it will sleep. Null: it is awake. */
  #asleepSince: number | null = null;
  /** The reason that the journal accepts no outcome, as reported. Null: it accepts them. */
  #trouble: string | null = null;

  constructor(kind: JobKind<J, F, E>) {
    this.#kind = kind;
    this.#open = new OpenJobs(kind.changedAt);
  }

  get open(): ReadonlyMap<string, J> {
    return this.#open.byId;
  }

  find(id: string): J | null {
    return this.open.get(id) ?? this.#kind.find(id);
  }

  openOf(connectionId: string): readonly J[] {
    return this.#open.of(connectionId);
  }

  changedAfter(time: number): readonly (readonly [id: string, job: J])[] {
    return this.#open.changedAfter(time);
  }

  /** Takes a change that is stored. */
  keep(change: JobChange<J, F>): void {
    const { job } = change;
    if (this.#kind.isOver(job)) this.#open.delete(this.#kind.idOf(job));
    else this.#open.set(this.#kind.idOf(job), job);
    try {
      this.#kind.onStored(change);
    } catch (error) {
      // It is stored: whoever stored it goes on, or its call would never be made.
      this.#kind.onFault(error);
    }
  }

  /** Takes a job out that something else has ended. */
  forget(id: string): void {
    this.#open.delete(id);
    this.#unwritten.delete(id);
  }

  /** Takes jobs read at the start, and returns their ids. One that changed meanwhile keeps its newer version. */
  load(found: readonly J[]): readonly string[] {
    return found.map((job) => {
      const id = this.#kind.idOf(job);
      if (!this.open.has(id)) this.#open.set(id, job);
      return id;
    });
  }

  /** Stores what follows for all of these jobs in one transaction, or nothing. */
  record(jobs: readonly J[], fact: F | RunnerFact): Recorded<J, E> {
    const moment = (job: J) => ({ now: this.#now(job), roll: this.#kind.random });
    const decisions = jobs.map((job) => this.#kind.decide(job, fact, moment(job)));
    const changes = jobs.flatMap((before, at) => changesOf<J, F>(before, decisions[at] ?? null, fact));
    if (changes.length === 0) return { committed: { ok: true }, decisions };
    const committed = this.#kind.commit(changes);
    if (committed.ok) {
      this.#tell(null);
      for (const change of changes) this.keep(change);
    } else if (committed.reason === 'stale') for (const job of jobs) this.#reload(this.#kind.idOf(job));
    else this.#pause(fact, committed.details);
    return { committed, decisions };
  }

  /**
   * Stamps changes with the beginning of the sleep until the app hears of the waking. If the app ends before, the time
   * left for Undo is still left at the next start.
   */
  sleep(): void {
    this.#asleepSince ??= this.#kind.clock.now();
  }

  wake(): void {
    this.#asleepSince = null;
  }

  /** Returns the time of a change. What came in after the sleep, and before the app hears of its end, did not sleep. */
  #now(job: J): number {
    const now = this.#kind.clock.now();
    return this.#asleepSince === null ? now : Math.min(now, Math.max(this.#asleepSince, this.#kind.changedAt(job)));
  }

  /** Reads a job again that something else has changed. */
  #reload(id: string): void {
    const found = this.#kind.find(id);
    if (found === null || this.#kind.isOver(found)) this.#open.delete(id);
    else this.#open.set(id, found);
  }

  #pause({ kind }: F | RunnerFact, details: string): void {
    this.#pausedUntil = this.#kind.clock.now() + RETRY_MS;
    // The person who gave a command sees that it failed. We retry only what nobody would repeat.
    if (kind !== 'command') this.#tell(details);
  }

  #tell(trouble: string | null): void {
    if (trouble !== this.#trouble) this.#kind.onUnwritable(trouble);
    this.#trouble = trouble;
  }

  /**
   * Keeps a fact that must not be lost: `writeAgain` repeats it. A move of the waits comes before an outcome: written after
   * it, the waits would seem to count by the new time already.
   */
  remember(id: string, fact: F | RunnerFact): void {
    const all = [...(this.#unwritten.get(id) ?? []), fact];
    this.#unwritten.set(id, [...all.filter(isMove), ...all.filter((one) => !isMove(one))]);
  }

  isUnwritten(id: string): boolean {
    return this.#unwritten.has(id);
  }

  hasUnwritten(): boolean {
    return this.#unwritten.size > 0;
  }

  /** Writes the facts that the journal did not take, as soon as the pause is over. */
  writeAgain(apply: (id: string, fact: F | RunnerFact) => Committed): void {
    const now = this.#kind.clock.now();
    for (const [id, facts] of now >= this.#pausedUntil ? this.#unwritten : []) {
      // Writes one after the other, up to the first that is not taken.
      const failed = facts.findIndex((fact) => {
        const committed = apply(id, fact);
        return !committed.ok && committed.reason === 'unwritable';
      });
      if (failed >= 0) {
        this.#unwritten.set(id, facts.slice(failed));
        break;
      }
      this.#unwritten.delete(id);
    }
    // The pause must not last longer after the clock was set back.
    if (now < this.#pausedUntil - RETRY_MS) this.#pausedUntil = now;
  }

  /** Returns the time before which no new call begins, because we could not store its outcome. */
  pausedUntil(): number {
    return this.#pausedUntil;
  }
}

/**
 * Returns the change of a job, and those of the jobs that it creates. A decision for the same job changes nothing in
 * the store.
 */
function changesOf<J, F>(
  before: J,
  decision: Decided<J, unknown> | null,
  fact: F | RunnerFact,
): readonly JobChange<J, F>[] {
  if (decision === null) return [];
  const { job, created } = decision;
  const fresh = created.map((one) => ({ job: one, before: null, fact: null }));
  return job === before ? fresh : [{ job, before, fact }, ...fresh];
}
