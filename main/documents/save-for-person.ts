import type { Problem } from '../../preload/contract/problem.ts';
import type { DocumentFact } from '../journal/document-facts.ts';
import type { Journal } from '../journal/journal.ts';
import { isOf } from './document-account.ts';
import { uncopied } from './missing-copies.ts';
import type { createSaveAll } from './save-all.ts';
import type { Saver } from './saver.ts';

interface SaveForPersonDeps {
  readonly journal: Pick<Journal, 'documentFacts'>;
  readonly accountOf: (connectionId: string) => string | null;
  readonly saver: Pick<Saver, 'beginAll' | 'isAllTried' | 'saveNow' | 'saveThese'>;
  readonly saveAll: ReturnType<typeof createSaveAll>;
  readonly tell: () => Promise<void>;
}

/** Saves copies for a person, who is told why one could not be saved. */
export function createSaveForPerson(deps: SaveForPersonDeps) {
  const { journal, accountOf, saver, saveAll, tell } = deps;
  const facts = journal.documentFacts;

  /** Returns the problem of a document whose copy only another account can get. */
  function ofOther(connectionId: string, fact: DocumentFact | null): Problem | null {
    const account = accountOf(connectionId);
    if (fact === null || fact.goneAt !== null || isOf(fact.account, account)) return null;
    return { key: 'copy-other-account', params: { account: fact.account ?? '–', now: account ?? '–' } };
  }

  const whyNot = (connectionId: string, id: string): Problem | null => {
    const fact = facts.find(connectionId, id);
    return ofOther(connectionId, fact) ?? fact?.saveProblem ?? null;
  };

  /** Ends the request for all copies, if each was saved or tried. */
  async function endSaveAll(connectionId: string): Promise<void> {
    if (saveAll.isOn(connectionId) && (await saver.isAllTried(connectionId))) saveAll.end(connectionId);
  }

  return {
    endSaveAll,
    async saveNow(connectionId: string, id: string | null): Promise<Problem | null> {
      const missing = id === null ? await saver.beginAll(connectionId) : 1;
      if (id === null) saveAll.begin(connectionId, missing);
      await saver.saveNow(connectionId, id);
      await endSaveAll(connectionId);
      await tell();
      if (id !== null) return whyNot(connectionId, id);
      const others = missing === 0 ? await uncopied(journal, connectionId) : [];
      return others.map((fact) => ofOther(connectionId, fact)).find((one) => one !== null) ?? null;
    },
    /** Counts the documents whose copies this account can save, and tells the problem of the first that was not saved. */
    async saveThese(connectionId: string, ids: readonly string[]) {
      const isOwn = (id: string) => ofOther(connectionId, facts.find(connectionId, id)) === null;
      const count = ids.filter(isOwn).length;
      await saver.saveThese(connectionId, ids);
      await tell();
      return { count, problem: ids.map((id) => whyNot(connectionId, id)).find((one) => one !== null) ?? null };
    },
  };
}
