import type { TFunction } from 'i18next';
import { checkAddress, toAddress } from '../../shared/people/address.ts';
import { LONGEST_ADDRESS, type Mail, mailtoAddress } from '../words/mailto.ts';
import { oneLine } from '../words/one-line.ts';
import type { WaitingDocument } from './waiting.ts';

interface Reminding {
  readonly to: string;
  readonly name: string | null;
  readonly documents: readonly WaitingDocument[];
  readonly t: TFunction;
  readonly locale: string;
}

interface Wording extends Reminding {
  readonly days: Intl.DateTimeFormat;
}

const LONGEST_NAME = 80;

/** Shortens a name from outside to one line, so that it cannot begin a line or a header. */
const nameIn = (text: string) => oneLine(text, LONGEST_NAME);

function lineOf({ name, since, until }: WaitingDocument, { t, days }: Wording): string {
  const facts = [
    ...(since === null ? [] : [t('reminder.since', { date: days.format(since) })]),
    // The service may withdraw it before the latest time.
    ...(until === null || until.bound === 'latest' ? [] : [t('reminder.until', { date: days.format(until.at) })]),
  ];
  const known = facts.length === 0 ? '' : ` (${facts.join(', ')})`;
  return `- ${nameIn(name)}${known}`;
}

function mailOf(reminding: Wording, listed: number): Mail {
  const { to, name, documents, t } = reminding;
  const [first] = documents;
  const count = documents.length;
  const more = count - listed;
  const lines = [
    name === null ? t('reminder.hello') : t('reminder.helloName', { name: nameIn(name) }),
    '',
    t('reminder.intro', { count }),
    '',
    ...documents.slice(0, listed).map((document) => lineOf(document, reminding)),
    ...(more > 0 ? [`- ${t('reminder.more', { count: more })}`] : []),
    '',
    t('reminder.link'),
    '',
    t('reminder.thanks'),
  ];
  return {
    to,
    subject:
      count === 1 ? t('reminder.subjectOne', { name: nameIn(first?.name ?? '') }) : t('reminder.subject', { count }),
    body: lines.join('\n'),
  };
}

const MOST_LINES = 20;

/** Writes a polite reminder with as many documents as fit. Null: nobody can write to this address. */
export function reminderMail(reminding: Reminding): Mail | null {
  const to = toAddress(reminding.to);
  if (checkAddress(to).problem !== null) return null;
  const days = new Intl.DateTimeFormat(reminding.locale, { dateStyle: 'long' });
  for (let listed = Math.min(reminding.documents.length, MOST_LINES); listed > 0; listed -= 1) {
    const mail = mailOf({ ...reminding, to, days }, listed);
    if (mailtoAddress(mail).length <= LONGEST_ADDRESS) return mail;
  }
  return mailOf({ ...reminding, to, days, name: null }, 0);
}
