import type { Job } from './job-kind.ts';

/** The open jobs of a kind by id, oldest first. Those of one connection are found without looking at all others. */
export class OpenJobs<J extends Job> {
  readonly byId = new Map<string, J>();
  /** The jobs of each connection that was asked for, in the same order. */
  readonly #byConnection = new Map<string, Map<string, J>>();
  readonly #changedAt: (job: J) => number;
  #latestChange = 0;

  constructor(changedAt: (job: J) => number) {
    this.#changedAt = changedAt;
  }

  set(id: string, job: J): void {
    const before = this.byId.get(id)?.connectionId ?? job.connectionId;
    this.byId.set(id, job);
    this.#latestChange = Math.max(this.#latestChange, this.#changedAt(job));
    if (before === job.connectionId) this.#byConnection.get(before)?.set(id, job);
    else {
      this.#byConnection.get(before)?.delete(id);
      // It has a place among older and newer ones there: the next question finds it.
      this.#byConnection.delete(job.connectionId);
    }
  }

  delete(id: string): void {
    const job = this.byId.get(id);
    this.byId.delete(id);
    if (job !== undefined) this.#byConnection.get(job.connectionId)?.delete(id);
  }

  of(connectionId: string): readonly J[] {
    const isOf = ([, job]: readonly [string, J]) => job.connectionId === connectionId;
    const found = this.#byConnection.get(connectionId) ?? new Map([...this.byId].filter(isOf));
    this.#byConnection.set(connectionId, found);
    return [...found.values()];
  }

  /** Returns the jobs that seem to have changed after this time, by id. Only after the clock was set back are there any. */
  changedAfter(time: number): readonly (readonly [id: string, job: J])[] {
    return this.#latestChange <= time ? [] : [...this.byId].filter(([, job]) => this.#changedAt(job) > time);
  }
}
