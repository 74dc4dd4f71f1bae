import { randomUUID } from 'node:crypto';
import { limits } from '../../preload/contract/limits.ts';
import type { AloneReason, OfferedFile } from '../../preload/contract/sending.ts';
import type { Refusal } from '../intake/refusal.ts';
import type { Tray } from '../intake/tray.ts';
import type { Bytes } from '../intake/zip-directory.ts';
import { unhurried } from '../time/slices.ts';
import type { PdfJoiner } from './pdf-joiner.ts';

export interface JoinFilesDeps {
  readonly tray: Pick<Tray, 'place' | 'read' | 'receive'>;
  readonly documentReader: PdfJoiner;
}

export type JoinedFile =
  | { readonly kind: 'joined'; readonly file: OfferedFile }
  | { readonly kind: 'alone'; readonly files: readonly { readonly id: string; readonly why: AloneReason }[] }
  | { readonly kind: 'refused'; readonly refusal: Refusal }
  /** `failed`: joining took too much time or memory. */
  | { readonly kind: 'too-large' | 'failed' };

interface Part {
  readonly id: string;
  readonly size: number;
  /** What the file was made from, or its own name. */
  readonly names: readonly string[];
}

/** A file changed or disappeared while it was read. */
class FileChanged extends Error {
  readonly id: string;
  constructor(id: string) {
    super('A file to join has changed');
    this.id = id;
  }
}

/** Reads files of the tray as if they were one. Each piece comes from an unchanged file, or the reading fails. */
function bytesOf(tray: JoinFilesDeps['tray'], parts: readonly Part[]): Bytes {
  return {
    size: parts.reduce((sum, { size }) => sum + size, 0),
    async read(from, length) {
      let begin = 0;
      for await (const { id, size } of unhurried(parts)) {
        if (from < begin + size) {
          const at = from - begin;
          const bytes = await tray.read(id, at, Math.min(at + length, size));
          if ('kind' in bytes || bytes.length === 0) throw new FileChanged(id);
          return bytes;
        }
        begin += size;
      }
      return Buffer.alloc(0);
    },
  };
}

/** Adds the new document to the tray, as a file without a path is added. */
async function addToTray(
  tray: JoinFilesDeps['tray'],
  name: string,
  all: Uint8Array,
  parts: readonly string[],
): Promise<JoinedFile> {
  const transfer = randomUUID();
  for (let from = 0; from < all.length; from += limits.pieceBytes) {
    const bytes = all.subarray(from, from + limits.pieceBytes);
    // oxlint-disable-next-line no-await-in-loop -- one piece after the other
    const received = await tray.receive({ transfer, name, bytes, last: from + bytes.length === all.length }, parts);
    if (received !== null && 'kind' in received) return { kind: 'refused', refusal: received };
    const file = received?.files[0];
    if (file) return { kind: 'joined', file };
  }
  return { kind: 'failed' };
}

const withEnding = (name: string): string => (/\.pdf$/i.test(name.trim()) ? name.trim() : `${name.trim()}.pdf`);

/**
 * Joins files of the tray into a new one of the tray, which is ours: it is deleted when it was sent or released, and at
 * the next start. Only files that intake accepts are read, and none of them is changed.
 */
export async function joinFiles(
  { tray, documentReader }: JoinFilesDeps,
  ids: readonly string[],
  name: string,
): Promise<JoinedFile> {
  const placed = await Promise.all(ids.map(async (id) => ({ id, place: await tray.place(id) })));
  const gone = placed.flatMap(({ id, place }) => ('kind' in place ? [{ id, why: 'changed' as const }] : []));
  if (gone.length > 0) return { kind: 'alone', files: gone };
  const parts = placed.flatMap(({ id, place }): Part[] => {
    if ('kind' in place) return [];
    return [{ id, size: place.size, names: place.parts.length > 0 ? place.parts : [place.name] }];
  });
  const bytes = bytesOf(tray, parts);
  if (bytes.size > limits.fileBytes) return { kind: 'too-large' };
  try {
    const found = await documentReader.join(
      bytes,
      parts.map(({ size }) => size),
    );
    if (found === null) return { kind: 'failed' };
    if (found.kind === 'joined') {
      const names = parts.flatMap((part) => part.names);
      return await addToTray(tray, withEnding(name), found.bytes, names);
    }
    if (found.kind === 'too-large') return found;
    return { kind: 'alone', files: found.files.map(({ at, why }) => ({ id: parts[at]?.id ?? '', why })) };
  } catch (error) {
    if (!(error instanceof FileChanged)) throw error;
    return { kind: 'alone', files: [{ id: error.id, why: 'changed' }] };
  }
}
