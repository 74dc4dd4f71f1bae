import type { State } from '../../../preload/contract/state.ts';
import type { WaitingDocument, WaitingPerson, WaitingView } from '../../../preload/contract/waiting.ts';
import { daysUntil } from '../../language/say-span.ts';

/** One missing signature. The first row of a person names them. */
export interface SignatureRow {
  readonly id: string;
  readonly person: WaitingPerson;
  readonly document: WaitingDocument;
  readonly isFirst: boolean;
  readonly isLast: boolean;
}

export const signatureRows = (people: readonly WaitingPerson[]): readonly SignatureRow[] =>
  people.flatMap((person) =>
    person.documents.map((document, at, { length }) => ({
      id: `${person.key} ${document.id}`,
      person,
      document,
      isFirst: at === 0,
      isLast: at === length - 1,
    })),
  );

/** The shown rows of a person for which the service can invite again: what the menu says is what the press orders. */
export const rowsToInvite = ({ documents }: WaitingPerson): readonly string[] =>
  documents.flatMap(({ canInvite, entry }) => (canInvite ? [entry] : []));

/** People who get a mail when all are reminded: nobody gets a second one on the same day. */
export const peopleToRemind = (people: readonly WaitingPerson[], now: number): readonly WaitingPerson[] =>
  people.filter(
    ({ canRemind, documents }) =>
      canRemind && !documents.every(({ reminded }) => reminded !== null && daysUntil(reminded.at, now) === 0),
  );

/**
 * Returns the gap that keeps us from saying that nobody else has to sign: the list was never read, details of running
 * documents are missing, or the service has, or may have, documents that no check has listed yet. Null: everything was
 * read.
 */
export function whatIsUnread({ howFar }: Pick<WaitingView, 'howFar'>, { check, list }: Pick<State, 'check' | 'list'>) {
  if (check.asOf === null) return { kind: 'never' } as const;
  if (howFar.read < howFar.all) return { kind: 'details', ...howFar } as const;
  if (check.isWhole) return null;
  const { documents } = list;
  return check.unlisted > 0
    ? ({ kind: 'list', read: documents, all: documents + check.unlisted } as const)
    : ({ kind: 'open' } as const);
}
