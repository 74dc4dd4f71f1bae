import type { ListedDocument } from '../../preload/contract/document.ts';
import type { CheckResult } from './overviews.ts';
import type { Reading } from './reading.ts';

/** A document with what was done here since the service was asked. Null: it is deleted. */
export type Lately = (document: ListedDocument, askedAt: number) => ListedDocument | null;

/** Corrects the result by what was done here after its pages were requested. Null: nothing was done. */
export function asDone(result: CheckResult, lately: Lately | null, askedAt: number): CheckResult {
  const { list, others, apart, reading } = result;
  if (lately === null) return result;
  const current = (documents: readonly ListedDocument[]) =>
    documents.flatMap((document) => lately(document, askedAt) ?? []);
  return {
    ...result,
    list: list === null ? null : { ...list, documents: current(list.documents) },
    others: current(others),
    apart: current(apart),
    reading: reading === null ? null : readingAsDone(reading, lately),
  };
}

function readingAsDone(reading: Reading, lately: Lately): Reading {
  const documents = new Map(reading.documents);
  for (const [id, document] of documents) {
    const { name, status: documentStatus } = document;
    const shown = { id, name, mimeType: '', documentStatus, signStatus: null, canWithdraw: false, canDelete: false };
    const now = lately(shown, reading.beganAt);
    if (now === null) documents.delete(id);
    else if (now !== shown) documents.set(id, { ...document, status: now.documentStatus });
  }
  return { ...reading, documents };
}
