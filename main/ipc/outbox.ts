import type { Handlers } from '../../preload/contract/index.ts';
import type { Problem } from '../../preload/contract/problem.ts';
import type { SubmissionCommand, SubmissionRow } from '../../preload/contract/submission.ts';
import type { ModesOfAccounts } from '../account/available-modes.ts';
import type { Operations } from '../documents/operations.ts';
import type { OrderWorker } from '../documents/order-worker.ts';
import type { SentCopies } from '../documents/sent-copies.ts';
import { undoMsOf } from '../hand-over/accept-files.ts';
import { toChoices, toWish } from '../hand-over/choices.ts';
import type { CompleteDraft } from '../hand-over/complete-draft.ts';
import type { HandOver } from '../hand-over/hand-over.ts';
import { createSentAgain } from '../hand-over/known-content.ts';
import type { Tray } from '../intake/tray.ts';
import type { Journal } from '../journal/journal.ts';
import { type CommandAnswer, refusedFor } from '../outbox/commands.ts';
import type { Outbox } from '../outbox/outbox.ts';
import { undoUntil } from '../outbox/row.ts';
import { done, refuse, refuseWith } from '../problems/refuse.ts';
import type { PublishedState } from '../state/published-state.ts';
import { isPromised } from '../submission/decide/replacement.ts';
import type { Submission } from '../submission/submission.ts';
import type { Clock } from '../time/clock.ts';
import { withShown } from './known-connection.ts';

interface OutboxHandlersDeps {
  readonly clock: Clock;
  readonly journal: Pick<Journal, 'documentFacts' | 'documents' | 'people' | 'settings' | 'submissions'>;
  readonly outbox: Outbox;
  readonly handOver: HandOver;
  readonly completeDraft: CompleteDraft;
  readonly orders: Pick<OrderWorker, 'awake'>;
  readonly personOrders: Pick<OrderWorker, 'awake'>;
  readonly modes: ModesOfAccounts;
  readonly operations: Pick<Operations, 'isOn'>;
  readonly tray: Tray;
  readonly sentCopies: SentCopies;
  readonly state: PublishedState;
}

export interface SendDeps {
  readonly clock: Clock;
  readonly journal: { readonly settings: Journal['settings'] };
}

function toResult(answer: CommandAnswer) {
  return answer.ok ? done : refusedFor(answer);
}

export const sendAfterUndo = ({ clock, journal }: SendDeps) => ({
  kind: 'send' as const,
  startAfter: clock.now() + undoMsOf(journal),
});

/**
 * Returns the refusal of a command that the row does not offer now, since the window may show an older state. Null: it
 * does.
 */
export function refusalOf(row: SubmissionRow | null, kind: SubmissionCommand['kind']) {
  if (row?.commands.includes(kind)) return null;
  const isWhy = row?.phase === 'held' || row?.problem?.key === 'other-account';
  return isWhy && row?.problem ? { ok: false as const, problem: row.problem } : refuse('not-now');
}

export function outboxHandlers(deps: OutboxHandlersDeps) {
  const { clock, journal, outbox, handOver, orders, personOrders, modes, operations, tray, sentCopies, state } = deps;
  const { rows } = outbox;

  function toCommand(command: SubmissionCommand, { connectionId }: Submission): Parameters<Outbox['command']>[1] {
    if (command.kind === 'send') return sendAfterUndo({ clock, journal });
    if (command.kind === 'update' || command.kind === 'adopt') return command;
    if (command.kind !== 'take-over') return { kind: command.kind };
    return { kind: 'take-over', account: state.accountOf(connectionId) ?? '' };
  }

  const refused = (found: Submission | null, kind: SubmissionCommand['kind']) =>
    refusalOf(found && rows.row(found), kind);

  async function carryOut(id: string, command: SubmissionCommand) {
    const found = outbox.find(id);
    const refusal = refused(found, command.kind);
    if (!found || refusal) return refusal ?? refuse('not-now');
    if (command.kind === 'send' && command.again !== true && createSentAgain(journal)(found))
      return refuse('sent-before', { name: found.wish.file.name });
    return toResult(await outbox.command(id, toCommand(command, found)));
  }

  return {
    'outbox.submit': async (input) => ({ results: [...(await handOver.submit(input))] }),
    'outbox.command': ({ id, command }) => carryOut(id, command),
    'outbox.completeDraft': withShown(state)(deps.completeDraft),
    'outbox.revise': async ({ id, choices, fieldsRead = false, sends }) => {
      const found = outbox.find(id);
      // It cannot be sent yet, and goes by itself: the press confirms that.
      const staysPromised = sends && found !== null && isPromised(found) && refused(found, 'send') !== null;
      const revised = await outbox.command(id, { kind: 'revise', choices: toWish(choices, fieldsRead), staysPromised });
      return revised.ok && sends && !staysPromised ? carryOut(id, { kind: 'send' }) : toResult(revised);
    },
    'outbox.replace': async ({ id, choices, fieldsRead = false }) => {
      const refusal = refused(outbox.find(id), 'redo');
      if (refusal) return refusal;
      const { startAfter } = sendAfterUndo({ clock, journal });
      const corrected = { choices: toWish(choices, fieldsRead), startAfter };
      const answer = await outbox.command(id, { kind: 'redo', corrected });
      return answer.ok ? { ok: true, submissionId: answer.created ?? id } : refusedFor(answer);
    },
    'outbox.choices': async ({ id }) => {
      const found = outbox.find(id);
      if (!found) return refuse('submission-gone');
      const { sha256, name } = found.wish.file;
      const copy = sha256 === null ? null : outbox.copyPath(sha256);
      const nameOf = (email: string) => journal.people.nameOf(email) ?? '';
      return {
        ok: true,
        choices: toChoices(found.wish, nameOf),
        file: copy === null ? null : await tray.lend(copy, name),
        name,
        revisable: rows.row(found).commands.includes('revise'),
      };
    },
    'outbox.readCopy': withShown(state)(async (active, { id, from, to }) => {
      const part = await sentCopies.read(active, id, { from, to });
      if ('key' in part) return refuseWith(part);
      return { ok: true, bytes: part.bytes, size: part.size, kind: sentCopies.kindOf(id) };
    }),
    'outbox.deleteOrphan': async ({ id, documentId }) =>
      (await outbox.deleteOrphan(id, documentId)) ? done : refuse('not-now'),
    'outbox.commandAll': async ({ kind }) => {
      const { active } = state.get();
      const now = clock.now();
      const counting = (active === null ? [] : outbox.openOf(active)).filter((one) => undoUntil(one, now) !== null);
      let problem: Problem | null = null;
      const isOffered = (found: Submission) => {
        const refusal = refused(found, kind);
        problem ??= refusal?.problem ?? null;
        return refusal === null;
      };
      const ids = counting.map(({ id }) => id);
      const answers = (await outbox.commandAll(ids, { kind }, isOffered)).map(toResult);
      for (const answer of answers) if (!answer.ok) problem ??= answer.problem;
      return { count: answers.filter(({ ok }) => ok).length, problem };
    },
    'outbox.pause': ({ paused }) => {
      const answer = outbox.pause(paused);
      orders.awake();
      personOrders.awake();
      return answer.ok ? done : refuse('not-recorded');
    },
    'outbox.modes': modes.ofActive,
    'outbox.placesSignatures': withShown(state)((active) => ({
      ok: true,
      isOn: operations.isOn(active, 'place-signature'),
    })),
  } satisfies Partial<Handlers>;
}
