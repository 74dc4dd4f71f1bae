import { EventEmitter } from 'node:events';

/** Something that went wrong in a page or in the app's use of Electron: a test that ends with one has failed. */
export interface Problem {
  readonly kind: 'console' | 'exception' | 'csp' | 'blocked' | 'preload' | 'dialog' | 'unsupported' | 'crash';
  readonly text: string;
}

/** A request of a page that was not for the app's own scheme, or of a session itself. `by` says who held it back, if anyone did. */
export interface NetworkAttempt {
  readonly url: string;
  readonly resourceType: string;
  readonly by: 'app' | 'standin' | 'nobody';
}

/** What happened in this run, for the test to look at. */
export class Log extends EventEmitter<{ problem: [Problem] }> {
  readonly #problems: Problem[] = [];
  readonly #network: NetworkAttempt[] = [];

  get problems(): readonly Problem[] {
    return this.#problems;
  }

  get network(): readonly NetworkAttempt[] {
    return this.#network;
  }

  problem(kind: Problem['kind'], text: string): void {
    const problem = { kind, text };
    this.#problems.push(problem);
    this.emit('problem', problem);
  }

  attempt(attempt: NetworkAttempt): void {
    this.#network.push(attempt);
    if (attempt.by !== 'nobody')
      this.problem('blocked', `${attempt.url} (${attempt.resourceType}, by the ${attempt.by})`);
  }
}
