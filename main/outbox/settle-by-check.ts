import { isSameName } from '../submission/document-name.ts';
import type { Fact } from '../submission/fact.ts';
import type { OutboxStore } from '../submission/store.ts';
import type { Submission } from '../submission/submission.ts';
import type { CheckSeen, Listed } from '../tracking/reading.ts';

export interface Settlement {
  readonly id: string;
  readonly fact: Extract<Fact, { readonly kind: 'checked' }>;
}

type Owners = Pick<OutboxStore, 'isOwned' | 'named'>;

/** Returns a fact for each upload in doubt of the check's account. */
export function settleByCheck(open: readonly Submission[], check: CheckSeen, store: Owners): readonly Settlement[] {
  const waiting = open.filter((one) => waitsForCheck(one) && belongsTo(one, check.account));
  return waiting.flatMap((submission) => {
    const { id, connectionId, wish } = submission;
    // A missing document proves something only if the reading began after the doubt arose.
    const whole = check.whole && inDoubtSince(submission) <= check.askedAt;
    const candidates = check.documents
      .filter((one) => isCandidate(submission, one, wish.file.name))
      .filter(({ documentId }) => !store.isOwned(connectionId, documentId))
      .map(({ documentId }) => documentId);
    // The document of a recovered submission may be a started one. Until everything is read, ignore drafts: one may be a repeated upload.
    if (submission.recovered && !whole && !check.whole) return countUndecided(submission, check);
    if (submission.recovered && !whole) return [];
    const contested = findRivals(submission, store).length > 0;
    const { documents, unreadable } = check;
    return [{ id, fact: { kind: 'checked', candidates, contested, whole, documents: documents.length, unreadable } }];
  });
}

/** When the doubt arose. Not the last change: earlier checks of the same reading have changed the submission. */
function inDoubtSince({ stage, reason, changedAt }: Submission): number {
  if (stage.kind === 'unclear') return stage.since;
  return reason?.kind === 'unsettled' ? reason.since : changedAt;
}

/** Counts a check without a result. After several of them a person is asked. */
function countUndecided({ id, stage }: Submission, { documents, unreadable }: CheckSeen): readonly Settlement[] {
  if (stage.kind !== 'unclear') return [];
  const fact = { kind: 'checked', candidates: [], contested: false, whole: false } as const;
  return [{ id, fact: { ...fact, documents: documents.length, unreadable } }];
}

/** Could the listed document be this upload? Usually it is a draft; for a recovered submission it may be started. */
function isCandidate({ recovered }: Submission, { name, status }: Listed, wanted: string): boolean {
  return isSameName(name, wanted) && (recovered || status === 'draft' || status === '');
}

/** What was handed over while nobody was signed in has no account until somebody signs in. */
export function belongsTo({ account }: Submission, current: string | null): boolean {
  return account === current;
}

export function waitsForCheck({ stage, reason }: Submission): boolean {
  if (stage.kind === 'needs-you') return reason?.kind === 'unsettled';
  return stage.kind === 'unclear' && stage.step === 'upload' && !stage.looking && stage.candidates.length === 0;
}

/** Drafts with the name of one of our uploads that belong to no submission: possible orphans. */
export function findPossibleOrphans(connectionId: string, check: CheckSeen, store: Owners): readonly string[] {
  return check.documents
    .filter(({ documentId, name, status }) => {
      if (status !== 'draft' || store.isOwned(connectionId, documentId)) return false;
      const sent = findByShownName(connectionId, name, store).filter(
        (one) => one.firstSent !== null && belongsTo(one, check.account),
      );
      if (sent.some(({ orphans }) => orphans.includes(documentId))) return false;
      // While a submission is in doubt, the draft may be its document. On hold it has none.
      const isSettled = ({ documentId: own, stage }: Submission) =>
        own !== null || stage.kind === 'done' || stage.kind === 'held';
      return sent.length > 0 && sent.every(isSettled);
    })
    .map(({ documentId }) => documentId);
}

/** Submissions that the service shows under this name. Some servers keep the escapes of a multipart name. */
export function findByShownName(
  connectionId: string,
  shown: string,
  store: Pick<OutboxStore, 'named'>,
): readonly Submission[] {
  const plain = shown.replaceAll('%22', '"').replaceAll('%0D', '\r').replaceAll('%0A', '\n');
  const found = store.named(connectionId, shown);
  return plain === shown ? found : [...found, ...store.named(connectionId, plain)];
}

/** Other uploads in doubt with the same name and content: a draft could belong to them. */
function findRivals(submission: Submission, store: Owners): readonly Submission[] {
  return store
    .named(submission.connectionId, submission.wish.file.name)
    .filter(
      (other) =>
        other.id !== submission.id &&
        other.wish.file.sha256 === submission.wish.file.sha256 &&
        other.firstSent !== null &&
        other.documentId === null,
    );
}
