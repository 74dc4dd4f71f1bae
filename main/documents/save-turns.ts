/** Work in bits, with a pause after each in which other work may go first. */
export type Bits = AsyncGenerator<undefined, void>;

interface Turn {
  readonly bits: Bits;
  readonly ended: PromiseWithResolvers<void>;
}

interface Line {
  readonly people: Turn[];
  readonly checks: Turn[];
  isMoving: boolean;
}

/**
 * Saving happens one bit at a time per account: two at once would save a copy twice. What a person wants goes next
 * after the bit that runs now, the newest request first. What follows a check goes on after it.
 */
export function createSaveTurns(onFault: (error: unknown) => void) {
  const lines = new Map<string, Line>();

  function lineOf(key: string): Line {
    const line = lines.get(key) ?? { people: [], checks: [], isMoving: false };
    lines.set(key, line);
    return line;
  }

  async function isDone({ bits }: Turn): Promise<boolean> {
    try {
      return (await bits.next()).done === true;
    } catch (error) {
      onFault(error);
      return true;
    }
  }

  async function move(line: Line): Promise<void> {
    if (line.isMoving) return;
    line.isMoving = true;
    const next = () => line.people.at(-1) ?? line.checks[0];
    for (let turn = next(); turn !== undefined; turn = next()) {
      // oxlint-disable-next-line no-await-in-loop -- one bit after the other
      if (!(await isDone(turn))) continue;
      for (const queue of [line.people, line.checks]) if (queue.includes(turn)) queue.splice(queue.indexOf(turn), 1);
      turn.ended.resolve();
    }
    line.isMoving = false;
  }

  return (key: string, who: 'people' | 'checks', bits: Bits): Promise<void> => {
    const line = lineOf(key);
    const ended = Promise.withResolvers<void>();
    line[who].push({ bits, ended });
    move(line).catch(onFault);
    return ended.promise;
  };
}
