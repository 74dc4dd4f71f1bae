import type { JobRunner } from '../jobs/job-runner.ts';
import { refuse } from '../problems/refuse.ts';
import { isOutOfTheWay } from '../submission/decide/replacement.ts';
import type { Command, Effect, Fact } from '../submission/fact.ts';
import type { OutboxStore } from '../submission/store.ts';
import type { Submission } from '../submission/submission.ts';
import type { Scheduler } from './scheduler.ts';

export type CommandAnswer =
  /** `created`: a new submission that the command made. */
  | { readonly ok: true; readonly created?: string }
  | { readonly ok: false; readonly reason: 'not-now' | 'may-be-own' | 'unwritable' };

type Refused = Extract<CommandAnswer, { readonly ok: false }>;

const refusals = { 'not-now': 'not-now', 'may-be-own': 'draft-may-be-own', unwritable: 'not-recorded' } as const;

export const refusedFor = ({ reason }: Refused) => refuse(refusals[reason]);

export const notNow: CommandAnswer = { ok: false, reason: 'not-now' };
const unwritable: CommandAnswer = { ok: false, reason: 'unwritable' };

/** The commands that a person may give for many rows at once. */
export type BulkCommand = Extract<Command, { readonly kind: 'undo' | 'send-now' | 'send' | 'cancel' }>;
/** The row may have changed while others were written. */
export type IsOffered = (submission: Submission) => boolean;

interface CommandsDeps {
  readonly store: Pick<OutboxStore, 'isOwned' | 'named'>;
  readonly runner: JobRunner<Submission, Fact, Effect>;
  readonly scheduler: Pick<Scheduler, 'probeNow'>;
  /** Tells whether the row is looked for first, and then sent. */
  readonly isLookedForFirst: (before: Submission, command: Command) => boolean;
}

/** Carries out a person's commands for submissions. */
export function createCommands({ store, runner, scheduler, isLookedForFirst }: CommandsDeps) {
  const { book } = runner;

  /** Tells whether a copy was sent already: also a sheet that was set aside in between may ask for another one. */
  function wasCopied({ id, connectionId, wish }: Submission): boolean {
    for (const { redoOf, stage } of store.named(connectionId, wish.file.name))
      if (redoOf === id && stage.kind === 'done' && stage.as === 'started') return true;
    return false;
  }

  function isPossible(before: Submission, command: Command): boolean {
    const isCopy = ({ redoOf }: Submission) => redoOf === before.id;
    // Between the choice and the click another submission may have taken the draft.
    if (command.kind === 'adopt') return !store.isOwned(command.documentId);
    // Whoever presses twice wants one copy: of what is withdrawn already, both would go.
    if (command.kind === 'redo') return ![...book.open.values()].some(isCopy) && !wasCopied(before);
    // In the moment of sending, people may still be able to sign the document that this copy replaces.
    return command.kind !== 'send' || before.redoOf === null || isOutOfTheWay(book.find(before.redoOf));
  }

  function now(id: string, command: Command): CommandAnswer {
    const before = book.find(id);
    if (before === null || !isPossible(before, command)) return notNow;
    if (book.isUnwritten(id)) return unwritable;
    const { committed, decisions } = book.record([before], { kind: 'command', command });
    if (!committed.ok) return committed.reason === 'stale' ? notNow : unwritable;
    const isDecided = decisions[0] !== null;
    if (command.kind === 'retry' && isDecided) scheduler.probeNow(before.connectionId);
    runner.turn();
    return isDecided ? { ok: true } : notNow;
  }

  function one(id: string, command: Command): CommandAnswer {
    const before = book.find(id);
    return before !== null && isLookedForFirst(before, command) ? { ok: true } : now(id, command);
  }

  function together(ids: readonly string[], command: BulkCommand, isOffered: IsOffered): CommandAnswer[] {
    const answers = new Map<string, CommandAnswer>();
    const rows = ids.flatMap((id) => {
      const row = book.find(id);
      if (row === null) return [];
      if (book.isUnwritten(id)) answers.set(id, unwritable);
      else if (isOffered(row) && isPossible(row, command)) {
        if (!isLookedForFirst(row, command)) return [row];
        answers.set(id, { ok: true });
      }
      return [];
    });
    const { committed, decisions } = book.record(rows, { kind: 'command', command });
    for (const [at, { id }] of rows.entries()) {
      if (committed.ok) answers.set(id, decisions[at] ? { ok: true } : notNow);
      else answers.set(id, committed.reason === 'stale' ? one(id, command) : unwritable);
    }
    return ids.map((id) => answers.get(id) ?? notNow);
  }

  return {
    one,
    now,
    /** Gives one command to many rows before calls begin again. Returns an answer for each row, in their order. */
    async all(ids: readonly string[], command: BulkCommand, isOffered: IsOffered): Promise<readonly CommandAnswer[]> {
      const answers: CommandAnswer[] = [];
      await runner.withoutCalls(() =>
        runner.inBreaks(ids, (part) => void answers.push(...together(part, command, isOffered))),
      );
      return ids.map((_id, at) => answers[at] ?? notNow);
    },
  };
}
