import type { Change, ChangeKind } from '../../../preload/contract/signature-report.ts';

/** A person reads a few. More are told as `too-many`, which is a change as well. */
const mostChanges = 100;

/** Collects what differs between two revisions, each kind once for a page. */
export function createChanges() {
  const found = new Map<string, Change>();
  return {
    add(kind: ChangeKind, page: number | null = null): void {
      const key = `${kind} ${page}`;
      if (found.has(key)) return;
      if (found.size >= mostChanges) found.set('too-many', { kind: 'too-many', page: null });
      else found.set(key, { kind, page });
    },
    all: (): readonly Change[] => [...found.values()],
  };
}

export type Changes = ReturnType<typeof createChanges>;
