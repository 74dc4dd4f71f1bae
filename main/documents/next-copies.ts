import type { DocumentFact } from '../journal/document-facts.ts';
import type { Clock } from '../time/clock.ts';
import { unhurried } from '../time/slices.ts';
import { dueOf } from '../tracking/lifecycle.ts';
import { AT_RISK_MS } from './copy-notices.ts';

/** The untried copies that go before one of each kind that failed. */
const UNTRIED_PER_ROUND = 3;

/** Keeps the first of many facts by rank, without sorting all of them. */
function createShortlist(limit: number) {
  let found: { readonly fact: DocumentFact; readonly rank: number }[] = [];
  function shorten(): void {
    found = found.toSorted((one, other) => one.rank - other.rank).slice(0, limit);
  }
  return {
    add(fact: DocumentFact, rank: number): void {
      found.push({ fact, rank });
      if (found.length > 2 * limit) shorten();
    },
    facts(): readonly DocumentFact[] {
      shorten();
      return found.map(({ fact }) => fact);
    },
  };
}

/** Decides which copy is saved next. */
export function createNextCopies(clock: Pick<Clock, 'now'>) {
  /** The last failed try of each copy, counted over all tries. After a restart every copy is tried anew. */
  const failedTries = new Map<string, number>();
  let tries = 0;
  const keyOf = (connectionId: string, id: string) => `${connectionId} ${id}`;
  const dueAt = (fact: DocumentFact) => dueOf(fact)?.at ?? 0;

  /** Tells whether the service deletes the document soon. */
  const isAtRisk = (fact: DocumentFact): boolean => dueAt(fact) - clock.now() < AT_RISK_MS;

  return {
    isAtRisk,
    noteTry(connectionId: string, id: string, isSaved: boolean): void {
      tries += 1;
      if (isSaved) failedTries.delete(keyOf(connectionId, id));
      else failedTries.set(keyOf(connectionId, id), tries);
    },
    /**
     * Returns at most `limit` of these documents. Copies that were not tried yet come first, the most urgent before the
     * others. Failed ones take turns with them, so that copies that always fail hold up no others: first the one that
     * was tried longest ago, in two queues, since a document that is deleted soon must not wait for those with time.
     */
    async firstOf(
      connectionId: string,
      documents: Iterable<DocumentFact>,
      limit: number,
    ): Promise<readonly DocumentFact[]> {
      const [untried, failedAtRisk, failed] = [createShortlist(limit), createShortlist(limit), createShortlist(limit)];
      for await (const fact of unhurried(documents)) {
        const failedTry = failedTries.get(keyOf(connectionId, fact.id));
        if (failedTry === undefined) untried.add(fact, dueAt(fact));
        else (isAtRisk(fact) ? failedAtRisk : failed).add(fact, failedTry);
      }
      const [fresh, urgent, others] = [untried.facts(), failedAtRisk.facts(), failed.facts()];
      const rounds = Array.from({ length: limit }, (_, round) => [
        ...fresh.slice(UNTRIED_PER_ROUND * round, UNTRIED_PER_ROUND * (round + 1)),
        ...urgent.slice(round, round + 1),
        ...others.slice(round, round + 1),
      ]);
      return rounds.flat().slice(0, limit);
    },
  };
}
