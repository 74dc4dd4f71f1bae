import type { VerdictKind } from '../../preload/contract/copy-verdict.ts';
import type { DueTime } from '../../preload/contract/document.ts';
import type { FolderVerdictKind } from '../../preload/contract/folder.ts';
import type { NotificationKind } from '../../preload/contract/notifications.ts';
import type { Problem } from '../../preload/contract/problem.ts';
import type { TrackedDocument } from '../journal/tracked-documents.ts';
import { verdictOfCopy } from '../signatures/copy-verdict.ts';
import { dueOf } from '../tracking/lifecycle.ts';

interface Named {
  /** Tells this news from all others, for ever. */
  readonly key: string;
  readonly connectionId: string;
  readonly name: string;
  /** The key of the row in the list. */
  readonly entry: string;
}

/** The reason that a watched folder or a file in it waits, where no problem says it. */
export interface FolderWhy {
  readonly kind: FolderVerdictKind | 'replaced';
  readonly who: string;
  readonly at: number | null;
}

/** What is lost when a time ends. `file`: that of a rejected or withdrawn document, which somebody had signed. */
type Loss = 'copy' | 'draft' | 'signing' | 'file' | 'unsound';

/** The news for a person who is away from the window. `at` of an end is the time that the service told, or null. */
export type News = Named &
  (
    | { readonly kind: 'signed'; readonly documentId: string; readonly saved: boolean; readonly at: number | null }
    | {
        readonly kind: 'rejected';
        readonly by: string | null;
        readonly reason: string | null;
        readonly at: number | null;
      }
    /** `isFolder`: the folder itself, and not a document. */
    | {
        readonly kind: 'needsYou';
        readonly problem: Problem | null;
        readonly why?: FolderWhy;
        /** The fault of a signed copy. */
        readonly verdict?: VerdictKind;
        readonly isFolder: boolean;
      }
    | { readonly kind: 'expiring'; readonly loss: Loss; readonly at: number; readonly bound: DueTime['bound'] }
  ) & { readonly kind: NotificationKind };

export interface Told {
  has(key: string): boolean;
  /** Returns the time at which we first read this connection's list. Null: we have not read it yet. */
  beganAt(connectionId: string): number | null;
}

export interface NewsOfDocument {
  readonly news: readonly News[];
  /** Keys that must not become news later. */
  readonly settled: readonly string[];
  /** The time at which this document becomes news without a change. */
  readonly nextAt: number | null;
}

const DAY = 24 * 60 * 60_000;
/** The age at which news is no longer news. The service has deleted the document by then. */
const NEWS_FOR_MS = 14 * DAY;
/** The times before a loss at which we warn, the shortest first. */
const WARN_MS = [1 * DAY, 3 * DAY] as const;
/** Few people want the file of a document that was not signed: one hint is enough. */
const HINT_MS = [3 * DAY] as const;

const lossOf: Readonly<Record<string, Loss>> = {
  rejected: 'file',
  withdrawn: 'file',
  signed: 'copy',
  draft: 'draft',
  'in-progress': 'signing',
};

/** Returns the key of the document's row in the list. */
const entryOf = ({ id, submissionId }: Pick<TrackedDocument, 'id' | 'submissionId'>) =>
  submissionId === null ? id : `submission:${submissionId}`;

/**
 * Finds news of a document, from what the journal knows and what was told before. `account`: who is signed in at its
 * connection. `rescues`: files of unsigned documents are saved without being asked for.
 */
export function newsOfDocument(
  document: TrackedDocument,
  told: Told,
  now: number,
  account: string | null,
  rescues = false,
): NewsOfDocument {
  const alarm = alarmOfCopy(document, told);
  if (document.goneAt !== null) return { ...(alarm ?? { news: [], settled: [] }), nextAt: null };
  const ended = alarm ?? newsOfEnd(document, told, now);
  const expiring = newsOfDeadline(document, told, now, { account, rescues, isUnsound: alarm !== null });
  return {
    news: [...ended.news, ...expiring.news],
    settled: [...ended.settled, ...expiring.settled],
    nextAt: expiring.nextAt,
  };
}

/**
 * Finds an alarm: a signed copy that is not signed as the service says. It is news in place of *signed*, once per
 * content and finding, also when the service has deleted the document. Null: there is no such alarm.
 */
function alarmOfCopy(document: TrackedDocument, told: Told): Omit<NewsOfDocument, 'nextAt'> | null {
  const { connectionId, id, status, savedAt, signatures } = document;
  const verdict = savedAt === null || status !== 'signed' ? null : verdictOfCopy(document);
  if (verdict?.level !== 'alarm') return null;
  const key = `copy-${verdict.kind}|${connectionId}|${id}|${signatures?.sha256 ?? ''}`;
  const named = { key, connectionId, name: document.name ?? id, entry: entryOf(document) };
  const news: News = { ...named, kind: 'needsYou', problem: null, verdict: verdict.kind, isFolder: false };
  const ended = `${status}|${connectionId}|${id}`;
  return { news: told.has(key) ? [] : [news], settled: told.has(ended) ? [] : [ended] };
}

