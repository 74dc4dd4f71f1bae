import type { Fact } from '../submission/fact.ts';
import type { OutboxStore } from '../submission/store.ts';
import type { Submission } from '../submission/submission.ts';
import type { CheckSeen } from '../tracking/reading.ts';

type Owners = Pick<OutboxStore, 'isOwned' | 'named'>;

type Checked = Extract<Fact, { readonly kind: 'checked' }>;

/**
 * The document of a recovered submission may be a started one. Until everything is read, it is not searched for: a draft
 * may be a repeated upload. Returns what the check means for it, or null for a submission that can be searched for.
 */
export function countOnly(submission: Submission, check: CheckSeen): Checked | 'nothing' | null {
  const { recovered, stage } = submission;
  if (!recovered || (check.whole && inDoubtSince(submission) <= check.askedAt)) return null;
  if (check.whole || stage.kind !== 'unclear') return 'nothing';
  const { documents, unreadable } = check;
  const nothing = { kind: 'checked', candidates: [], more: 0, contested: false, whole: false, undecided: 0 } as const;
  return { ...nothing, documents: documents.length, unreadable };
}

/** When the doubt arose. Not the last change: earlier checks of the same reading have changed the submission. */
export function inDoubtSince({ stage, reason, changedAt }: Submission): number {
  if (stage.kind === 'unclear') return stage.since;
  return reason?.kind === 'unsettled' ? reason.since : changedAt;
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
      if (status !== 'draft' || store.isOwned(documentId)) return false;
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
