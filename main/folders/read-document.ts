import type { FileHandle } from 'node:fs/promises';
import type { SignatureReport } from '../../preload/contract/signature-report.ts';
import { type ContentKind, judgeContent } from '../intake/content.ts';
import type { DocumentReader } from '../intake/document-reader.ts';
import { type Refusal, type Remark, refusalOfSource } from '../intake/refusal.ts';
import { readAt } from '../intake/take-file.ts';
import type { Bytes } from '../intake/zip-directory.ts';
import type { SignatureReader } from '../signatures/signature-reader.ts';
import type { FoundMarks, TextMarkReader } from '../text-marks/text-mark-reader.ts';
import { lookOf, openInside, remarksIn } from './inside-folder.ts';

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

/** Reads something in a document that has this look. `refusal`: it cannot be read now, or has changed. */
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
    if (lookOf(seen) !== look) return { refusal: { kind: 'changed' } };
    const bytes: Bytes = { size: Number(seen.size), read: (from, length) => readAt(handle, from, length) };
    const judged = await judgeContent(bytes);
    return judged.ok ? { found: await find({ ...judged, bytes }) } : { refusal: { kind: judged.reason } };
  } catch (error) {
    return { refusal: refusalOfSource(error) };
  } finally {
    await file?.close();
  }
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
    for await (const remark of remarksIn(document, document.bytes, reader)) remarks.add(remark);
    const report = remarks.has('signed') ? await reader.signatures(document.bytes, null) : null;
    return { remarks: [...remarks], report };
  });
