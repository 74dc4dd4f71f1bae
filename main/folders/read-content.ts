import { createHash } from 'node:crypto';
import { type FileHandle, lstat, open } from 'node:fs/promises';
import { judgeContent } from '../intake/content.ts';
import type { DocumentReader } from '../intake/document-reader.ts';
import { type Refusal, refusalOfSource } from '../intake/refusal.ts';
import { openFlags, readAt, refusalOfLook } from '../intake/take-file.ts';
import { lookOf } from './folder-scan.ts';
import type { ContentFact } from './verdict.ts';

const pieceBytes = 256 * 1024;
const refuse = (refusal: Refusal): ContentFact => ({ ok: false, refusal });

/** Reads a whole file that has this look: what it is, its hash, and whether all of it can be read as what it is. */
export async function readContent(
  path: string,
  look: string,
  reader: Pick<DocumentReader, 'isReadable'>,
): Promise<ContentFact> {
  let file: FileHandle;
  try {
    file = await open(path, openFlags);
  } catch (error) {
    return refuse(refusalOfSource(error));
  }
  try {
    const seen = await file.stat({ bigint: true });
    const refusal = refusalOfLook(seen);
    if (refusal) return refuse(refusal);
    if (lookOf(seen) !== look) return refuse({ kind: 'changed' });
    const size = Number(seen.size);
    const bytes = {
      size,
      read: (position: number, length: number) =>
        readAt(file, position, Math.max(0, Math.min(length, size - position))),
    };
    const judged = await judgeContent(bytes);
    if (!judged.ok) return refuse({ kind: judged.reason });
    const hash = createHash('sha256');
    const buffer = Buffer.allocUnsafe(Math.min(pieceBytes, size));
    for (let at = 0; at < size; ) {
      // oxlint-disable-next-line no-await-in-loop -- in the order of the file
      const piece = await readAt(file, at, Math.min(pieceBytes, size - at), buffer);
      if (piece.length === 0) return refuse({ kind: 'changed' });
      hash.update(piece);
      at += piece.length;
    }
    const isParsed = await reader.isReadable(judged.kind, bytes);
    // Look by name: this also finds a file that was renamed or replaced meanwhile.
    if (lookOf(await lstat(path, { bigint: true })) !== look) return refuse({ kind: 'changed' });
    return { ok: true, sha256: hash.digest('hex'), isParsed };
  } catch (error) {
    return refuse(refusalOfSource(error));
  } finally {
    await file.close();
  }
}
