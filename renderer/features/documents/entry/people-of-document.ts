import type { DocumentSignee } from '../../../../preload/contract/document.ts';

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
