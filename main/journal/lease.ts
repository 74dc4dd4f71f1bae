import type { Events } from './events.ts';
import type { createSettings } from './settings.ts';
import { LEASE_MS, type Turn, type Writer, type Writers } from './writers.ts';

export interface LeaseDeps {
  readonly settings: Pick<ReturnType<typeof createSettings>, 'get' | 'set'>;
  readonly events: Pick<Events, 'append' | 'head'>;
  /** The notes of all writers. Null: the journal cannot be anywhere else, for example one in memory. */
  readonly writers: Writers | null;
}

/**
 * Says which computer writes this journal. A data folder may be synchronised or be part of a profile that roams: the
 * journal then comes back as another computer has left it, and two computers may believe that it is theirs.
 */
export function createLease({ settings, events, writers }: LeaseDeps) {
  /** Our turn, since we have taken the journal over. */
  let turn: Turn | null = null;
  const last = () => settings.get('writer');

  return {
    own: writers?.own.id ?? '',
    /** Tells whether this computer was the last writer. Null if the journal does not name its writer. */
    isOurs(): boolean | null {
      const writer = last();
      if (writers === null) return true;
      if (writer === null) return null;
      return writer.id === writers.own.id && writers.laterThan(writer) === null;
    },
    /**
     * Makes this computer the writer. Call this inside a transaction, when nothing of another writer continues
     * automatically.
     */
    take(at: number, { isWitnessed }: { readonly isWitnessed: boolean }): void {
      if (writers === null) return;
      const before = last();
      const head = events.head();
      // The note of this computer was removed, or the journal was written elsewhere: who says that it was this one?
      if (!isWitnessed && head !== null)
        events.append({ at, subject: 'journal', kind: 'unwitnessed', content: { ...head, by: writers.own.id } });
      if (before?.id === writers.own.id && writers.laterThan(before) === null) {
        turn = before;
        return;
      }
      const next = { ...writers.own, turn: writers.nextTurn(before?.turn ?? 0) };
      settings.set('writer', next);
      if (before !== null)
        events.append({ at, subject: 'journal', kind: 'taken-over', content: { by: next.name, from: before.name } });
      turn = next;
    },
    /** Tells other computers that this one continues writing. */
    renew(now: number): void {
      if (turn !== null && writers?.laterThan(turn) === null) writers.note(turn.turn, now + LEASE_MS);
    },
    /** Returns the computer that has taken the journal over while we ran. What we store then may be lost. */
    takenBy: (): Writer | null => (turn === null ? null : (writers?.laterThan(turn) ?? null)),
    release(): void {
      if (turn !== null) writers?.note(turn.turn, 0);
      turn = null;
    },
  };
}

export type Lease = ReturnType<typeof createLease>;
