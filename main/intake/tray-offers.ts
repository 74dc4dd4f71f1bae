import { lstat, opendir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { limits } from '../../preload/contract/limits.ts';
import type { OfferedFile } from '../../preload/contract/sending.ts';
import { unhurried } from '../time/slices.ts';
import { judgeContent } from './content.ts';
import { type Refusal, refusalOfSource } from './refusal.ts';
import { refusalOfLook } from './take-file.ts';
import { type Piece, removeTransfer } from './transfers.ts';
import { type Entries, type Entry, openUnchanged, type PlaceInMail, toTrayFile } from './tray-entries.ts';
import { hasMailName, type RefusedPart, type UnpackDeps, type UnpackedMail, unpackMail } from './unpack-mail.ts';

export interface Offered {
  readonly files: readonly OfferedFile[];
  readonly refused: readonly RefusedPart[];
}

/** Creates the comparison by name when it is first needed, since that takes 6 ms. */
const byName = () => new Intl.Collator(undefined, { numeric: true }).compare;
/** Hidden and temporary files. People do not mean these when they drop a folder. */
const ignored = /^(?:\.|~\$|~WR|Thumbs\.db$|desktop\.ini$)|\.(?:tmp|part|partial|crdownload|download|filepart)$/i;

/** Finds all files below a folder, sorted by name. It follows no links, which may lead anywhere. */
async function filesIn(path: string, most: number, noFile: Refusal): Promise<readonly string[] | Refusal> {
  const found: string[] = [];
  const folders = [path];
  try {
    for (let at = folders.pop(); at !== undefined; at = folders.pop()) {
      for await (const one of await opendir(at)) {
        if (ignored.test(one.name)) continue;
        const place = join(at, one.name);
        // A listing of Windows calls what lies in the cloud a link. What is one indeed is refused by its name.
        const isFolder = one.isDirectory() || (one.isSymbolicLink() && (await lstat(place)).isDirectory());
        (isFolder ? folders : found).push(place);
        if (found.length > most || folders.length > limits.filesAtOnce)
          return { kind: 'too-many', limit: limits.filesAtOnce };
      }
    }
  } catch (error) {
    return refusalOfSource(error);
  }
  return found.length === 0 ? noFile : found.toSorted(byName());
}

interface Seen {
  readonly files: OfferedFile[];
  readonly refused: RefusedPart[];
}

/** Adds a file, or the reason why it is refused. */
function addSeen({ files, refused }: Seen, found: Entry | Refusal, path: string): void {
  if ('id' in found) files.push(toTrayFile(found));
  else refused.push({ name: basename(path).normalize('NFC'), refusal: found });
}

/** Finds what a file with the name of a mail is: a refusal, or what is in it. Null: a document. */
function openMail(deps: UnpackDeps, mail: Entry, most: number): Promise<UnpackedMail | Refusal | null> {
  return openUnchanged(mail, async (bytes) => {
    const judged = await judgeContent(bytes);
    if (judged.ok) return refusalOfLook(mail.seen);
    // An older format may hold a mail. What is nothing else may be one.
    if (judged.reason === 'program' || judged.reason === 'password-protected') return { kind: judged.reason };
    return unpackMail(deps, { name: mail.name, bytes, most });
  });
}

/** Adds what a person hands over: files, folders, mails, and things without a path. */
export function createOffers({ entries, look }: Entries, unpacking: UnpackDeps) {
  const { transfers } = unpacking;

  async function addCopy(found: Seen, copy: string, from: PlaceInMail): Promise<void> {
    const looked = await look(copy, { ours: true, from });
    addSeen(found, looked, copy);
    if ('kind' in looked) await removeTransfer(dirname(copy));
  }

  /** Adds a file to what is offered. Of a mail, the documents in it are added, and the mail is not. */
  async function addFile(found: Seen, path: string, looked: Entry | Refusal): Promise<void> {
    const isMail = 'id' in looked && hasMailName(looked.name);
    const opened = isMail ? await openMail(unpacking, looked, limits.filesAtOnce - found.files.length) : null;
    if (!isMail || opened === null) {
      addSeen(found, looked, path);
      return;
    }
    entries.delete(looked.id);
    if ('kind' in opened) addSeen(found, opened, path);
    else {
      found.refused.push(...opened.refused);
      const { path: mail, seen } = looked;
      for await (const { at, path: copy } of unhurried(opened.documents))
        await addCopy(found, copy, { path: mail, seen, at });
    }
  }

  return {
    /**
     * Takes a piece of something without a path. The last piece adds the file to the tray. `parts`: what we made it from.
     */
    async receive(piece: Piece, parts: readonly string[] = []): Promise<Offered | Refusal | null> {
      const received = await transfers.receive(piece);
      if (typeof received !== 'string') return received;
      const found = await look(received, { ours: true, parts });
      if ('kind' in found) {
        await removeTransfer(dirname(received));
        return found;
      }
      const offered: Seen = { files: [], refused: [] };
      await addFile(offered, received, found);
      if (!entries.has(found.id)) await removeTransfer(dirname(received));
      return offered;
    },

    async offer(paths: readonly string[]): Promise<Offered> {
      await transfers.clearOnce();
      const found: Seen = { files: [], refused: [] };
      for await (const path of unhurried(paths)) {
        const single = await look(path);
        const isFolder = 'kind' in single && single.kind === 'not-a-file' && single.what === 'folder';
        const inside = isFolder ? await filesIn(path, limits.filesAtOnce - found.files.length, single) : null;
        if (inside !== null && 'kind' in inside) {
          addSeen(found, inside, path);
          continue;
        }
        const looked = inside === null ? [single] : await Promise.all(inside.map((one) => look(one)));
        for await (const [at, one] of unhurried(looked.entries())) await addFile(found, inside?.[at] ?? path, one);
      }
      return found;
    },
  };
}
