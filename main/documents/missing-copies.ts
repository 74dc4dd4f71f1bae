import type { DocumentFact } from '../journal/document-facts.ts';
import type { Journal } from '../journal/journal.ts';
import { createSlices } from '../slices.ts';
import { dueOf } from '../tracking/lifecycle.ts';

interface MissingCopiesDeps {
  readonly journal: Pick<Journal, 'documentFacts'>;
  /** The service user who is signed in. */
  readonly accountOf: (connectionId: string) => string | null;
}

/** The first of many by a rank, without sorting all of them. */
function createShortlist(limit: number, rankOf: (fact: DocumentFact) => number) {
  let found: { readonly fact: DocumentFact; readonly rank: number }[] = [];
  function shorten(): void {
    found = found.toSorted((one, other) => one.rank - other.rank).slice(0, limit);
  }
  return {
    add(fact: DocumentFact): void {
      found.push({ fact, rank: rankOf(fact) });
      if (found.length > 2 * limit) shorten();
    },
    facts(): readonly DocumentFact[] {
      shorten();
      return found.map(({ fact }) => fact);
    },
  };
}

/** The signed documents whose copies can and should be saved. Another account's documents wait for their account. */
export function createMissingCopies({ journal: { documentFacts: facts }, accountOf }: MissingCopiesDeps) {
  function isOwn(connectionId: string, { account }: DocumentFact): boolean {
    return account === null || account === accountOf(connectionId);
  }

  function* all(connectionId: string): Generator<DocumentFact> {
    for (const fact of facts.uncopied(connectionId)) if (fact.goneAt === null && isOwn(connectionId, fact)) yield fact;
  }

  return {
    isOwn,
    all,
    /** The most urgent of these documents first, at most so many. */
    async firstOf(documents: Iterable<DocumentFact>, limit: number): Promise<readonly DocumentFact[]> {
      const slices = createSlices();
      const urgent = createShortlist(limit, (fact) => dueOf(fact)?.at ?? 0);
      for (const fact of documents) {
        // oxlint-disable-next-line no-await-in-loop -- the pause between two slices
        if (slices.isOver()) await slices.rest();
        urgent.add(fact);
      }
      return urgent.facts();
    },
  };
}
