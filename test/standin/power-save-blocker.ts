/** What keeps the computer awake, by number. */
export class PowerSaveBlocker {
  readonly #running = new Set<number>();
  #last = -1;

  get count(): number {
    return this.#running.size;
  }

  start(type: 'prevent-app-suspension' | 'prevent-display-sleep'): number {
    if (!['prevent-app-suspension', 'prevent-display-sleep'].includes(type)) throw new TypeError('Invalid type');
    this.#last += 1;
    this.#running.add(this.#last);
    return this.#last;
  }

  stop(id: number): boolean {
    return this.#running.delete(id);
  }

  isStarted(id: number): boolean {
    return this.#running.has(id);
  }
}
