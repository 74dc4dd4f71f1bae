import type { Job } from './job-kind.ts';

/** The open jobs of a kind by id, oldest first. Thousands of one connection are found without looking at those of others. */
export class OpenJobs<J extends Job> {
  readonly byId = new Map<string, J>();
  readonly #byConnection = new Map<string, Map<string, J>>();
  readonly #changedAt: (job: J) => number;
  #latestChange = 0;

  constructor(changedAt: (job: J) => number) {
    this.#changedAt = changedAt;
  }

  set(id: string, job: J): void {
    const before = this.byId.get(id);
    if (before !== undefined && before.connectionId !== job.connectionId) this.#take(id, before);
    this.byId.set(id, job);
    const ofConnection = this.#byConnection.get(job.connectionId) ?? new Map<string, J>();
    this.#byConnection.set(job.connectionId, ofConnection.set(id, job));
    this.#latestChange = Math.max(this.#latestChange, this.#changedAt(job));
  }

  delete(id: string): void {
    const job = this.byId.get(id);
    this.byId.delete(id);
    if (job !== undefined) this.#take(id, job);
  }

  of(connectionId: string): readonly J[] {
    return [...(this.#byConnection.get(connectionId)?.values() ?? [])];
  }

  /** Returns the jobs that seem to have changed after this time, by id. Only after the clock was set back are there any. */
  changedAfter(time: number): readonly (readonly [id: string, job: J])[] {
    return this.#latestChange <= time ? [] : [...this.byId].filter(([, job]) => this.#changedAt(job) > time);
  }

  #take(id: string, { connectionId }: J): void {
    const ofConnection = this.#byConnection.get(connectionId);
    ofConnection?.delete(id);
    if (ofConnection?.size === 0) this.#byConnection.delete(connectionId);
  }
}
