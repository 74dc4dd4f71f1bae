import { limits } from '../../preload/contract/limits.ts';
import { readAll } from './byte-window.ts';
import type { ContentKind } from './content.ts';
import { type MailEnd, readMail } from './mail/read-mail.ts';
import { readOfficeRemarks } from './office-remarks.ts';
import { readPdfRemarks } from './pdf/pdf-remarks.ts';
import { isReadableDocument } from './readable-document.ts';
import type { Remark } from './refusal.ts';
import type { Bytes } from './zip-directory.ts';

/**
 * Reads whole documents of unknown origin. The app reads them in a thread, because hostile ones may take all time and
 * memory. Neither reading throws for what a document contains; both reject when the bytes cannot be read.
 */
export interface DocumentReader {
  /** Tells whether the structure of every part is valid. False also if the reader could not finish. */
  isReadable(kind: ContentKind, bytes: Bytes): Promise<boolean>;
  /** Finds what a person should know before sending the document. `unchecked`: the reader could not finish. */
  remarks(kind: ContentKind, bytes: Bytes): Promise<readonly Remark[]>;
}

/** A piece of a document that is attached to a mail. The pieces of one document follow each other. */
export interface MailPiece {
  /** The number of the document in its mail. */
  readonly at: number;
  readonly name: string;
  /** The size of the whole document. Above the limit its one piece is empty. */
  readonly size: number;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly last: boolean;
}

/** Reads mails of unknown origin, as a document reader reads documents. */
export interface MailReader {
  /** Passes on the documents that are attached to a mail. Null: the reader could not finish. */
  mail(bytes: Bytes, take: (piece: MailPiece) => Promise<void>): Promise<MailEnd | null>;
}

async function passOn(bytes: Bytes, take: (piece: MailPiece) => Promise<void>): Promise<MailEnd> {
  const documents = readMail(await readAll(bytes));
  for (let at = 0; ; at += 1) {
    // oxlint-disable-next-line no-await-in-loop -- one document after the other keeps the memory small
    const next = await documents.next();
    if (next.done === true) return next.value;
    const { name, content } = next.value;
    const size = content.length;
    const sent = size > limits.fileBytes ? 0 : size;
    for (let from = 0; from === 0 || from < sent; from += limits.pieceBytes) {
      const to = Math.min(sent, from + limits.pieceBytes);
      // A copy: what goes to another thread leaves this one.
      const piece = new Uint8Array(content.subarray(from, to));
      // oxlint-disable-next-line no-await-in-loop
      await take({ at, name, size, bytes: piece, last: to === sent });
    }
  }
}

/** Reads where it is called: in the thread, and in tests that need no thread. */
export const directReader = {
  isReadable: isReadableDocument,
  mail: passOn,
  remarks: (kind: ContentKind, bytes: Bytes) => (kind === 'pdf' ? readPdfRemarks(bytes) : readOfficeRemarks(bytes)),
} satisfies DocumentReader & MailReader;
