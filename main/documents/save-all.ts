import type { Journal } from '../journal/journal.ts';

interface SaveAllDeps {
  readonly journal: Pick<Journal, 'settings'>;
  /** Publishes the number of missing copies at the time a person wanted all of them, by connection. */
  readonly publish: (savingAll: Readonly<Record<string, number>>) => void;
}

/** Remembers that a person wants all missing copies, also over a restart. The checks continue this until the end. */
export function createSaveAll({ journal: { settings }, publish }: SaveAllDeps) {
  let counts: Readonly<Record<string, number>> = settings.get('savingAll');

  function keep(next: Readonly<Record<string, number>>): void {
    settings.set('savingAll', next);
    counts = next;
    publish(next);
  }

  return {
    isOn: (connectionId: string): boolean => Object.hasOwn(counts, connectionId),
    begin: (connectionId: string, count: number): void => keep({ ...counts, [connectionId]: count }),
    end(connectionId: string): void {
      const { [connectionId]: ended, ...others } = counts;
      if (ended !== undefined) keep(others);
    },
  };
}
