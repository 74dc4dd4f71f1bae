// The thread of document-reader.ts: it reads one document after the other.
import type { MessagePort } from 'node:worker_threads';
import { directReader } from '../intake/document-reader.ts';
import type { Bytes } from '../intake/zip-directory.ts';
import { checkSignatures } from '../signatures/check-signatures.ts';
import { type Begin, type DocumentAnswer, documentTask, type Source } from './document-messages.ts';

/** Pieces of a document that is read as a whole. Each is one message. */
const pieceBytes = 1024 * 1024;

/** Reads the whole document into one buffer, for a reader that goes back and forth in it. */
async function readAll(bytes: Bytes): Promise<Buffer> {
  const all = Buffer.alloc(bytes.size);
  for (let at = 0; at < bytes.size; ) {
    // oxlint-disable-next-line no-await-in-loop -- one piece after the other keeps the memory small
    const piece = await bytes.read(at, Math.min(pieceBytes, bytes.size - at));
    if (piece.length === 0) return all.subarray(0, at);
    piece.copy(all, at);
    at += piece.length;
  }
  return all;
}

/** Reads documents whose bytes main has. The thread opens no file itself. */
export function serveDocuments(port: MessagePort): void {
  let take: (piece: Uint8Array) => void = () => undefined;
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  const post = (answer: DocumentAnswer) => port.postMessage(answer);

  const bytesOf = (size: number, of: Source = 'document'): Bytes => ({
    size,
    read(from, length) {
      const { promise, resolve } = Promise.withResolvers<Buffer>();
      take = (piece) => resolve(Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength));
      post({ kind: 'want', of, from, length });
      return promise;
    },
  });

  async function run({ task, content, size, sentSize }: Begin): Promise<DocumentAnswer> {
    const bytes = bytesOf(size);
    if (task === 'signatures') {
      const sent = sentSize === null ? null : await readAll(bytesOf(sentSize, 'sent'));
      return { kind: 'signatures', report: checkSignatures(await readAll(bytes), sent) };
    }
    if (task === 'isReadable') return { kind: 'readable', isReadable: await directReader.isReadable(content, bytes) };
    return { kind: 'remarks', remarks: [...(await directReader.remarks(content, bytes))] };
  }

  port.on('message', (message: unknown) => {
    const said = documentTask.parse(message);
    if (said.kind === 'piece') take(said.bytes);
    // A bug ends the thread, and main treats the document as one that could not be read.
    else void run(said).then(post);
  });
  post({ kind: 'ready' });
}
