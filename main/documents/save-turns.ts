/** Work in bits, with a pause after each in which other work may go first. */
export type Bits = AsyncGenerator<undefined, void>;

interface Turn {
  readonly bits: Bits;
  readonly ended: PromiseWithResolvers<void>;
}

interface Queues {
  readonly people: Turn[];
  readonly checks: Turn[];
  isRunning: boolean;
}

/**
 * Saves one bit at a time per account, because two at once would save a copy twice. Requests of a person come first,
 * the newest before the others. Runs of a check continue after that.
 */
export function createSaveTurns(onFault: (error: unknown) => void) {
  const byAccount = new Map<string, Queues>();

  function queuesOf(key: string): Queues {
    const queues = byAccount.get(key) ?? { people: [], checks: [], isRunning: false };
    byAccount.set(key, queues);
    return queues;
  }

  async function isDone({ bits }: Turn): Promise<boolean> {
    try {
      return (await bits.next()).done === true;
    } catch (error) {
      onFault(error);
      return true;
    }
  }

  async function run(queues: Queues): Promise<void> {
    if (queues.isRunning) return;
    queues.isRunning = true;
    const next = () => queues.people.at(-1) ?? queues.checks[0];
    for (let turn = next(); turn !== undefined; turn = next()) {
      // oxlint-disable-next-line no-await-in-loop -- one bit after the other
      if (!(await isDone(turn))) continue;
      for (const queue of [queues.people, queues.checks])
        if (queue.includes(turn)) queue.splice(queue.indexOf(turn), 1);
      turn.ended.resolve();
    }
    queues.isRunning = false;
  }

  return (key: string, who: 'people' | 'checks', bits: Bits): Promise<void> => {
    const queues = queuesOf(key);
    const ended = Promise.withResolvers<void>();
    queues[who].push({ bits, ended });
    run(queues).catch(onFault);
    return ended.promise;
  };
}
