/**
 * `take`: files on their way into the journal. `send`: calls for what is sent from here. `order`: other calls that a
 * person ordered. `save`: signed copies.
 */
export type WorkKind = 'take' | 'send' | 'order' | 'save';
export type During = <T>(kind: WorkKind, task: Promise<T>) => Promise<T>;

/** Counts what runs now, so that the computer stays awake for it and the app does not quit in its middle. */
export function createWork(onChanged: () => void) {
  const running: Readonly<Record<WorkKind, Set<Promise<unknown>>>> = {
    take: new Set(),
    send: new Set(),
    order: new Set(),
    save: new Set(),
  };

  return {
    /** Returns the same promise: whoever waits for it must not notice that it is counted. */
    during<T>(kind: WorkKind, task: Promise<T>): Promise<T> {
      running[kind].add(task);
      onChanged();
      const end = () => {
        running[kind].delete(task);
        onChanged();
      };
      task.then(end, end);
      return task;
    },
    count: (kind: WorkKind): number => running[kind].size,
    isRunning: (): boolean => Object.values(running).some(({ size }) => size > 0),
    /** Resolves when nothing of this kind runs, also nothing that began meanwhile. */
    async idle(kind: WorkKind): Promise<void> {
      // oxlint-disable-next-line no-await-in-loop -- more may have begun meanwhile
      while (running[kind].size > 0) await Promise.allSettled(running[kind]);
    },
  };
}

export type Work = ReturnType<typeof createWork>;
