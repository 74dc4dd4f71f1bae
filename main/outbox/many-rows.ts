import type { Command, Effect, Fact } from '../submission/fact.ts';
import type { Submission } from '../submission/submission.ts';
import { inParts } from '../time/slices.ts';
import type { Recorder } from './recorder.ts';

export type CommandAnswer = { readonly ok: true } | { readonly ok: false; readonly reason: 'not-now' | 'unwritable' };

export const notNow: CommandAnswer = { ok: false, reason: 'not-now' };
export const unwritable: CommandAnswer = { ok: false, reason: 'unwritable' };

/** What a person may ask for all rows that count down. */
export type BulkCommand = Extract<Command, { readonly kind: 'undo' | 'send-now' }>;
/** The row may have changed while others were written. */
export type IsOffered = (submission: Submission) => boolean;

/** Applies a fact to one row. */
type ApplyOne = (id: string, fact: Fact) => unknown;

interface ManyRowsDeps {
  readonly recorder: Pick<Recorder, 'find' | 'isUnwritten' | 'writeTogether'>;
  readonly act: (submission: Submission, effect: Effect) => void;
  readonly commandOne: (id: string, command: Command) => CommandAnswer;
  readonly isStopped: () => boolean;
}

/** Rows in one transaction. One for each row would hold main up for seconds, and so would all at once. */
export const ROWS_AT_ONCE = 10;

/** Changes thousands of rows, a few in each transaction, with breaks for other work. */
export function createManyRows({ recorder, act, commandOne, isStopped }: ManyRowsDeps) {
  /** `applyOne` takes each row alone if the transaction of its part failed. */
  function applyTogether(ids: readonly string[], fact: Fact, applyOne: ApplyOne): void {
    const rows = ids.flatMap((id) => recorder.find(id) ?? []);
    const { committed, decisions } = recorder.writeTogether(rows, fact);
    if (!committed.ok) {
      for (const { id } of rows) applyOne(id, fact);
      return;
    }
    for (const decision of decisions)
      if (decision !== null) for (const effect of decision.effects) act(decision.submission, effect);
  }

  function commandTogether(ids: readonly string[], command: BulkCommand, isOffered: IsOffered): CommandAnswer[] {
    const answers = new Map<string, CommandAnswer>();
    const rows = ids.flatMap((id) => {
      const row = recorder.find(id);
      if (row !== null && recorder.isUnwritten(id)) answers.set(id, unwritable);
      else if (row !== null && isOffered(row)) return [row];
      return [];
    });
    const { committed, decisions } = recorder.writeTogether(rows, { kind: 'command', command });
    for (const [at, { id }] of rows.entries()) {
      if (committed.ok) answers.set(id, decisions[at] ? { ok: true } : notNow);
      else answers.set(id, committed.reason === 'stale' ? commandOne(id, command) : unwritable);
    }
    return ids.map((id) => answers.get(id) ?? notNow);
  }

  function inBreaks<T>(rows: readonly T[], work: (part: readonly T[]) => void): Promise<void> {
    return inParts(rows, ROWS_AT_ONCE, (part) => {
      if (!isStopped()) work(part);
    });
  }

  return {
    inBreaks,
    applyTogether,
    apply: (ids: readonly string[], fact: Fact, applyOne: ApplyOne): Promise<void> =>
      inBreaks(ids, (part) => applyTogether(part, fact, applyOne)),
    /** Returns an answer for each row, in their order. */
    async command(ids: readonly string[], command: BulkCommand, isOffered: IsOffered): Promise<CommandAnswer[]> {
      const answers: CommandAnswer[] = [];
      await inBreaks(ids, (part) => answers.push(...commandTogether(part, command, isOffered)));
      return ids.map((_id, at) => answers[at] ?? notNow);
    },
  };
}