function newsOfEnd(document: TrackedDocument, told: Told, now: number): Omit<NewsOfDocument, 'nextAt'> {
  const { connectionId, id, status, since, notBefore, completed, submissionId, signees, savedAt } = document;
  const nothing = { news: [], settled: [] };
  if (status !== 'signed' && status !== 'rejected') return nothing;
  const key = `${status}|${connectionId}|${id}`;
  if (told.has(key) || now - since > NEWS_FOR_MS) return nothing;
  const beganAt = told.beganAt(connectionId);
  // The first list of an account may show hundreds of finished documents. They are no news.
  const isFresh =
    notBefore !== null || submissionId !== null || (completed !== null && beganAt !== null && completed > beganAt);
  if (beganAt === null || !isFresh) return { news: [], settled: [key] };
  const named = { key, connectionId, name: document.name ?? id, entry: entryOf(document) };
  if (status === 'signed')
    return {
      news: [{ ...named, kind: 'signed', documentId: id, saved: savedAt !== null, at: completed }],
      settled: [],
    };
  const rejecting = signees?.find((signee) => signee.status === 'rejected');
  const by = rejecting?.name ?? rejecting?.email ?? null;
  const at = rejecting?.decidedAt ?? completed;
  return { news: [{ ...named, kind: 'rejected', by, reason: rejecting?.reason ?? null, at }], settled: [] };
}

interface Circumstances {
  readonly account: string | null;
  readonly rescues: boolean;
  /** The saved copy is not signed as the service says: what the service still has is the only other one. */
  readonly isUnsound: boolean;
}

/** Tells whether nothing is lost with the file of an unsigned document: nobody signed it, or it is or will be saved. */
const isNoLoss = ({ rescued, saveProblem, signees }: TrackedDocument, rescues: boolean): boolean =>
  rescued || (rescues && saveProblem === null) || !(signees ?? []).some(({ status }) => status === 'signed');

function newsOfDeadline(
  document: TrackedDocument,
  told: Told,
  now: number,
  { account, rescues, isUnsound }: Circumstances,
): NewsOfDocument {
  const { connectionId, id, status, savedAt, saveProblem } = document;
  const ofStatus = Object.hasOwn(lossOf, status) ? lossOf[status] : undefined;
  const loss = isUnsound ? 'unsound' : ofStatus;
  const due = dueOf(document);
  const nothing = { news: [], settled: [], nextAt: null };
  if (
    loss === undefined ||
    due === null ||
    due.at <= now ||
    (loss === 'copy' && savedAt !== null && (saveProblem === null || saveProblem.key === 'copy-receipt')) ||
    (loss === 'file' && isNoLoss(document, rescues)) ||
    // Nobody reads it any more: it may be signed by now, or gone.
    (loss !== 'copy' && loss !== 'unsound' && document.account !== null && document.account !== account)
  )
    return nothing;
  const keyOf = (ms: number) => `expiring-${ms / DAY}|${status}|${connectionId}|${id}`;
  const warnings: readonly number[] = loss === 'file' ? HINT_MS : WARN_MS;
  const later = warnings.map((ms) => due.at - ms).filter((at) => at > now);
  const nextAt = later.length === 0 ? null : Math.min(...later);
  const reached = warnings.filter((ms) => due.at - ms <= now).map(keyOf);
  const [nearest, ...earlier] = reached;
  if (nearest === undefined || told.has(nearest)) return { ...nothing, nextAt };
  const named = { key: nearest, connectionId, name: document.name ?? id, entry: entryOf(document) };
  return { news: [{ ...named, kind: 'expiring', loss, at: due.at, bound: due.bound }], settled: earlier, nextAt };
}

/** A submission that waits for a person. */
export interface NeedySubmission {
  readonly id: string;
  readonly connectionId: string;
  readonly name: string;
  readonly problem: Problem | null;
}

/** An order of a person that failed, and why. */
export interface FailedOrder {
  readonly documentId: string;
  readonly kind: string;
  readonly problem: Problem | null;
}

/** Finds news of an order: once per problem, like a submission. */
export function newsOfOrder(
  { kind, problem }: FailedOrder,
  document: Pick<TrackedDocument, 'connectionId' | 'id' | 'name' | 'goneAt' | 'submissionId'>,
  told: Told,
): readonly News[] {
  const { connectionId, id, name, goneAt, submissionId } = document;
  const key = `needs-you|${connectionId}|${id}|${kind}|${problem?.key ?? ''}`;
  if (goneAt !== null || told.has(key)) return [];
  const entry = entryOf({ id, submissionId });
  return [{ key, connectionId, name: name ?? id, entry, kind: 'needsYou', problem, isFolder: false }];
}

/** Finds news of a submission: once per problem, since the person may try again and meet another one. */
export function newsOfSubmission({ id, connectionId, name, problem }: NeedySubmission, told: Told): readonly News[] {
  const key = `needs-you|${id}|${problem?.key ?? ''}`;
  if (told.has(key)) return [];
  return [{ key, connectionId, name, entry: `submission:${id}`, kind: 'needsYou', problem, isFolder: false }];
}

/** A watched folder that takes nothing, or a file in one, which waits for a person. */
export interface NeedyFolder {
  /** Tells it from all others, for ever. */
  readonly key: string;
  readonly connectionId: string;
  readonly folderId: string;
  readonly name: string;
  readonly problem: Problem | null;
  readonly why?: FolderWhy;
  /** The folder itself, and not a file in it. */
  readonly isFolder: boolean;
}

/** Finds news of a folder. A click opens the screen of the folders. */
export function newsOfFolder({ folderId, ...need }: NeedyFolder, told: Told): readonly News[] {
  return told.has(need.key) ? [] : [{ ...need, entry: `folder:${folderId}`, kind: 'needsYou' }];
}
