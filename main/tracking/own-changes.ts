import type { ListedDocument } from '../../preload/contract/document.ts';
import type { CheckResult } from './overviews.ts';
import type { Reading } from './reading.ts';

/** A document with what was done here since the service was asked. Null: it is deleted. */
export type OwnChange = (document: ListedDocument, askedAt: number) => ListedDocument | null;

/** Corrects the result by what was done here after its pages were requested. Null: nothing was done. */
export function withOwnChanges(result: CheckResult, ownChange: OwnChange | null, askedAt: number): CheckResult {
  const { list, others, apart, reading } = result;
  if (ownChange === null) return result;
  const current = (documents: readonly ListedDocument[]) =>
    documents.flatMap((document) => ownChange(document, askedAt) ?? []);
  return {
    ...result,
    list: list === null ? null : { ...list, documents: current(list.documents) },
    others: current(others),
    apart: current(apart),
    reading: reading === null ? null : readingWithOwnChanges(reading, ownChange),
  };
}

function readingWithOwnChanges(reading: Reading, ownChange: OwnChange): Reading {
  const documents = new Map(reading.documents);
  for (const [id, document] of documents) {
    const { name, status: documentStatus } = document;
    const shown = { id, name, mimeType: '', documentStatus, signStatus: null, canWithdraw: false, canDelete: false };
    const now = ownChange(shown, reading.beganAt);
    if (now === null) documents.delete(id);
    else if (now !== shown) documents.set(id, { ...document, status: now.documentStatus });
  }
  return { ...reading, documents };
}
