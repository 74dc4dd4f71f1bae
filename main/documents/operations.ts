import type { Connection } from '../../preload/contract/connection.ts';
import { type OperationName, operationName } from '../../preload/contract/operations.ts';
import type { Journal } from '../journal/journal.ts';

export interface OperationsDeps {
  readonly settings: Pick<Journal['settings'], 'get' | 'set'>;
  readonly find: (connectionId: string) => Pick<Connection, 'id' | 'fields'> | undefined;
  /** The names that the IT department has decided on, for every connection. Null: the connection file counts. */
  readonly given: readonly string[] | null;
}

export interface OperationsReport {
  readonly on: readonly OperationName[];
  /** Operations that the service does not have: it answered 404, 405 or 501. */
  readonly refused: readonly OperationName[];
  /** Names that this version does not know. */
  readonly unknown: readonly string[];
}

const isKnown = (name: string): name is OperationName => operationName.safeParse(name).success;

/** Says which calls beyond the description a connection may use, and remembers those that the service does not have. */
export function createOperations({ settings, find, given }: OperationsDeps) {
  function namesFor(connectionId: string): readonly string[] {
    const fields = find(connectionId)?.fields;
    return fields === undefined ? [] : [...new Set(given ?? fields.operations ?? [])];
  }

  /** Returns what a refusal depends on. With a changed file or another service, the operation is tried again. */
  const basisOf = (connectionId: string) =>
    JSON.stringify([find(connectionId)?.fields.base, namesFor(connectionId).toSorted()]);

  function refusedBy(connectionId: string): readonly string[] {
    const stored = settings.get('refusedOperations')[connectionId];
    return stored?.basis === basisOf(connectionId) ? stored.names : [];
  }

  function reportOf(connectionId: string): OperationsReport {
    const names = namesFor(connectionId);
    const known = names.filter(isKnown);
    const refused = refusedBy(connectionId);
    return {
      on: known.filter((name) => !refused.includes(name)),
      refused: known.filter((name) => refused.includes(name)),
      unknown: names.filter((name) => !isKnown(name)),
    };
  }

  return {
    reportOf,
    isOn: (connectionId: string, name: OperationName): boolean => reportOf(connectionId).on.includes(name),
    /** Notes that the service does not have this operation. */
    giveUp(connectionId: string, name: OperationName): void {
      const names = [...new Set([...refusedBy(connectionId), name])];
      const all = settings.get('refusedOperations');
      settings.set('refusedOperations', { ...all, [connectionId]: { basis: basisOf(connectionId), names } });
    },
  };
}

export type Operations = ReturnType<typeof createOperations>;
