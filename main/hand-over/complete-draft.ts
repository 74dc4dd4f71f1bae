import { createHash } from 'node:crypto';
import type { DocumentDetails } from '../../preload/contract/document.ts';
import { limits } from '../../preload/contract/limits.ts';
import type { CompletedDraft } from '../../preload/contract/sending.ts';
import { signatureModes } from '../../shared/signature-modes.ts';
import type { Documents } from '../documents/documents.ts';
import { isUnderWay } from '../documents/order-steps.ts';
import type { Journal } from '../journal/journal.ts';
import { type CommandAnswer, refusedFor } from '../outbox/commands.ts';
import type { Outbox } from '../outbox/outbox.ts';
import { problemOfDetails } from '../problems/problem-of.ts';
import { refuse, refuseWith } from '../problems/refuse.ts';
import type { ServiceDocument } from '../signing/answers/document.ts';
import type { PublishedState } from '../state/published-state.ts';
import { completeForeign } from '../submission/decide/command.ts';
import { isSameAddress, plainAddress } from '../submission/decide/compare.ts';
import type { Command } from '../submission/fact.ts';
import type { Submission, Wish, WishSignee } from '../submission/submission.ts';
import type { Clock } from '../time/clock.ts';
import { undoMsOf } from './accept-files.ts';
import { toWishSignees } from './choices.ts';

/** A draft with everything that is compared before its start. */
interface Draft extends Pick<Wish, 'mode' | 'jurisdiction' | 'alias' | 'comment'> {
  /** Null: the details do not show it. */
  readonly name: string | null;
  readonly present: readonly WishSignee[];
  readonly observers: readonly string[];
}

const jurisdictions = ['zertes', 'eidas'] as const;

/** Reads a draft that can be sent from here. Null: it is none, or the details do not show what would be sent. */
function readDraft(document: ServiceDocument): Draft | null {
  const { documentStatus, documentName, initiatorDisplayName, comment, observers } = document;
  const name = documentName?.normalize('NFC') ?? null;
  const mode = signatureModes.find((one) => one === document.signatureMode);
  const jurisdiction = jurisdictions.find((one) => one === document.jurisdiction);
  const present = document.signees.flatMap(({ email, order }): WishSignee[] =>
    email === undefined ? [] : [{ email, ...(order === undefined ? {} : { order }) }],
  );
  const isNamed = present.length === document.signees.length;
  if (documentStatus !== 'draft' || mode === undefined || jurisdiction === undefined || !isNamed) return null;
  return { name, mode, jurisdiction, alias: initiatorDisplayName ?? '', comment: comment ?? '', present, observers };
}

/** Returns a word for what a person was shown of the draft. Another draft has another one. */
const markOf = (draft: Draft): string => createHash('sha256').update(JSON.stringify(draft)).digest('hex');

/**
 * Returns what the window needs to complete a draft, with what its submission wanted to change before the person stopped.
 * Null: it cannot be sent from here.
 */
export function shownDraft(document: ServiceDocument, owner: Submission | null): DocumentDetails['draft'] {
  const draft = readDraft(document);
  if (draft === null) return null;
  const kept = owner?.draft === undefined ? null : { ...owner, draft: owner.draft };
  // What others have changed since is as they left it.
  const wordOf = (what: 'alias' | 'comment') => (kept?.draft[what] === draft[what] ? kept.wish[what] : draft[what]);
  // Of those who were added already, nobody comes back whom others have removed.
  const wanted = newPeople(draft.present, owner?.wish.signees.slice(owner.signeesAdded) ?? []);
  const lacking = wanted.map(({ email, comment: note = '', order = null, place }) => ({
    email,
    name: '',
    comment: note,
    order,
    ...(place !== undefined && { place }),
  }));
  return { name: draft.name, alias: wordOf('alias'), comment: wordOf('comment'), lacking, asShown: markOf(draft) };
}

interface CompleteDraftDeps {
  readonly clock: Clock;
  readonly journal: Pick<Journal, 'documentOrders' | 'documents' | 'personOrders' | 'settings' | 'submissions'>;
  readonly state: PublishedState;
  readonly outbox: Pick<Outbox, 'command' | 'rows' | 'takeDraft'>;
  readonly documents: Pick<Documents, 'details'>;
  readonly newId: () => string;
}

