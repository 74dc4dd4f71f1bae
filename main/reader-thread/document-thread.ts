// The thread of document-reader.ts: it reads one document after the other.
import type { MessagePort } from 'node:worker_threads';
import { directReader } from '../intake/document-reader.ts';
import type { Bytes } from '../intake/zip-directory.ts';
import { type Begin, type DocumentAnswer, documentTask } from './document-messages.ts';

/** Reads documents whose bytes main has. The thread opens no file itself. */
export function serveDocuments(port: MessagePort): void {
  let take: (piece: Uint8Array) => void = () => undefined;
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  const post = (answer: DocumentAnswer) => port.postMessage(answer);

  const bytesOf = (size: number): Bytes => ({
    size,
    read(from, length) {
      const { promise, resolve } = Promise.withResolvers<Buffer>();
      take = (piece) => resolve(Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength));
      post({ kind: 'want', from, length });
      return promise;
    },
  });

  async function run({ task, content, size }: Begin): Promise<DocumentAnswer> {
    const bytes = bytesOf(size);
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
