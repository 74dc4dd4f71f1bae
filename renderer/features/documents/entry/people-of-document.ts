import type { TFunction } from 'i18next';
import type { DocumentSignee } from '../../../../preload/contract/document.ts';
import { sayMoment } from '../../../language/say-moment.ts';
import { shownName } from '../../../ui/shown-name.ts';
import { saySigneeStatus } from './status-words.ts';

export const fullName = ({ name, email }: DocumentSignee): string => name || email || '';

const firstWord = (signee: DocumentSignee): string =>
  (signee.name ? signee.name.split(/\s+/)[0] : signee.email?.split('@')[0]) || fullName(signee);

/** Returns first names, or what is before the @. People who would share a short name keep their full one. */
export function shortNames(signees: readonly DocumentSignee[]): ReadonlyMap<DocumentSignee, string> {
  const taken = Map.groupBy(signees, firstWord);
  return new Map(
    signees.map((signee) => {
      const short = firstWord(signee);
      return [signee, (taken.get(short)?.length ?? 0) > 1 ? fullName(signee) : short];
    }),
  );
}

interface People {
  readonly signees: readonly DocumentSignee[] | null;
}

const withStatus = (signees: People['signees'], ...wanted: readonly string[]): readonly DocumentSignee[] =>
  (signees ?? []).filter(({ status }) => status !== null && wanted.includes(status));

/** Returns the people who can sign now. Later ones in the order wait for them. */
export const waitedFor = ({ signees }: People) => withStatus(signees, 'pending', 'in-progress');
export const rejectedBy = ({ signees }: People) => withStatus(signees, 'rejected');
export const hasOpened = ({ viewedAt, decidedAt }: DocumentSignee): boolean =>
  viewedAt !== undefined && decidedAt === undefined;

/** Writes a person with the state, when this person signed, rejected or opened the document, and the reason. */
export function sayPerson(signee: DocumentSignee, { t, locale }: { readonly t: TFunction; readonly locale: string }) {
  const { status, decidedAt, viewedAt, reason } = signee;
  const said = [
    status === null ? '' : saySigneeStatus(status, t),
    decidedAt === undefined ? '' : sayMoment(decidedAt, locale),
    viewedAt === undefined ? '' : t('details.opened', { time: sayMoment(viewedAt, locale) }),
    reason === undefined ? '' : t('details.ownWords', { words: shownName(reason) }),
  ].filter(Boolean);
  const [label, value] = [fullName(signee), said.join(' · ')];
  return label === '' || value === '' ? label + value : t('app.labelled', { label, value });
}
