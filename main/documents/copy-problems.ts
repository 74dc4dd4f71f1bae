import type { Problem } from '../../preload/contract/problem.ts';
import type { DocumentFact } from '../journal/document-facts.ts';
import type { Journal } from '../journal/journal.ts';
import { unhurried } from '../time/slices.ts';

interface CopyProblemsDeps {
  readonly journal: Pick<Journal, 'documentFacts'>;
  readonly onChanged: (connectionId: string, id: string) => void;
}

/** Documents written at once. */
const PART = 100;

/** Compares key and parameters only. The technical details differ each time, and nobody needs the newest ones. */
const isSame = (one: Problem | null, other: Problem | null): boolean =>
  one?.key === other?.key && JSON.stringify(one?.params) === JSON.stringify(other?.params);

/** Notes at documents why their signed copies are missing. */
export function createCopyProblems({ journal: { documentFacts: facts }, onChanged }: CopyProblemsDeps) {
  function write(connectionId: string, ids: readonly string[], problem: Problem | null): void {
    facts.setSaveProblem(connectionId, ids, problem);
    for (const id of ids) onChanged(connectionId, id);
  }

  return {
    /** Stores the problem of a copy. Null removes it. */
    note(connectionId: string, id: string, problem: Problem | null): void {
      if (isSame(facts.find(connectionId, id)?.saveProblem ?? null, problem)) onChanged(connectionId, id);
      else write(connectionId, [id], problem);
    },
    /** Stores one problem for many documents. Writes in parts, and only where another problem was noted. */
    async noteAll(
      connectionId: string,
      documents: Iterable<DocumentFact>,
      problem: Problem,
      { isMeant, isOver }: { isMeant: (fact: DocumentFact) => boolean; isOver: () => boolean },
    ): Promise<void> {
      const part: string[] = [];
      for await (const fact of unhurried(documents)) {
        if (isMeant(fact) && !isSame(fact.saveProblem, problem)) part.push(fact.id);
        if (part.length === PART) write(connectionId, part.splice(0), problem);
        if (isOver()) return;
      }
      if (part.length > 0) write(connectionId, part, problem);
    },
  };
}
