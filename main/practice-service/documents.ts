import type { Clock } from './clock.ts';
import type { JsonFolder } from './disk.ts';
import { documentSchema, type PracticeDocument } from './document.ts';
import type { Files } from './files.ts';
import { aged, dueAt } from './lifecycle.ts';
import { DAY } from './rules.ts';

/** All documents. Each access first applies the deadlines that have passed. */
export function createDocuments(deps: { readonly clock: Clock; readonly folder: JsonFolder; readonly files: Files }) {
  const { clock, folder, files } = deps;
  const documents = new Map<string, PracticeDocument>();
  const keys = new Map<string, string>();
  // Deleted documents count for the daily limit as well, so this list keeps them. A restart rebuilds it from the documents.
  const created: { readonly documentId: string; readonly companyId: string; readonly at: number }[] = [];
  const finished = new Set<string>();
  let nextDue = Number.POSITIVE_INFINITY;
  let lastMoment = 0;

  const hold = (document: PracticeDocument) => {
    const { documentId, companyId } = document;
    if (!documents.has(documentId)) created.push({ documentId, companyId, at: document.creationTime });
    if (document.completionTime !== null) finished.add(documentId);
    documents.set(documentId, document);
    for (const signee of document.signees) keys.set(signee.key, documentId);
    nextDue = Math.min(nextDue, dueAt(document));
  };

  const remove = (documentId: string) => {
    const gone = documents.get(documentId);
    if (gone === undefined) return;
    documents.delete(documentId);
    for (const signee of gone.signees) keys.delete(signee.key);
    folder.remove(documentId);
    if (![...documents.values()].some((other) => other.sha256 === gone.sha256)) files.remove(gone.sha256);
  };

  const put = (document: PracticeDocument) => {
    folder.save(document.documentId, document);
    hold(document);
  };

  const age = () => {
    const now = clock.now();
    if (now < nextDue) return;
    nextDue = Number.POSITIVE_INFINITY;
    for (const document of documents.values()) {
      const older = aged(document, now);
      if (older === null) remove(document.documentId);
      else if (older === document) nextDue = Math.min(nextDue, dueAt(document));
      else put(older);
    }
  };

  const loaded = folder.load(documentSchema).toSorted((a, b) => a.creationTime - b.creationTime);
  for (const document of loaded) hold(document);

  return {
    all(): readonly PracticeDocument[] {
      age();
      return [...documents.values()];
    },
    find(documentId: string): PracticeDocument | undefined {
      age();
      // An id is one in every spelling.
      return documents.get(documentId.toLowerCase());
    },
    findBySignKey(key: string): PracticeDocument | undefined {
      age();
      return documents.get(keys.get(key) ?? '');
    },
    put,
    remove,
    /** Now, and no moment twice: documents that are made one after the other stand in this order in every list. */
    ownMoment(): number {
      lastMoment = Math.max(clock.now(), lastMoment + 1);
      return lastMoment;
    },
    /** Counts the unfinished documents that the company created in the last 24 hours. */
    countOfDay(companyId: string): number {
      const since = clock.now() - DAY;
      while (created[0] !== undefined && created[0].at <= since) created.shift();
      return created.filter((entry) => entry.companyId === companyId && !finished.has(entry.documentId)).length;
    },
  };
}

export type Documents = ReturnType<typeof createDocuments>;
