import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import type { SignatureReport } from '../../preload/contract/signature-report.ts';
import { lookAt, lookOf } from '../files/file-look.ts';
import { createWindow } from '../intake/byte-window.ts';
import { type ContentKind, judgeContent } from '../intake/content.ts';
import type { DocumentReader } from '../intake/document-reader.ts';
import { type Refusal, type Remark, refusalOfSource } from '../intake/refusal.ts';
import { readAt, refusalOfLook } from '../intake/take-file.ts';
import type { Bytes } from '../intake/zip-directory.ts';
import type { SignatureReader } from '../signatures/signature-reader.ts';
import type { FoundMarks, TextMarkReader } from '../text-marks/text-mark-reader.ts';
import { openInside } from './inside-folder.ts';

/** A file as it was judged: below the watched folder, with the look that it had then. */
interface JudgedFile {
  readonly path: string;
  readonly look: string;
}

interface Document {
  readonly kind: ContentKind;
  readonly remarks: readonly Remark[];
  readonly bytes: Bytes;
}

type Found<T> = { readonly found: T } | { readonly refusal: Refusal };

/** Reads something in a document that has this look, before and after it. */
async function readDocument<T>(
  root: string,
  { path, look }: JudgedFile,
  find: (document: Document) => Promise<T>,
): Promise<Found<T>> {
  let file: FileHandle | null = null;
  try {
    file = await openInside(root, path);
    const handle = file;
    const seen = await handle.stat({ bigint: true });
    const refusal = refusalOfLook(seen);
    if (refusal) return { refusal };
    if (lookOf(seen) !== look) return { refusal: { kind: 'changed' } };
    const size = Number(seen.size);
    // Most documents are small: judge, read and hash them from one read.
    const bytes = { size, read: createWindow({ size, read: (from, length) => readAt(handle, from, length) }) };
    const judged = await judgeContent(bytes);
    if (!judged.ok) return { refusal: { kind: judged.reason } };
    const found = await find({ ...judged, bytes });
    // Look by name: this also finds a file that was renamed or replaced meanwhile.
    return (await lookAt(join(root, path))) === look ? { found } : { refusal: { kind: 'changed' } };
  } catch (error) {
    return { refusal: refusalOfSource(error) };
  } finally {
    await file?.close();
  }
}

/** Finds what a person should know of a document before it is sent. Without any of it, the document may go unseen. */
async function* remarksIn({ kind, remarks, bytes }: Document, reader: DocumentReader): AsyncGenerator<Remark> {
  yield* remarks;
  if (!(await reader.isReadable(kind, bytes))) yield 'unchecked';
  yield* await reader.remarks(kind, bytes);
}

const pieceBytes = 256 * 1024;

/** Hashes a whole file. Null: the file ended early. */
async function hashOf({ size, read }: Bytes): Promise<string | null> {
  const hash = createHash('sha256');
  for (let at = 0; at < size; ) {
    // oxlint-disable-next-line no-await-in-loop -- in the order of the file
    const piece = await read(at, pieceBytes);
    if (piece.length === 0) return null;
    hash.update(piece);
    at += piece.length;
  }
  return hash.digest('hex');
}

/**
 * The result of reading a whole file. `isSafe`: every part was read, and there is nothing that a person should know.
 */
export type ContentFact =
  | { readonly ok: true; readonly sha256: string; readonly isSafe: boolean }
  | { readonly ok: false; readonly refusal: Refusal };

/** Reads a whole file: what it is, its hash, and whether it may be sent without a person. */
export async function readContent(root: string, file: JudgedFile, reader: DocumentReader): Promise<ContentFact> {
  const read = await readDocument(root, file, async (document) => {
    const sha256 = await hashOf(document.bytes);
    // The first remark is enough.
    return sha256 && { sha256, isSafe: (await remarksIn(document, reader).next()).done === true };
  });
  if ('refusal' in read) return { ok: false, refusal: read.refusal };
  return read.found ? { ok: true, ...read.found } : { ok: false, refusal: { kind: 'changed' } };
}

/** Finds the marks in a file. Null: its text cannot be read. */
export const readMarks = (
  root: string,
  file: JudgedFile,
  forms: readonly string[],
  reader: TextMarkReader,
): Promise<Found<FoundMarks | null>> =>
  readDocument(root, file, ({ kind, bytes }) => reader.textMarks(kind, bytes, forms));

/** Finds what a person should know of a file before it is sent, and who signed it already. */
export const readRemarks = (
  root: string,
  file: JudgedFile,
  reader: DocumentReader & SignatureReader,
): Promise<Found<{ readonly remarks: readonly Remark[]; readonly report: SignatureReport | null }>> =>
  readDocument(root, file, async (document) => {
    const remarks = new Set<Remark>();
    for await (const remark of remarksIn(document, reader)) remarks.add(remark);
    const report = remarks.has('signed') ? await reader.signatures(document.bytes, null) : null;
    return { remarks: [...remarks], report };
  });
