import type { TFunction } from 'i18next';
import type { NotificationKind } from '../../preload/contract/notifications.ts';
import { whyOf } from '../../shared/folder-why.ts';
import type { SystemNotification } from '../platform/notifier.ts';
import { oneLine } from '../words/one-line.ts';
import type { News } from './news.ts';

export interface Notification extends Omit<SystemNotification, 'address'> {
  readonly connectionId: string;
  /** The row that a click opens. Null: the list. */
  readonly entry: string | null;
}

interface Telling {
  readonly t: TFunction;
  readonly locale: string;
  readonly now: number;
  readonly hideNames: boolean;
}

const LONGEST_NAME = 60;
const LONGEST_REASON = 200;
const NAMES = 3;
const DAY = 24 * 60 * 60_000;

const nameOf = ({ name }: News) => oneLine(name, LONGEST_NAME);

/** Writes today, tomorrow, in 3 days: by the days of the calendar. */
function sayWhen(at: number, { now, locale }: Telling): string {
  const days = Math.round((new Date(at).setHours(0, 0, 0, 0) - new Date(now).setHours(0, 0, 0, 0)) / DAY);
  return new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(days, 'day');
}

/** Writes who rejected and why, as far as the service told it. */
function whoRejected({ by, reason: given }: Extract<News, { kind: 'rejected' }>, { t }: Telling): string {
  const who = by === null ? null : oneLine(by, LONGEST_NAME);
  const reason = given === null ? '' : oneLine(given, LONGEST_REASON);
  if (who === null) return reason === '' ? '' : t('details.ownWords', { words: reason });
  return reason === '' ? t('notification.rejectedBy', { who }) : t('notification.rejectedBecause', { who, reason });
}

/** Puts the time of an end before its sentence. A notification may come long after it. */
function withTime(at: number | null, sentence: string, { locale }: Telling): string {
  const time =
    at === null ? '' : new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(at);
  return [time, sentence].filter(Boolean).join(' · ');
}

function bodyOf(news: News, telling: Telling): string {
  const { t } = telling;
  switch (news.kind) {
    case 'signed':
      return withTime(news.at, t(news.saved ? 'notification.saved' : 'notification.notSaved'), telling);
    case 'rejected':
      return withTime(news.at, whoRejected(news, telling), telling);
    case 'needsYou':
      return oneLine(whyOfNeed(news, telling), LONGEST_REASON);
    default:
      return t(`notification.lost.${news.loss}`, { when: sayDeadline(news, telling) });
  }
}

function sayDeadline({ at, bound }: Extract<News, { kind: 'expiring' }>, telling: Telling): string {
  const when = sayWhen(at, telling);
  return bound === 'exact' ? when : telling.t(`row.${bound}`, { when });
}

function whyOfNeed(
  { name, problem, why, verdict }: Extract<News, { kind: 'needsYou' }>,
  { t, locale }: Telling,
): string {
  if (verdict !== undefined) return t(`verdict.sentence.${verdict}`);
  if (problem !== null) return t(`problem.${problem.key}.what`, problem.params);
  if (why === undefined) return t('notification.open');
  const { kind, who, at } = why;
  if (kind === 'replaced') return t('folders.acceptText');
  const time = at === null ? '' : new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }).format(at);
  return t(`folders.why.${whyOf(kind, who)}`, { who, time, file: name });
}

const isFolder = (news: News | undefined) => news?.kind === 'needsYou' && news.isFolder;

function namesOf(news: readonly News[], { t, locale }: Telling): string {
  const names = news.slice(0, NAMES).map(nameOf);
  const more = news.length - names.length;
  const all = more > 0 ? [...names, t('notification.more', { count: more })] : names;
  return new Intl.ListFormat(locale, { type: 'conjunction' }).format(all);
}

function tell(news: readonly News[], kind: NotificationKind, telling: Telling): Notification {
  const { t, hideNames } = telling;
  const [first] = news;
  const what = isFolder(first) ? 'folder' : kind;
  const connectionId = first?.connectionId ?? '';
  if (first !== undefined && news.length === 1)
    return {
      title: hideNames ? t(`notification.hidden.${what}`) : t(`notification.one.${kind}`, { name: nameOf(first) }),
      body: hideNames ? t('notification.open') : bodyOf(first, telling),
      connectionId,
      entry: first.entry,
    };
  return {
    title: t(`notification.many.${what}`, { count: news.length }),
    body: hideNames ? t('notification.open') : namesOf(news, telling),
    connectionId,
    // Files of folders are no rows of the list.
    entry: news.every(({ entry }) => entry.startsWith('folder:')) ? (first?.entry ?? null) : null,
  };
}

/** Creates one notification per kind and connection: five documents signed at once are one notification. */
export function notificationsOf(news: readonly News[], telling: Telling): readonly Notification[] {
  const groups = Map.groupBy(news, (one) => `${isFolder(one) ? 'folder' : one.kind} ${one.connectionId}`);
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    return first === undefined ? [] : [tell(group, first.kind, telling)];
  });
}
