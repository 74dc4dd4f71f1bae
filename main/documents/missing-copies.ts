import type { DocumentFact } from '../journal/document-facts.ts';
import type { Journal } from '../journal/journal.ts';
import type { Clock } from '../time/clock.ts';
import { unhurried } from '../time/slices.ts';
import { dueOf } from '../tracking/lifecycle.ts';
import { AT_RISK_MS } from './copy-notices.ts';
import { isOf } from './document-account.ts';

interface MissingCopiesDeps {
  readonly clock: Pick<Clock, 'now'>;
  readonly journal: Pick<Journal, 'documentFacts'>;
  /** Returns the service user who is signed in. */
  readonly accountOf: (connectionId: string) => string | null;
}

/** The untried copies that go before one of each kind that failed. */
const UNTRIED_PER_ROUND = 3;

/** Tells whether a copy is missing, moved or changed. The service still has the document. */
export const lacksCopy = ({ copied, saveProblem }: Pick<DocumentFact, 'copied' | 'saveProblem'>): boolean =>
  !copied || saveProblem !== null;

/** The problems of a copy that is not as it was saved. Any other one is that of a try to save it again. */
const findings: readonly (string | undefined)[] = ['copy-missing', 'copy-changed', 'copy-unreadable', 'copy-receipt'];

/** Tells whether a person asked for a new copy, and the last try failed: it is tried again like a first one. */
export const isAskedAgain = ({ copied, saveProblem }: Pick<DocumentFact, 'copied' | 'saveProblem'>): boolean =>
  copied && saveProblem !== null && !findings.includes(saveProblem.key);

/** Tells whether the copy was saved but its receipt could not be written. */
export const lacksReceipt = ({ copied, saveProblem }: Pick<DocumentFact, 'copied' | 'saveProblem'>): boolean =>
  copied && saveProblem?.key === 'copy-receipt';

/** Returns signed documents without a copy, or with a copy that was moved or changed. */
export async function uncopied(
  { documentFacts: facts }: Pick<Journal, 'documentFacts'>,
  connectionId: string,
): Promise<readonly DocumentFact[]> {
  const found: DocumentFact[] = [];
  for await (const fact of unhurried(facts.uncopied(connectionId))) found.push(fact);
  for await (const fact of unhurried(facts.damaged(connectionId))) if (!lacksReceipt(fact)) found.push(fact);
  return found;
}

const unsignedEnds = ['rejected', 'withdrawn'] as const;
export type UnsignedEnd = (typeof unsignedEnds)[number];

/** Tells how a document ended without all signatures. Its file may have the marks of those who had signed. */
export const unsignedEnd = (status: string): UnsignedEnd | null => unsignedEnds.find((end) => end === status) ?? null;

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

/** Decides which signed documents need a copy, and which of them is next. */
export function createMissingCopies({ clock, journal: { documentFacts: facts }, accountOf }: MissingCopiesDeps) {
  /** The last failed try of each copy, counted over all tries. After a restart every copy is tried anew. */
  const failedTries = new Map<string, number>();
  let tries = 0;
  const keyOf = (connectionId: string, id: string) => `${connectionId} ${id}`;

  /** Tells whether this account may save the document. Documents of another account wait for it. */
  function isOwn(connectionId: string, { account }: DocumentFact): boolean {
    return isOf(account, accountOf(connectionId));
  }

  return {
    isOwn,
    *all(connectionId: string): Generator<DocumentFact> {
      for (const fact of facts.uncopied(connectionId))
        if (fact.goneAt === null && isOwn(connectionId, fact)) yield fact;
    },
    /** Yields documents whose copies were moved or changed. A person decides whether they are saved again. */
    *damaged(connectionId: string): Generator<DocumentFact> {
      for (const fact of facts.damaged(connectionId)) if (!lacksReceipt(fact) && isOwn(connectionId, fact)) yield fact;
    },
    /** Yields documents whose copies have no receipt. The service is not asked, since it may have deleted them. */
    *withoutReceipt(connectionId: string): Generator<DocumentFact> {
      for (const fact of facts.withoutReceipt(connectionId)) if (isOwn(connectionId, fact)) yield fact;
    },
    /** Yields rejected and withdrawn documents whose files are not on this computer. */
    *unrescued(connectionId: string): Generator<DocumentFact> {
      for (const fact of facts.unrescued(connectionId)) if (isOwn(connectionId, fact)) yield fact;
    },
    /** Tells whether the service deletes the document soon. */
    isAtRisk: (fact: DocumentFact): boolean => (dueOf(fact)?.at ?? 0) - clock.now() < AT_RISK_MS,
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
      const untried = createShortlist(limit);
      const failedSoonDeleted = createShortlist(limit);
      const failed = createShortlist(limit);
      for await (const fact of unhurried(documents)) {
        const due = dueOf(fact)?.at ?? 0;
        const failedTry = failedTries.get(keyOf(connectionId, fact.id));
        if (failedTry === undefined) untried.add(fact, due);
        else (due - clock.now() < AT_RISK_MS ? failedSoonDeleted : failed).add(fact, failedTry);
      }
      const [fresh, urgent, others] = [untried.facts(), failedSoonDeleted.facts(), failed.facts()];
      const rounds = Array.from({ length: limit }, (_, round) => [
        ...fresh.slice(UNTRIED_PER_ROUND * round, UNTRIED_PER_ROUND * (round + 1)),
        ...urgent.slice(round, round + 1),
        ...others.slice(round, round + 1),
      ]);
      return rounds.flat().slice(0, limit);
    },
  };
}
