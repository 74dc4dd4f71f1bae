import type { TFunction } from 'i18next';
import type { DocumentDetails, DocumentEntry, DocumentSignee } from '../../../../preload/contract/document.ts';
import { saySpan } from '../../../language/say-span.ts';
import { shownName } from '../../../ui/shown-name.ts';
import { dueText, hasCopy, isSigned, type Tone, toneOfAge, verdictWords } from './due-text.ts';
import { fullName, hasOpened, rejectedBy, shortNames, waitedFor } from './people-of-document.ts';
import { sayDocumentStatus, saySignStatus } from './status-words.ts';

export interface Speaker {
  readonly t: TFunction;
  readonly locale: string;
  readonly now: number;
}

const waitsTo = { withdraw: 'row.willWithdraw', delete: 'row.willDelete' } as const;
const failedTo = { withdraw: 'row.notWithdrawn', delete: 'row.notDeleted' } as const;

/** Says what becomes of a person's order. */
function commandWords({ kind, phase, problem }: NonNullable<DocumentEntry['command']>, t: TFunction): string {
  if (phase === 'failed') return t(failedTo[kind]);
  if (phase === 'unclear') return t(`submission.doubt.${kind}`);
  return phase === 'waiting' && problem !== null ? t(waitsTo[kind]) : t(`submission.doing.${kind}`);
}

/** Returns the state in a few words, which never repeat the title of its group. */
function stateWords(entry: DocumentEntry, t: TFunction, nameOf: (signee: DocumentSignee) => string): string {
  const { documentStatus, goneAt, verdict } = entry;
  if (verdict?.level === 'alarm') return verdictWords(verdict, t);
  if (goneAt !== null) return t('row.gone');
  if (entry.command !== null) return commandWords(entry.command, t);
  if (documentStatus === 'draft') return saySignStatus(null, t);
  if (documentStatus === 'rejected') {
    const [who] = rejectedBy(entry);
    return who ? t('row.rejectedBy', { who: nameOf(who) }) : sayDocumentStatus(documentStatus, t);
  }
  if (documentStatus !== 'in-progress') return sayDocumentStatus(documentStatus, t);
  return waitingWords(entry, entry.people.waiting, t, nameOf);
}

/** Says who is waited for, or how far the signing is while nobody has looked at the people. */
function waitingWords(
  { signees, signStatus }: Pick<DocumentEntry, 'signees' | 'signStatus'>,
  count: number,
  t: TFunction,
  nameOf: (signee: DocumentSignee) => string,
): string {
  const [who] = waitedFor({ signees });
  if (who === undefined) return saySignStatus(signStatus, t);
  return count === 1 ? t('row.waitingFor', { who: nameOf(who) }) : t('row.waitingForPeople', { count });
}

/** Says the state of a document whose details were read before its row knows it, in the words of a row. */
export function detailsText(
  details: Pick<DocumentDetails, 'documentStatus' | 'signStatus' | 'signees'>,
  t: TFunction,
): string {
  const { documentStatus, signees } = details;
  if (documentStatus !== 'in-progress') return sayDocumentStatus(documentStatus, t);
  const names = shortNames(signees);
  return waitingWords(details, waitedFor(details).length, t, (signee) => names.get(signee) ?? fullName(signee));
}

/** Returns the time at which it was sent to the people. Null: unknown. */
export function sentAt(
  document: Pick<DocumentEntry, 'documentStatus' | 'since'> | null,
  details: { readonly started: string | null } | null,
): number | null {
  const told = Date.parse(details?.started ?? '');
  if (!Number.isNaN(told)) return told;
  return document?.documentStatus === 'in-progress' ? document.since : null;
}

const beginningOf = ({ command, goneAt, since }: DocumentEntry): number | null =>
  command === null ? (goneAt ?? since) : null;

function toneOfWait({ documentStatus }: DocumentEntry, since: number, now: number): Tone {
  return documentStatus === 'in-progress' ? toneOfAge(now - since) : 'quiet';
}

/** Returns texts such as "Waiting for Beat" and "9 days". */
export function documentState(entry: DocumentEntry, { t, locale, now }: Speaker) {
  const names = shortNames(entry.signees ?? []);
  const words = stateWords(entry, t, (signee) => names.get(signee) ?? fullName(signee));
  const since = beginningOf(entry);
  if (since === null) return { words, since: '', tone: 'quiet' } as const;
  return { words, since: saySpan(since, now, locale), tone: toneOfWait(entry, since, now) };
}

export function documentText(entry: DocumentEntry, speaker: Speaker): string {
  const { words, since } = documentState(entry, speaker);
  return [words, since].filter(Boolean).join(' · ');
}

const lowerFirst = (text: string, locale: string) => text.charAt(0).toLocaleLowerCase(locale) + text.slice(1);

/** Says who of those who can sign now has opened the document, or why somebody rejected it. */
function spokenPeople({ documentStatus, command, goneAt, signees }: DocumentEntry, { t, locale }: Speaker): string {
  if (command !== null || goneAt !== null) return '';
  if (documentStatus === 'rejected') {
    const reason = rejectedBy({ signees })[0]?.reason;
    return reason === undefined ? '' : t('details.ownWords', { words: shownName(reason) });
  }
  const opened = documentStatus === 'in-progress' ? waitedFor({ signees }).filter(hasOpened) : [];
  if (opened.length === 0) return '';
  return t('row.spoken.opened', { who: new Intl.ListFormat(locale).format(opened.map(fullName)) });
}

/** Writes a row as a screen reader says it: Lease.pdf, waiting for Anna Muster, 9 days, withdrawn in 3 days. */
export function spokenDocument(entry: DocumentEntry, speaker: Speaker): string {
  const { t, locale, now } = speaker;
  const since = beginningOf(entry);
  const copy = t(hasCopy(entry) ? 'row.spoken.saved' : 'row.spoken.notSaved');
  const { due, verdict } = entry;
  return [
    shownName(entry.name),
    lowerFirst(stateWords(entry, t, fullName), locale),
    spokenPeople(entry, speaker),
    since === null ? '' : saySpan(since, now, locale, 'long'),
    isSigned(entry) ? copy : '',
    verdict === null || verdict.level === 'alarm' ? '' : lowerFirst(verdictWords(verdict, t), locale),
    due ? t(`row.spoken.${due.what}`, { when: dueText(due, speaker, 'long') }) : '',
  ]
    .filter(Boolean)
    .join(', ');
}
