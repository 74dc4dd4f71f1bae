import type { SignedNews } from '../../preload/contract/notifications.ts';
import { addressOf } from '../platform/command-line.ts';
import { createListeners } from '../state/listeners.ts';
import { createAlarm, GATHER_MS } from './alarm.ts';
import { type NotificationsDeps, newsOfDocuments, newsOfNeedy } from './gather-news.ts';
import type { News } from './news.ts';
import { notificationsOf } from './notification-text.ts';
import { endOfQuiet } from './quiet-hours.ts';
import { openToldNews, type ToldNews } from './told-news.ts';

export type { NotificationsDeps } from './gather-news.ts';

/** The time for the first check after the start to save copies. Only copies that are in danger after it are news. */
const AFTER_START_MS = 60_000;
const LONGEST_WAIT_MS = 6 * 60 * 60_000;

/** Shows the news that the person wants to see. */
function show(deps: NotificationsDeps, news: readonly News[], now: number): void {
  const { journal, state, notifier } = deps;
  const { kinds, hideNames } = journal.settings.get('notifications');
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

/** Shows the number on the app's icon: what waits for a person. */
function createBadge({ state, notifier }: NotificationsDeps) {
  let shown = 0;
  const badge = {
    /** Documents that a person has to decide about: rejected ones, and those with an order that failed. */
    documents: 0,
    folders: 0,
    show(): void {
      const needy = Object.values(state.get().needsYou).reduce((sum, count) => sum + count, 0);
      const waiting = needy + badge.documents + badge.folders;
      if (waiting !== shown) notifier.setBadge(waiting);
      shown = waiting;
    },
  };
  return badge;
}

/** Returns what everyone signed at the shown connection, for the window. Null: nothing. */
function signedOf(news: readonly News[], active: string | null): SignedNews | null {
  const signed = news.filter((one) => one.kind === 'signed' && one.connectionId === active);
  const [one] = signed;
  if (one?.kind !== 'signed') return null;
  return { count: signed.length, id: one.documentId, name: one.name, entry: one.entry, saved: one.saved };
}

const keysOf = (news: readonly News[]) => news.map(({ key }) => key);

const wasRead = ({ journal }: NotificationsDeps, connectionId: string) =>
  journal.deadlines.get(connectionId, 'checked') !== null;

/** Begins to tell news with the first list of a connection. What ends from then on is news. */
function beginTracking(deps: NotificationsDeps, told: ToldNews): void {
  for (const { id } of deps.state.get().connections)
    if (told.beganAt(id) === null && wasRead(deps, id)) told.begin(id, deps.clock.now());
}

/** Tells a person who is away from the window what happened to the documents, each thing once. */
export function createNotifications(deps: NotificationsDeps) {
  const { clock, journal, state, notifier } = deps;
  const told = openToldNews(deps.file, clock.now(), state.accountOf);
  /** Whether the file was lost, but not the journal. Nobody knows what was told, so all present news counts as told. */
  let isForgetful = told.isNew && state.get().connections.some(({ id }) => wasRead(deps, id));
  let documentsChanged = true;
  const badge = createBadge(deps);
  let hasLooked = false;
  let nextAt: number | null = null;
  let looking: Promise<void> | null = null;
  let closed = false;

  const signedNews = createListeners<SignedNews>();

  const alarm = createAlarm(clock, () => {
    looking = (looking ?? Promise.resolve()).then(look).catch(deps.onFault);
  });
  async function newDocuments(now: number): Promise<readonly News[]> {
    const found = await newsOfDocuments(deps, told, now);
    badge.documents = found.needy;
    nextAt = found.nextAt;
    if (!isForgetful) return found.news;
    told.add(keysOf(found.news.filter(({ kind }) => kind !== 'expiring')), now);
    beginTracking(deps, told);
    return found.news.filter(({ kind }) => kind === 'expiring');
  }

  function newNeeds(now: number): readonly News[] {
    const found = newsOfNeedy(deps, told);
    // The row in front of the person says it already.
    if (!notifier.isWatched() && !isForgetful) return found;
    told.add(keysOf(found), now);
    return [];
  }

  async function look(): Promise<void> {
    hasLooked = true;
    const now = clock.now();
    const heldUntil = endOfQuiet(journal.settings.get('notifications').quiet, now);
    const fromDocuments = documentsChanged || (nextAt !== null && nextAt <= now);
    documentsChanged = heldUntil !== null;
    const news = fromDocuments ? await newDocuments(now) : [];
    if (closed) return;
    badge.show();
    // Only what is there now counts as told, also in a quiet time: the rest of it is news at its end.
    const needs = isForgetful || heldUntil === null ? newNeeds(now) : [];
    isForgetful = false;
    if (heldUntil !== null) return alarm.in(heldUntil - now);
    const all = [...news, ...needs];
    told.add(keysOf(all), now);
    show(deps, all, now);
    const signed = signedOf(all, state.get().active);
    if (signed !== null) signedNews.tell(signed);
    alarm.in(nextAt === null ? LONGEST_WAIT_MS : Math.min(LONGEST_WAIT_MS, nextAt - now));
  }

  function readDocuments(): void {
    documentsChanged = true;
    alarm.in(GATHER_MS);
  }

  const stopListening = state.subscribe(({ patch }) => {
    if (patch.needsYou !== undefined) badge.show();
    if (patch.folders === undefined) return;
    const now = deps.folderCount();
    if (now > badge.folders && hasLooked) alarm.in(GATHER_MS);
    badge.folders = now;
    badge.show();
  });
  alarm.in(AFTER_START_MS);

  return {
    /** Tells the window what everyone has signed, whatever a person wants to be notified of outside of it. */
    onSigned: signedNews.listen,
    /** Reads the news after a check has stored its findings in the journal. */
    documentsRead(): void {
      if (!isForgetful) beginTracking(deps, told);
      readDocuments();
    },
    /** Tells soon that a submission waits for a person, or for another reason than before. */
    personNeeded: (): void => alarm.in(GATHER_MS),
    /** An order failed, or a person answered one that did. */
    ordersFailed: readDocuments,
    copiesExamined: readDocuments,
    /** Reads the documents again: rows that a person put out of sight no longer count as waiting for them. */
    rowsArchived: readDocuments,
    /** Tells news soon after a change of settings: a quiet time may have ended. */
    settingsChanged: (): void => alarm.in(GATHER_MS),
    /** Begins a new timer. The clock counts the time of a sleep, a running timer does not. */
    wake(): void {
      alarm.cancel();
      readDocuments();
    },
    close(): void {
      closed = true;
      stopListening();
      alarm.close();
    },
  };
}
