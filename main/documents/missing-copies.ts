import type { DocumentFact } from '../journal/document-facts.ts';
import type { Journal } from '../journal/journal.ts';
import { isAlarm } from '../signatures/copy-verdict.ts';
import { unhurried } from '../time/slices.ts';
import { isOf } from './document-account.ts';

interface MissingCopiesDeps {
  readonly journal: Pick<Journal, 'documentFacts' | 'rescuedFiles' | 'settings'>;
  /** Returns the service user who is signed in. */
  readonly accountOf: (connectionId: string) => string | null;
  /** Tells whether a person wants all copies, also those that were moved or changed. */
  readonly isSavingAll?: (connectionId: string) => boolean;
}

type IsMeant = (fact: DocumentFact) => boolean;

/** Copies that a person asks for: those of these documents, or all. `again`: there was one already when they asked. */
export interface CopyRequest {
  readonly ids: readonly string[] | null;
  readonly again: boolean;
}

/** Tells whether a copy is missing, moved, changed, or not what the service says. The service still has the document. */
const lacksCopy = (fact: DocumentFact): boolean => !fact.copied || fact.saveProblem !== null || isAlarm(fact);

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

/** Tells whether the document was rejected or withdrawn. */
export const isUnsigned = ({ status }: DocumentFact): boolean => unsignedEnd(status) !== null;

/** Decides which documents need a file on this computer. A request of null is that of a check. */
export function createMissingCopies({ journal, accountOf, isSavingAll }: MissingCopiesDeps) {
  const { documentFacts: facts, rescuedFiles, settings } = journal;
  const isForAll = (connectionId: string, request: CopyRequest | null) =>
    request !== null || isSavingAll?.(connectionId) === true;

  /** Yields the documents that this account may save. Documents of another account wait for it. */
  function* own(connectionId: string, documents: Iterable<DocumentFact>, isMeant: IsMeant = () => true) {
    for (const fact of documents) if (isMeant(fact) && isOf(fact.account, accountOf(connectionId))) yield fact;
  }

  const withoutCopy = (connectionId: string): Generator<DocumentFact> =>
    own(connectionId, facts.uncopied(connectionId), ({ goneAt }) => goneAt === null);

  function* unrescued(connectionId: string): Generator<DocumentFact> {
    if (settings.get('rescue')) yield* own(connectionId, facts.unrescued(connectionId));
  }

  function isWanted(
    connectionId: string,
    fact: DocumentFact | null,
    request: CopyRequest | null,
  ): fact is DocumentFact {
    if (fact === null || !isOf(fact.account, accountOf(connectionId))) return false;
    const isAgain = request?.again === true;
    if (isUnsigned(fact))
      return fact.goneAt === null && (isAgain || rescuedFiles.of(connectionId, fact.id).length === 0);
    if (fact.status !== 'signed') return false;
    if (lacksReceipt(fact)) return true;
    if (fact.goneAt !== null) return false;
    return isForAll(connectionId, request) ? isAgain || lacksCopy(fact) : !fact.copied || isAskedAgain(fact);
  }

  return {
    /** Yields signed documents without a copy. */
    withoutCopy,
    isWanted,
    /** Yields what is wanted. A check saves a moved or changed copy again only if a person asked for that before. */
    *wanted(connectionId: string, request: CopyRequest | null): Generator<DocumentFact> {
      if (request === null || request.ids === null) {
        yield* withoutCopy(connectionId);
        // The service is not asked for these: it may have deleted them.
        yield* own(connectionId, facts.withoutReceipt(connectionId));
        const isAll = isForAll(connectionId, request);
        const isMeant = (fact: DocumentFact) => !lacksReceipt(fact) && (isAll || isAskedAgain(fact));
        yield* own(connectionId, facts.damaged(connectionId), isMeant);
        yield* unrescued(connectionId);
        return;
      }
      for (const id of request.ids) {
        const fact = facts.find(connectionId, id);
        if (isWanted(connectionId, fact, request)) yield fact;
      }
    },
    /** Counts unsigned documents whose files are saved without being asked for, up to a number. */
    countUnrescued(connectionId: string, most: number): number {
      let count = 0;
      for (const _ of unrescued(connectionId)) {
        if (count >= most) break;
        count += 1;
      }
      return count;
    },
  };
}
