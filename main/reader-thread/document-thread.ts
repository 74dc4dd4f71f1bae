// The thread of document-reader.ts: it reads one document after the other.
import type { MessagePort } from 'node:worker_threads';
import { readAll } from '../intake/byte-window.ts';
import { directReader, type MailPiece } from '../intake/document-reader.ts';
import type { Bytes } from '../intake/zip-directory.ts';
import { type Begin, type DocumentAnswer, documentTask, type Source } from './document-messages.ts';

/** Reads documents whose bytes main has. The thread opens no file itself. */
export function serveDocuments(port: MessagePort): void {
  let take: (piece: Uint8Array) => void = () => undefined;
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  const post = (answer: DocumentAnswer) =>
    port.postMessage(answer, answer.kind === 'joined' ? [answer.bytes.buffer] : []);

  /** Asks main for something, and waits for its answer. */
  function ask(question: DocumentAnswer): Promise<Buffer> {
    const { promise, resolve } = Promise.withResolvers<Buffer>();
    take = (piece) => resolve(Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength));
    post(question);
    return promise;
  }

  const bytesOf = (size: number, of: Source = 'document'): Bytes => ({
    size,
    read: (from, length) => ask({ kind: 'want', of, from, length }),
  });

  async function join(size: number, sizes: readonly number[]): Promise<DocumentAnswer> {
    // Loaded when it is needed: a thread must start fast.
    const { joinPdfs } = await import('../joining/join-pdfs.ts');
    const all = await readAll(bytesOf(size));
    let at = 0;
    const result = await joinPdfs(sizes.map((one) => all.subarray(at, (at += one))));
    if (result.kind === 'alone') return { kind: 'alone', files: [...result.files] };
    // A copy, because the memory of a small file is shared with others and cannot be handed over.
    return result.kind === 'joined' ? { kind: 'joined', bytes: new Uint8Array(result.bytes) } : result;
  }

  async function run(begin: Begin): Promise<DocumentAnswer> {
    if (begin.kind === 'join') return join(begin.size, begin.sizes);
    if (begin.kind === 'mail') {
      const pass = async (piece: MailPiece) => void (await ask({ kind: 'attached', ...piece }));
      return { kind: 'mail', end: await directReader.mail(bytesOf(begin.size), pass) };
    }
    const { task, content, size, sentSize, forms = [] } = begin;
    const bytes = bytesOf(size);
    if (task === 'signatures') {
      const { checkSignatures } = await import('../signatures/check-signatures.ts');
      const sent = sentSize === null ? null : await readAll(bytesOf(sentSize, 'sent'));
      return { kind: 'signatures', report: checkSignatures(await readAll(bytes), sent) };
    }
    if (task === 'textMarks') {
      const { readTextMarks } = await import('../text-marks/read-text-marks.ts');
      return { kind: 'textMarks', found: await readTextMarks(content, bytes, forms) };
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
