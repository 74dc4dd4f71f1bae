import { isSameName } from '../submission/decide/compare.ts';
import type { Fact } from '../submission/fact.ts';
import type { OutboxStore } from '../submission/store.ts';
import type { Submission } from '../submission/submission.ts';
import type { CheckSeen, Listed } from '../tracking/reading.ts';

export interface Settlement {
  readonly id: string;
  readonly fact: Extract<Fact, { readonly kind: 'checked' }>;
}

type Owners = Pick<OutboxStore, 'isOwned' | 'named'>;

/** One check settles all uploads in doubt of its account. */
export function settlements(open: readonly Submission[], check: CheckSeen, store: Owners): readonly Settlement[] {
  const waiting = open.filter((one) => waitsForCheck(one) && isOf(one, check.account));
  return waiting.flatMap((submission) => {
    const { id, connectionId, wish } = submission;
    // A reading that began before the doubt arose says nothing about what is missing.
    const whole = check.whole && inDoubtSince(submission) <= check.askedAt;
    const candidates = check.documents
      .filter((one) => isCandidate(submission, one, wish.file.name))
      .filter(({ documentId }) => !store.isOwned(connectionId, documentId))
      .map(({ documentId }) => documentId);
    // A recovered row may have been started: until all is read, a draft found early may be a replay of it.
    if (submission.recovered && !whole && !check.whole) return untold(submission, check);
    if (submission.recovered && !whole) return [];
    const contested = rivals(submission, store).length > 0;
    const { documents, unreadable } = check;
    return [{ id, fact: { kind: 'checked', candidates, contested, whole, documents: documents.length, unreadable } }];
  });
}

/** Earlier windows of the same reading have changed the row since: its last change says nothing. */
function inDoubtSince({ stage, reason, changedAt }: Submission): number {
  if (stage.kind === 'unclear') return stage.since;
  return reason?.kind === 'unsettled' ? reason.since : changedAt;
}

/** Nothing is known yet, and that is counted: a person is asked in the end. */
function untold({ id, stage }: Submission, { documents, unreadable }: CheckSeen): readonly Settlement[] {
  if (stage.kind !== 'unclear') return [];
  const fact = { kind: 'checked', candidates: [], contested: false, whole: false } as const;
  return [{ id, fact: { ...fact, documents: documents.length, unreadable } }];
}

/** Of the same name, and a draft. A recovered row may have been started, too. */
function isCandidate({ recovered }: Submission, { name, status }: Listed, wanted: string): boolean {
  return isSameName(name, wanted) && (recovered || status === 'draft' || status === '');
}

/** Rows written before accounts were kept belong to whoever is signed in. */
export function isOf({ account }: Submission, current: string | null): boolean {
  return account === null || account === current;
}

export function waitsForCheck({ stage, reason }: Submission): boolean {
  if (stage.kind === 'needs-you') return reason?.kind === 'unsettled';
  return stage.kind === 'unclear' && stage.step === 'upload' && !stage.looking && stage.candidates.length === 0;
}

/** Drafts that bear the name of an upload made here and belong to none: what a replayed or late upload leaves behind. */
export function strangers(connectionId: string, check: CheckSeen, store: Owners): readonly string[] {
  return check.documents
    .filter(({ documentId, name, status }) => {
      if (status !== 'draft' || store.isOwned(connectionId, documentId)) return false;
      const sent = sentAs(connectionId, name, store).filter(
        (one) => one.firstSent !== null && isOf(one, check.account),
      );
      if (sent.some(({ orphans }) => orphans.includes(documentId))) return false;
      // While one of them is in doubt, the draft may well be its own.
      return sent.length > 0 && sent.every((one) => one.documentId !== null || one.stage.kind === 'done');
    })
    .map(({ documentId }) => documentId);
}

/** Submissions whose file the service shows under this name; some servers keep what a multipart name has escaped. */
export function sentAs(connectionId: string, shown: string, store: Pick<OutboxStore, 'named'>): readonly Submission[] {
  const plain = shown.replaceAll('%22', '"').replaceAll('%0D', '\r').replaceAll('%0A', '\n');
  const found = store.named(connectionId, shown);
  return plain === shown ? found : [...found, ...store.named(connectionId, plain)];
}

/** Other uploads of this name and content that may have left a draft nobody knows: it could be theirs. */
function rivals(submission: Submission, store: Owners): readonly Submission[] {
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
