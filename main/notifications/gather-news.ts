import { isLeftPractice } from '../../preload/contract/limits.ts';
import { archivedStatus } from '../journal/archive.ts';
import type { Journal } from '../journal/journal.ts';
import type { TrackedDocument } from '../journal/tracked-documents.ts';
import type { Notifier } from '../platform/notifier.ts';
import { isAlarm } from '../signatures/copy-verdict.ts';
import type { PublishedState } from '../state/published-state.ts';
import type { Clock } from '../time/clock.ts';
import type { Texts } from '../words/texts.ts';
import {
  type FailedOrder,
  type NeedyFolder,
  type NeedySubmission,
  type News,
  newsOfDocument,
  newsOfFolder,
  newsOfOrder,
  newsOfSubmission,
} from './news.ts';
import type { ToldNews } from './told-news.ts';

export interface NotificationsDeps {
  readonly clock: Clock;
  readonly journal: Pick<Journal, 'archive' | 'deadlines' | 'settings' | 'trackedDocuments'>;
  readonly state: PublishedState;
  readonly texts: Texts;
  readonly notifier: Notifier;
  /** The file that remembers what was told, outside of the journal. */
  readonly file: string;
  readonly needySubmissions: (connectionId: string) => readonly NeedySubmission[];
  readonly failedOrders: (connectionId: string) => readonly FailedOrder[];
  /** Failed orders for one person of a document. They are told, and wait for nobody. */
  readonly failedPersonOrders: (connectionId: string) => readonly FailedOrder[];
  readonly needyFolders: () => readonly NeedyFolder[];
  /** Tells whether the alarm about this signed copy is told together with those that are still examined. */
  readonly isToldLater?: (connectionId: string, id: string) => boolean;
  /** Counts the folders and the files in them that wait for a person, on all connections. */
  readonly folderCount: () => number;
  /** Shows a row of the list, or the list when `entry` is null. */
  readonly reveal: (connectionId: string, entry: string | null) => void;
  readonly onFault: (error: unknown) => void;
}

/** The first list of an account may settle thousands. One write of all would block the main process. */
const SETTLED_AT_ONCE = 200;

function failedOrders({ state }: NotificationsDeps, ofConnection: NotificationsDeps['failedOrders']) {
  const ids = state.get().connections.map(({ id }) => id);
  return ids.flatMap((connectionId) => ofConnection(connectionId).map((order) => ({ ...order, connectionId })));
}

/** Tells whether an order for the document failed, or a rejected document or a bad copy is still in sight. */
function needsPerson(
  { journal, state }: NotificationsDeps,
  document: TrackedDocument,
  failed: ReadonlySet<string>,
): boolean {
  const { connectionId, id, status, goneAt, savedAt, submissionId, account } = document;
  const isAlarming = status === 'signed' && savedAt !== null && isAlarm(document);
  if (goneAt !== null && !isAlarming) return false;
  if (failed.has(`${connectionId} ${id}`)) return true;
  if ((status !== 'rejected' && !isAlarming) || (account !== null && account !== state.accountOf(connectionId)))
    return false;
  const keys = submissionId === null ? [id] : [id, `submission:${submissionId}`];
  const seen = archivedStatus(status, isAlarming);
  return keys.every((key) => journal.archive.find(connectionId, key)?.status !== seen);
}

/** Finds news of all documents, how many of them wait for a person, and when one is news by its time alone. */
export async function newsOfDocuments(deps: NotificationsDeps, told: ToldNews, now: number) {
  const news: News[] = [];
  const settled: string[] = [];
  let nextAt: number | null = null;
  let needy = 0;
  const failed = new Set(
    failedOrders(deps, deps.failedOrders).map(({ connectionId, documentId }) => `${connectionId} ${documentId}`),
  );
  const rescues = deps.journal.settings.get('rescue');
  for await (const document of deps.journal.trackedDocuments.all()) {
    const one = newsOfDocument(document, told, now, deps.state.accountOf(document.connectionId), rescues);
    const isLater = isAlarm(document) && deps.isToldLater?.(document.connectionId, document.id) === true;
    if (!isLater) news.push(...one.news);
    settled.push(...one.settled);
    if (settled.length >= SETTLED_AT_ONCE) told.add(settled.splice(0), now);
    if (one.nextAt !== null && (nextAt === null || one.nextAt < nextAt)) nextAt = one.nextAt;
    if (needsPerson(deps, document, failed)) needy += 1;
  }
  told.add(settled, now);
  return { news, needy, nextAt };
}

/** Gathers the news of everything that waits for a person. */
export function newsOfNeedy(deps: NotificationsDeps, told: ToldNews): readonly News[] {
  const { state, journal } = deps;
  const present = state.get().connections.filter((one) => !isLeftPractice(one));
  const needy = present.flatMap(({ id }) => deps.needySubmissions(id));
  const orders = [deps.failedOrders, deps.failedPersonOrders].flatMap((of) => failedOrders(deps, of));
  const ofOrders = orders.flatMap((order) => {
    const document = journal.trackedDocuments.find(order.connectionId, order.documentId);
    return document === null ? [] : newsOfOrder(order, document, told);
  });
  return [
    ...needy.flatMap((one) => newsOfSubmission(one, told)),
    ...ofOrders,
    ...deps.needyFolders().flatMap((one) => newsOfFolder(one, told)),
  ];
}
