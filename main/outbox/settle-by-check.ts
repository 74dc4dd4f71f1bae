import { mayBeSent } from '../submission/decide/change.ts';
import { createNameIndex, isSameName } from '../submission/document-name.ts';
import type { Fact } from '../submission/fact.ts';
import type { OutboxStore } from '../submission/store.ts';
import type { Submission } from '../submission/submission.ts';
import { createSlices, unhurried } from '../time/slices.ts';
import type { CheckSeen } from '../tracking/reading.ts';

type Owners = Pick<OutboxStore, 'isOwned' | 'named' | 'names'>;

type Checked = Extract<Fact, { readonly kind: 'checked' }>;

/**
 * Returns what the check means for a recovered submission, or null for one that can be searched for. Its document may
 * be a started one. Until everything is read, it is not searched for: a draft may be a repeated upload.
 */
export function countOnly(submission: Submission, check: CheckSeen): Checked | 'nothing' | null {
  const { recovered, stage } = submission;
  if (!recovered || (check.whole && inDoubtSince(submission) <= check.askedAt)) return null;
  if (check.whole || stage.kind !== 'unclear') return 'nothing';
  const { documents, unreadable } = check;
  const nothing = { kind: 'checked', candidates: [], more: 0, contested: false, whole: false } as const;
  return { ...nothing, documents: documents.length, unreadable, undecided: 0, unread: 0 };
}

/**
 * Returns the time at which the doubt arose. Not the last change: earlier checks of the same reading have changed the
 * submission.
 */
export function inDoubtSince({ stage, reason, changedAt }: Submission): number {
  if (stage.kind === 'unclear') return stage.since;
  return reason?.kind === 'unsettled' ? reason.since : changedAt;
}

/**
 * Tells whether a submission is of this account. Handed over while nobody was signed in, it has no account until
 * somebody signs in.
 */
export function belongsTo({ account }: Submission, current: string | null): boolean {
  return account === current;
}

export function waitsForCheck({ stage, reason }: Submission): boolean {
  if (stage.kind === 'needs-you') return reason?.kind === 'unsettled';
  return stage.kind === 'unclear' && stage.step === 'upload' && !stage.looking && stage.candidates.length === 0;
}

/**
 * Tells whether a submission is settled. If it is in doubt, a draft of its name may be its document. On hold it has
 * none.
 */
const isSettled = ({ documentId, stage }: Submission) =>
  documentId !== null || stage.kind === 'done' || stage.kind === 'held';

/** Finds this account's started submissions whose documents are drafts by this check. Drafts may be thousands. */
export async function startedDrafts(
  connectionId: string,
  { documents, fresh, account }: CheckSeen,
  store: Pick<OutboxStore, 'ownerOf'>,
): Promise<readonly string[]> {
  const slices = createSlices('parts');
  const ids: string[] = [];
  for (const { documentId, status } of fresh ?? documents) {
    // oxlint-disable-next-line no-await-in-loop -- other work goes in between
    if (slices.isOver()) await slices.rest();
    const owner = status === 'draft' ? store.ownerOf(connectionId, documentId) : null;
    if (owner?.stage.kind !== 'done' || owner.stage.as !== 'started') continue;
    if (belongsTo(owner, account)) ids.push(owner.id);
  }
  return ids;
}

const isSent = (one: Submission, account: string | null): boolean => one.firstSent !== null && belongsTo(one, account);

/** Finds the submissions of an account that may have a draft without knowing it. */
export const inDoubt = (open: readonly Submission[], account: string | null): readonly Submission[] =>
  open.filter((one) => isSent(one, account) && !isSettled(one));

/** Tells whether an upload of which nobody knows yet what became of it may have made this draft. */
export function mayBeUpload({ account, wish }: Submission, open: readonly Submission[]): boolean {
  const doubtful = new Set(inDoubt(open, account));
  return open.some(
    (one) =>
      // The draft is in the list of this account: another one cannot have made it.
      (one.account === null || belongsTo(one, account)) &&
      one.documentId === null &&
      (doubtful.has(one) || one.recovered || (one.stage.kind === 'held' && mayBeSent(one))) &&
      isSameName(one.wish.file.name, wish.file.name),
  );
}

export interface PossibleOrphan {
  readonly documentId: string;
  /** The names of uploads that the service may show under the name of this draft. */
  readonly names: readonly string[];
}

interface Sent {
  readonly names: readonly string[];
  readonly rows: readonly Submission[];
}

/**
 * Finds possible orphans: drafts with the name of one of our uploads that belong to no submission. Thousands may have
 * one name, so its submissions are read once, and not at all while an open one is in doubt. `open`: of all connections of
 * the account, because a draft of one is listed for each.
 */
export async function findPossibleOrphans(
  connectionId: string,
  check: CheckSeen,
  store: Owners,
  open: readonly Submission[],
): Promise<readonly PossibleOrphan[]> {
  const doubtful = new Set(inDoubt(open, check.account).map(({ wish }) => nfc(wish.file.name)));
  const slices = createSlices('parts');
  const unknown: CheckSeen['documents'][number][] = [];
  for (const one of check.documents) {
    // oxlint-disable-next-line no-await-in-loop -- other work goes in between
    if (slices.isOver()) await slices.rest();
    if (one.status === 'draft' && !store.isOwned(one.documentId)) unknown.push(one);
  }
  if (unknown.length === 0) return [];
  const index = createNameIndex();
  for (const name of store.names(connectionId)) {
    index.add(name);
    // oxlint-disable-next-line no-await-in-loop -- other work goes in between
    if (slices.isOver()) await slices.rest();
  }
  const sentAs = async (shown: string): Promise<Sent> => {
    const names = index.find(shown);
    const rows: Submission[] = [];
    if (names.some((name) => doubtful.has(name))) return { names, rows };
    // oxlint-disable-next-line no-await-in-loop -- other work goes in between
    for (const name of names)
      for await (const one of unhurried(store.named(connectionId, name)))
        if (isSent(one, check.account)) rows.push(one);
    return { names, rows };
  };
  const known = new Map<string, Sent>();
  const found: PossibleOrphan[] = [];
  for (const { documentId, name } of unknown) {
    // oxlint-disable-next-line no-await-in-loop -- other work goes in between
    if (slices.isOver()) await slices.rest();
    // oxlint-disable-next-line no-await-in-loop -- other work goes in between
    const sent = known.get(name) ?? (await sentAs(name));
    known.set(name, sent);
    if (sent.rows.some(({ orphans }) => orphans.includes(documentId))) continue;
    if (sent.rows.length > 0 && sent.rows.every(isSettled)) found.push({ documentId, names: sent.names });
  }
  return found;
}

const nfc = (name: string) => name.normalize('NFC');
