import { sameName } from './decide/compare.ts';
import type { Fact } from './fact.ts';
import type { OutboxStore } from './store.ts';
import type { Submission } from './submission.ts';

/** What one check of the service showed. */
export interface CheckSeen {
  readonly askedAt: number;
  /** Newest first. */
  readonly drafts: readonly { readonly documentId: string; readonly name: string }[];
  /** Documents that are no drafts any more. */
  readonly begun: readonly { readonly documentId: string; readonly name: string }[];
  /** The page reached back beyond every upload in doubt: only then is it known what is missing. */
  readonly complete: boolean;
}

export interface Settlement {
  readonly id: string;
  readonly fact: Extract<Fact, { readonly kind: 'checked' }>;
}

type Owners = Pick<OutboxStore, 'isOwned' | 'named'>;

/** One check settles all uploads in doubt. A check asked before the doubt arose says nothing about it. */
export function settlements(open: readonly Submission[], check: CheckSeen, store: Owners): readonly Settlement[] {
  if (!check.complete) return [];
  return open.filter(waitsForCheck).flatMap((submission) => {
    if (submission.changedAt > check.askedAt) return [];
    const { connectionId, wish, reason } = submission;
    const candidates = unowned(connectionId, wish.file.name, check.drafts, store);
    // Its own past is not known: it may have been started, too.
    const begun = reason?.kind === 'recovered' ? unowned(connectionId, wish.file.name, check.begun, store) : [];
    const contested = rivals(submission, store).length > 0;
    return [{ id: submission.id, fact: { kind: 'checked', candidates, contested, begun } }];
  });
}

export function waitsForCheck({ stage }: Submission): boolean {
  return stage.kind === 'unclear' && stage.step === 'upload' && !stage.looking && stage.candidates.length === 0;
}

/** Drafts that bear the name of an upload made here and belong to none: what a replayed or late upload leaves behind. */
export function strangers(connectionId: string, check: CheckSeen, store: Owners): readonly string[] {
  return check.drafts
    .filter(({ documentId, name }) => {
      if (store.isOwned(connectionId, documentId)) return false;
      const sent = sentAs(connectionId, name, store).filter(({ firstSent }) => firstSent !== null);
      if (sent.some(({ orphans }) => orphans.includes(documentId))) return false;
      // While one of them is in doubt, the draft may well be its own.
      return sent.length > 0 && sent.every((one) => one.documentId !== null || one.stage.kind === 'done');
    })
    .map(({ documentId }) => documentId);
}

function unowned(connectionId: string, name: string, documents: CheckSeen['drafts'], store: Owners): readonly string[] {
  return documents
    .filter((one) => sameName(one.name, name) && !store.isOwned(connectionId, one.documentId))
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
