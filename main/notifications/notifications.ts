import type { Journal } from '../journal/journal.ts';
import type { TrackedDocument } from '../journal/tracked-documents.ts';
import { addressOf } from '../platform/command-line.ts';
import type { Notifier } from '../platform/notifier.ts';
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
import { notificationsOf } from './notification-text.ts';
import { isQuiet, quietEnd } from './quiet-hours.ts';
import { openToldNews } from './told-news.ts';

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
  readonly needyFolders: () => readonly NeedyFolder[];
  /** How many folders and files in them wait for a person, on all connections. */
  readonly folderCount: () => number;
  /** Shows a row of the list, or the list when `entry` is null. */
  readonly reveal: (connectionId: string, entry: string | null) => void;
  readonly onFault: (error: unknown) => void;
}

/** What happens within this time is told together. */
const GATHER_MS = 2_000;
/** The first check after the start saves what it can: only what is still in danger then is news. */
const AFTER_START_MS = 60_000;
/** The first list of an account may settle thousands. One write of all would block the main process. */
const SETTLED_AT_ONCE = 200;
const LONGEST_WAIT_MS = 6 * 60 * 60_000;

/** Tells a person who is away from the window what happened to the documents, each thing once. */
export function createNotifications(deps: NotificationsDeps) {
  const { clock, journal, state, notifier } = deps;
  const told = openToldNews(deps.file, clock.now(), state.accountOf);
  const wasRead = (connectionId: string) => journal.deadlines.get(connectionId, 'checked') !== null;
  /** The file is lost, but not the journal: we do not know what was told, so all that is there now counts as told. */
  let isForgetful = told.isNew && state.get().connections.some(({ id }) => wasRead(id));
  let documentsChanged = true;
  /** Documents that a person has to decide about: rejected ones, and those with an order that failed. */
  let needyDocuments = 0;
  let badge = 0;
  let folders = 0;
  let hasLooked = false;
  let nextAt: number | null = null;
  let wakeAt: number | null = null;
  let cancel = () => {};
  let looking: Promise<void> | null = null;
  let closed = false;

  function showBadge(): void {
    const waiting = Object.values(state.get().needsYou).reduce((sum, count) => sum + count, needyDocuments + folders);
    if (waiting === badge) return;
    badge = waiting;
    notifier.setBadge(waiting);
  }

  /** From the first list of a connection on, what ends is news. */
  function beginTracking(): void {
    for (const { id } of state.get().connections)
      if (told.beganAt(id) === null && wasRead(id)) told.begin(id, clock.now());
  }

  /** An order for the document failed, or a person has not put the rejected document out of sight. */
  function needsPerson(document: TrackedDocument, failed: ReadonlySet<string>): boolean {
    const { connectionId, id, status, goneAt, submissionId, account } = document;
    if (goneAt !== null) return false;
    if (failed.has(`${connectionId} ${id}`)) return true;
    if (status !== 'rejected' || (account !== null && account !== state.accountOf(connectionId))) return false;
    const keys = submissionId === null ? [id] : [id, `submission:${submissionId}`];
    return keys.every((key) => journal.archive.find(connectionId, key)?.status !== 'rejected');
  }

  const failedOrders = () =>
    state
      .get()
      .connections.flatMap(({ id: connectionId }) =>
        deps.failedOrders(connectionId).map((order) => ({ ...order, connectionId })),
      );

  async function newsOfDocuments(now: number): Promise<readonly News[]> {
    const found: News[] = [];
    const settled: string[] = [];
    const moments: number[] = [];
    const failed = new Set(failedOrders().map(({ connectionId, documentId }) => `${connectionId} ${documentId}`));
    let count = 0;
    for await (const document of journal.trackedDocuments.all()) {
      const one = newsOfDocument(document, told, now);
      found.push(...one.news);
      settled.push(...one.settled);
      if (settled.length >= SETTLED_AT_ONCE) told.add(settled.splice(0), now);
      if (one.nextAt !== null) moments.push(one.nextAt);
      if (needsPerson(document, failed)) count += 1;
    }
    needyDocuments = count;
    nextAt = moments.reduce((first: number | null, at) => (first === null || at < first ? at : first), null);
    told.add(settled, now);
    if (!isForgetful) return found;
    told.add(
      found.filter(({ kind }) => kind !== 'expiring').map(({ key }) => key),
      now,
    );
    beginTracking();
    return found.filter(({ kind }) => kind === 'expiring');
  }

  function newsOfNeedy(now: number): readonly News[] {
    const needy = state.get().connections.flatMap(({ id }) => deps.needySubmissions(id));
    const ofOrders = failedOrders().flatMap((order) => {
      const document = journal.trackedDocuments.find(order.connectionId, order.documentId);
      return document === null ? [] : newsOfOrder(order, document, told);
    });
    const found = [
      ...needy.flatMap((one) => newsOfSubmission(one, told)),
      ...ofOrders,
      ...deps.needyFolders().flatMap((one) => newsOfFolder(one, told)),
    ];
    // The row in front of the person says it already.
    if (!notifier.isWatched() && !isForgetful) return found;
    told.add(
      found.map(({ key }) => key),
      now,
    );
    return [];
  }

  function show(news: readonly News[], now: number): void {
    const { kinds, hideNames } = journal.settings.get('notifications');
    told.add(
      news.map(({ key }) => key),
      now,
    );
    const { locale } = state.get();
    const wanted = news.filter(({ kind }) => kinds[kind]);
    for (const { title, body, connectionId, entry } of notificationsOf(wanted, {
      t: deps.texts(),
      locale,
      now,
      hideNames,
    })) {
      // An address shows rows of the list, and no folders.
      const address = entry === null || entry.startsWith('folder:') ? null : addressOf(entry);
      notifier.show({ title, body, address }, () => deps.reveal(connectionId, entry));
    }
  }

  async function look(): Promise<void> {
    hasLooked = true;
    const now = clock.now();
    const { quiet } = journal.settings.get('notifications');
    const isHeldBack = quiet !== null && isQuiet(quiet, now);
    const fromDocuments = documentsChanged || (nextAt !== null && nextAt <= now);
    documentsChanged = isHeldBack;
    const news = fromDocuments ? await newsOfDocuments(now) : [];
    if (closed) return;
    showBadge();
    if (isHeldBack) {
      wakeIn(quietEnd(quiet, now) - now);
      return;
    }
    show([...news, ...newsOfNeedy(now)], now);
    isForgetful = false;
    wakeIn(nextAt === null ? LONGEST_WAIT_MS : Math.min(LONGEST_WAIT_MS, nextAt - now));
  }

  /** Looks after this time, or sooner if another look was planned. */
  function wakeIn(ms: number): void {
    const at = clock.monotonic() + Math.max(GATHER_MS, ms);
    if (closed || (wakeAt !== null && wakeAt <= at)) return;
    cancel();
    wakeAt = at;
    cancel = clock.after(at - clock.monotonic(), () => {
      wakeAt = null;
      looking = (looking ?? Promise.resolve()).then(look).catch(deps.onFault);
    });
  }

  const stopListening = state.subscribe(({ patch }) => {
    if (patch.needsYou !== undefined) showBadge();
    if (patch.folders === undefined) return;
    const now = deps.folderCount();
    if (now > folders && hasLooked) wakeIn(GATHER_MS);
    folders = now;
    showBadge();
  });
  wakeIn(AFTER_START_MS);

  return {
    /** A check has ended, and what it found is in the journal. */
    documentsRead(): void {
      documentsChanged = true;
      if (!isForgetful) beginTracking();
      wakeIn(GATHER_MS);
    },
    /** A submission waits for a person, or for another reason than before. */
    personNeeded: (): void => wakeIn(GATHER_MS),
    /** An order failed, or a person answered one that did. */
    ordersFailed(): void {
      documentsChanged = true;
      wakeIn(GATHER_MS);
    },
    /** What a person puts out of sight no longer counts as waiting for them. */
    rowsArchived(): void {
      documentsChanged = true;
      wakeIn(GATHER_MS);
    },
    /** Other settings: a quiet time may have ended. */
    settingsChanged: (): void => wakeIn(GATHER_MS),
    /** The clock counts the time of a sleep, the running timer does not: begin a new one. */
    wake(): void {
      documentsChanged = true;
      cancel();
      wakeAt = null;
      wakeIn(GATHER_MS);
    },
    close(): void {
      closed = true;
      stopListening();
      cancel();
    },
  };
}
