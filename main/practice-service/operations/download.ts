import { currentFile } from '../current-file.ts';
import { type Answer, type Incoming, type Refusal, refusal } from '../http/exchange.ts';
import type { Practice } from '../practice.ts';

export async function download(practice: Practice, incoming: Incoming, key: string): Promise<Answer | Refusal> {
  const { records, documents, storage } = practice;
  if (incoming.headers['authorization'] !== undefined) {
    records.breach('storage-authorization', 'a download was sent with an Authorization header');
    return refusal('storage-authorization', 'Only one way of authorisation is allowed');
  }
  const document = documents.find(storage.documentOf(key) ?? '');
  if (document === undefined) return refusal('not-found', 'This address is not valid (any more)');
  const { content, type } = await currentFile(document, practice);
  const headers = {
    'Content-Type': type,
    'Content-Disposition': `attachment; filename*=UTF-8''${encodeURIComponent(document.documentName)}`,
  };
  return { kind: 'answer', status: 200, headers, body: content };
}
