import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { limits } from '../../preload/contract/limits.ts';
import type { OfferedFile } from '../../preload/contract/sending.ts';
import { type ContentKind, judgeContent } from './content.ts';
import type { DocumentReader, MailReader } from './document-reader.ts';
import type { Refusal, Remark } from './refusal.ts';
import { createTransfers } from './transfers.ts';
import {
  createEntries,
  type Entry,
  openUnchanged,
  type Place,
  placeOf,
  type Reading,
  toTrayFile,
} from './tray-entries.ts';
import { createOffers } from './tray-offers.ts';

export type TrayVerdict =
  | { readonly ok: true; readonly kind: ContentKind; readonly remarks: readonly Remark[] }
  | { readonly ok: false; readonly refusal: Refusal };

interface TrayDeps {
  readonly folder: string;
  readonly newId: () => string;
  readonly documentReader: Pick<DocumentReader, 'remarks'> & MailReader;
}

async function judgeBytes(name: string, bytes: Reading): Promise<TrayVerdict> {
  const judged = await judgeContent(bytes);
  if (!judged.ok) return { ok: false, refusal: { kind: judged.reason } };
  const isNamedSo = name.toLowerCase().endsWith(`.${judged.kind}`);
  const remarks: readonly Remark[] = isNamedSo ? judged.remarks : [...judged.remarks, 'other-extension'];
  return { ok: true, kind: judged.kind, remarks };
}

async function remarksOf(entry: Entry | undefined, reader: TrayDeps['documentReader']): Promise<readonly Remark[]> {
  const found = await openUnchanged(entry, async (bytes) => {
    const judged = await judgeContent(bytes);
    return judged.ok ? reader.remarks(judged.kind, bytes) : [];
  });
  return 'kind' in found ? [] : found;
}

/** Keeps files that a person added and has not sent yet. The window knows them by id only, never by path. */
export function createTray({ folder, newId, documentReader }: TrayDeps) {
  const kept = createEntries(newId);
  const { entries, look } = kept;
  /** The files whose content intake accepts. */
  const accepted = new Set<string>();

  async function judge(id: string): Promise<TrayVerdict> {
    const entry = entries.get(id);
    const verdict = await openUnchanged(entry, (bytes) => judgeBytes(entry?.name ?? '', bytes));
    if (!('ok' in verdict)) return { ok: false, refusal: verdict };
    if (verdict.ok) accepted.add(id);
    return verdict;
  }

  /** Runs `work` on a document. A window that was taken over can hand over any path, but learns nothing of other files. */
  async function openAccepted<T>(id: string, work: (read: Reading) => Promise<T>): Promise<T | Refusal> {
    const verdict = accepted.has(id) ? null : await judge(id);
    return verdict?.ok === false ? verdict.refusal : openUnchanged(entries.get(id), work);
  }

  async function drop(ids: readonly string[]): Promise<void> {
    const gone = ids.flatMap((id) => entries.get(id) ?? []);
    for (const { id } of gone) {
      entries.delete(id);
      accepted.delete(id);
    }
    await Promise.all(
      gone.filter(({ ours }) => ours).map(({ path }) => rm(join(path, '..'), { recursive: true, force: true })),
    );
  }

  return {
    /** Counts files that a person added and has not sent. */
    waiting: (): number => [...entries.values()].filter(({ lent }) => !lent).length,

    /** Lends a spool copy for the preview. Null: the copy no longer exists. */
    async lend(path: string, name: string): Promise<OfferedFile | null> {
      const found = await look(path, { lent: name });
      if ('kind' in found) return null;
      // Intake accepted it when it was sent.
      accepted.add(found.id);
      return toTrayFile(found);
    },

    judge,
    ...createOffers(kept, { reader: documentReader, transfers: createTransfers(folder), newId }),

    /** Reads the whole file for what a person should know. Finds nothing in a file that cannot be sent or read. */
    remarks: (id: string): Promise<readonly Remark[]> => remarksOf(entries.get(id), documentReader),

    read: (id: string, from: number, to: number): Promise<Buffer | Refusal> =>
      openAccepted(id, ({ read }) => read(from, Math.min(to - from, limits.pieceBytes))),

    /** Runs `work` on the bytes of a file that can be sent, if it has not changed since it was handed over. */
    withBytes: openAccepted,

    /** Returns the path of the file, if it has not changed since it was added. */
    place: (id: string): Promise<Place | Refusal> => placeOf(entries.get(id)),
    drop,
  };
}

export type Tray = ReturnType<typeof createTray>;
