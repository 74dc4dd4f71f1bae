import { limits } from '../../preload/contract/limits.ts';
import type { MailPiece, MailReader } from './document-reader.ts';
import type { Refusal } from './refusal.ts';
import { safeName, type Transfers } from './transfers.ts';
import type { Bytes } from './zip-directory.ts';

export interface RefusedPart {
  readonly name: string;
  readonly refusal: Refusal;
}

/** What is in a mail: the paths of our copies of its documents, by their place in it, and what was refused. */
export interface UnpackedMail {
  readonly documents: readonly { readonly at: number; readonly path: string }[];
  readonly refused: readonly RefusedPart[];
}

export interface UnpackDeps {
  readonly reader: MailReader;
  readonly transfers: Transfers;
  readonly newId: () => string;
}

/** Tells whether a file is looked into for documents. Its content decides whether it is a mail. */
export const hasMailName = (name: string): boolean => /\.(?:eml|msg)$/i.test(name);

/** A mail that was handed over, and the number of documents that still fit. */
interface HandedOverMail {
  readonly name: string;
  readonly bytes: Bytes;
  readonly most: number;
}

/**
 * Copies the documents of a mail into folders of our own, each under its name. The thread reads the mail, and what it
 * finds goes through the same limits as what comes without a path.
 */
export async function unpackMail(deps: UnpackDeps, { name: mail, bytes, most }: HandedOverMail): Promise<UnpackedMail> {
  const { reader, transfers, newId } = deps;
  const documents: { at: number; path: string }[] = [];
  const refused: RefusedPart[] = [];
  /** The transfer of each document by its place in the mail. Null: it was refused. */
  const begun = new Map<number, string | null>();
  let isFull = false;

  async function take({ at, name, size, bytes: piece, last }: MailPiece): Promise<void> {
    if (!begun.has(at) && documents.length >= most) isFull = true;
    const transfer = begun.get(at) ?? newId();
    if (begun.get(at) === null || isFull) return;
    const isTooLarge = size > limits.fileBytes;
    const received: Refusal | string | null = isTooLarge
      ? { kind: 'too-large', size, limit: limits.fileBytes }
      : await transfers.receive({ transfer, name, bytes: piece, last });
    const isRefused = received !== null && typeof received !== 'string';
    begun.set(at, isRefused ? null : transfer);
    if (isRefused) refused.push({ name: safeName(name), refusal: received });
    else if (received !== null) documents.push({ at, path: received });
  }

  const forget = () =>
    Promise.all([...begun.values()].flatMap((transfer) => (transfer === null ? [] : transfers.forget(transfer))));
  const end = await reader.mail(bytes, take).catch(async (error: unknown) => {
    await forget();
    throw error;
  });
  if (end === null || end === 'none') {
    // What came out of a mail that ended the thread is not offered.
    await forget();
    return { documents: [], refused: [{ name: mail, refusal: { kind: 'mail-unreadable' } }] };
  }
  if (isFull) refused.push({ name: mail, refusal: { kind: 'too-many', limit: limits.filesAtOnce } });
  if (end === 'partly') refused.push({ name: mail, refusal: { kind: 'mail-partly' } });
  else if (begun.size === 0 && !isFull) refused.push({ name: mail, refusal: { kind: 'mail-empty' } });
  return { documents, refused };
}