/** Returns the people who are not on the draft, each once. */
function newPeople(present: readonly WishSignee[], wanted: readonly WishSignee[]): readonly WishSignee[] {
  const known = new Set(present.map(({ email }) => plainAddress(email)));
  const byAddress = new Map(wanted.map((one) => [plainAddress(one.email), one]));
  return [...byAddress].flatMap(([address, one]) => (known.has(address) ? [] : [one]));
}

/** Keeps the comment and the place that were chosen here for people who are on the draft already. */
const withChoices = (present: readonly WishSignee[], owner: Submission | null): readonly WishSignee[] =>
  present.map((one) => ({ ...owner?.wish.signees.find(({ email }) => isSameAddress(email, one.email)), ...one }));

type Result = { readonly ok: true; readonly submissionId: string } | ReturnType<typeof refuse>;

const toResult = (answer: CommandAnswer, submissionId: string): Result =>
  answer.ok ? { ok: true, submissionId } : refusedFor(answer);

/**
 * Sends a draft that is at the service, with further people, another sender or comment. It looks at the draft before: a
 * person sends only what they were shown. A draft that was made elsewhere becomes a submission without a file.
 */
export function createCompleteDraft({ clock, journal, state, outbox, documents, newId }: CompleteDraftDeps) {
  /** Returns the submission of a draft that was made elsewhere. Null: it cannot be sent so. */
  function foreign(
    connectionId: string,
    { documentMimeType, documentId }: ServiceDocument,
    command: Extract<Command, { kind: 'complete' }>,
  ): Submission | null {
    const { name, mode, jurisdiction } = command;
    const file = { sha256: null, size: 0, name, type: documentMimeType ?? '' };
    const fields = { alias: '', comment: '', sendMail: 'others', scanPredefined: false, extra: {} } as const;
    const wish: Wish = { ...fields, file, mode, jurisdiction, signees: [] };
    const account = state.accountOf(connectionId);
    const given = { id: newId(), connectionId, account, origin: 'interactive', wish } as const;
    return completeForeign(given, documentId, command, { now: clock.now(), roll: () => 0 });
  }

  return async function completeDraft(
    connectionId: string,
    { documentId, asShown, alias, comment, signees }: CompletedDraft,
  ): Promise<Result> {
    const account = state.accountOf(connectionId);
    if (account === null) return refuse('signed-out');
    const details = await documents.details(connectionId, documentId);
    if (details === null || state.accountOf(connectionId) !== account) return refuse('signed-out');
    if (!details.ok) return refuseWith(problemOfDetails(details.failure, state.addressOf(connectionId)));
    if (details.value.documentStatus !== 'draft') return refuse('not-now');
    const draft = readDraft(details.value);
    if (draft === null) return refuse('draft-unreadable');
    if (markOf(draft) !== asShown) return refuse('draft-changed');
    const owner = journal.submissions.ownerOf(connectionId, documentId);
    const order = journal.documentOrders.find(connectionId, documentId);
    if (order !== null && order.stage.kind !== 'done') return refuse('not-now');
    // What somebody is being added to, or taken from, is another draft in a moment.
    if (journal.personOrders.of(connectionId, documentId).some(isUnderWay)) return refuse('not-now');
    const present = withChoices(draft.present, owner);
    const added = newPeople(present, toWishSignees(signees));
    const count = present.length + added.length;
    if (count === 0) return refuse('no-signees');
    if (count + draft.observers.length > limits.participants)
      return refuse('too-many-signees', { limit: limits.participants });
    if (alias.trim() === '') return refuse('no-sender');
    const shown = { alias: draft.alias, comment: draft.comment, observers: draft.observers };
    const { mode, jurisdiction } = draft;
    const knownName = owner?.wish.file.name ?? journal.documents.find(connectionId, documentId)?.name ?? documentId;
    const name = draft.name ?? knownName.normalize('NFC');
    const startAfter = clock.now() + undoMsOf(journal);
    const command = {
      kind: 'complete',
      shown,
      name,
      mode,
      jurisdiction,
      present,
      added,
      alias,
      comment,
      startAfter,
    } as const;
    if (owner !== null) {
      if (!outbox.rows.row(owner).commands.includes('complete')) return refuse('not-now');
      return toResult(await outbox.command(owner.id, command), owner.id);
    }
    const submission = foreign(connectionId, details.value, command);
    if (submission === null) return refuse('not-now');
    return toResult(await outbox.takeDraft(submission, details.value), submission.id);
  };
}

export type CompleteDraft = ReturnType<typeof createCompleteDraft>;
