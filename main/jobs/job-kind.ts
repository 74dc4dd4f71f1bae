import type { Moment } from '../submission/fact.ts';
import type { Committed } from '../submission/store.ts';
import type { Clock } from '../time/clock.ts';

/** A job for the service, as its store holds it. Each change makes a new value. */
export interface Job {
  readonly connectionId: string;
}

/** Facts that jobs of every kind may meet. */
export type RunnerFact =
  /** The app ended. A call that was running then is in doubt. */
  | { readonly kind: 'restarted' }
  | { readonly kind: 'connection-ready' }
  /** The clock was set back while nobody watched: the job seems to have changed in the future. */
  | { readonly kind: 'clock-set-back' }
  /**
   * The clock was set while the app ran: waits keep their length. `at`: when that was seen, by the new time. The computer
   * may sleep again before all jobs have heard of it.
   */
  | { readonly kind: 'clock-moved'; readonly byMs: number; readonly at?: number }
  | { readonly kind: 'slept'; readonly ms: number; readonly at?: number };

/** The decision on a fact: the job after it, the calls to make once that is durable, and new jobs. */
export interface Decided<J, E> {
  readonly job: J;
  readonly effects: readonly E[];
  readonly created: readonly J[];
}

export interface JobChange<J, F> {
  readonly job: J;
  readonly before: J | null;
  /** The fact. Null: the job is new. */
  readonly fact: F | RunnerFact | null;
}

export interface Running<J> {
  readonly open: ReadonlyMap<string, J>;
  readonly inFlight: ReadonlyMap<string, J>;
}

/** Says which jobs may be worked on now, beside their own waits. Made for one question, so that it may remember answers. */
export interface Gate<J> {
  /** The number of calls that may run at the same time. */
  readonly parallel: number;
  readonly isOpen: (job: J) => boolean;
  /** Returns until when the gate stays closed for the job, as far as that is known. */
  readonly opensAt: (job: J) => number;
  /** Tells whether the first job goes before the second one. Both are due. */
  readonly isBefore: (one: J, other: J) => boolean;
}

/**
 * A kind of job: a decision without I/O, a store, and the calls to the service. All else is common to all kinds and done by
 * `JobRunner`. Facts of the kind `command` come from a person, who sees whether they were stored.
 */
export interface JobKind<J extends Job, F extends { readonly kind: string }, E> {
  readonly clock: Clock;
  /** Returns a random number, like Math.random(). */
  readonly random: () => number;
  readonly idOf: (job: J) => string;
  /** Returns the time from which the job may be worked on. Null: something else has to happen first. */
  readonly dueAt: (job: J) => number | null;
  /** Tells whether the job is at its end: then it is in the store alone. */
  readonly isOver: (job: J) => boolean;
  /** Returns the time of the job's last change, by this computer's clock. */
  readonly changedAt: (job: J) => number;
  /** Decides what follows from a fact. Null: the fact changes nothing. */
  readonly decide: (job: J, fact: F | RunnerFact, moment: Moment) => Decided<J, E> | null;
  readonly find: (id: string) => J | null;
  /** Stores all changes in one transaction, or none. They survive a power cut once this returns. */
  readonly commit: (changes: readonly JobChange<J, F>[]) => Committed;
  /** Tells whether a person paused everything. */
  readonly isPaused: () => boolean;
  readonly gate: (now: number, running: Running<J>) => Gate<J>;
  /** Returns the fact that begins the work on a job that is due. */
  readonly dueFact: (job: J) => F;
  readonly perform: (job: J, effect: E, signal: AbortSignal) => Promise<F>;
  /** Learns from the outcome of a call, and returns it as the kind understands it. */
  readonly heard: (job: J, outcome: F, running: Running<J>) => F;
  readonly onStored: (change: JobChange<J, F>) => void;
  /** Reports that the journal could not store an outcome, and that we try again. Null: it can store again. */
  readonly onUnwritable: (details: string | null) => void;
  readonly onClockSetBack: () => void;
  /** Reports a bug, never an expected failure. */
  readonly onFault: (error: unknown) => void;
}
