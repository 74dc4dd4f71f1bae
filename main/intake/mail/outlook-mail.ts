import { type CompoundEntry, type CompoundFile, openCompoundFile } from './compound-file.ts';
import { type FoundInMail, lastOfName, mostMailsInside, mostParts } from './mail-part.ts';
import { textOfBytes } from './mail-text.ts';
import type { Work } from './mail-work.ts';

/** The names of what Outlook writes for a mail and its attachments ([MS-OXMSG]), by the number of the property. */
const properties = '__properties_version1.0';
const attachment = '__attach_version1.0_#';
const dataStream = '__substg1.0_37010102';
const dataStorage = '__substg1.0_3701000D';
/** The long name, the short one, and the one that is shown. */
const nameProperties = ['3707', '3704', '3001'] as const;
const typeProperty = '370E';
/** A text of a property: a name, a type. */
const longestText = 4_096;

/** Finds the attachments of a mail that Outlook saved. Null: the file is no mail, or damaged. */
export function readOutlookMail(file: Buffer, mails: number, work: Work): Generator<FoundInMail> | null {
  const compound = openCompoundFile(file, work);
  if (compound === null) return null;
  const inside = compound.childrenOf(compound.root);
  return inside.some(({ name }) => name === properties) ? readAttachments(compound, inside, mails) : null;
}

function* readAttachments(
  compound: CompoundFile,
  ofMail: readonly CompoundEntry[],
  mails: number,
): Generator<FoundInMail> {
  // Numbered as they stand in the mail. The directory has an order of its own.
  const storages = ofMail
    .filter(({ name, isStream }) => !isStream && name.startsWith(attachment))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
  for (const storage of storages.slice(0, mostParts)) {
    const entries = new Map(compound.childrenOf(storage).map((entry) => [entry.name.toUpperCase(), entry] as const));
    const inside = entries.get(dataStorage.toUpperCase());
    const data = entries.get(dataStream.toUpperCase());
    if (inside !== undefined) yield* readInside(compound, inside, mails);
    else if (data === undefined) yield 'unread';
    else {
      const name = nameProperties.map((property) => textOf(compound, entries, property)).find((text) => text !== '');
      yield {
        name: lastOfName(name ?? ''),
        mails,
        type: textOf(compound, entries, typeProperty).toLowerCase(),
        open: () => compound.read(data),
      };
    }
  }
  if (storages.length > mostParts) yield 'unread';
}

/** Reads a mail inside of the mail. What else has a storage is an object of another program in the text. */
function* readInside(compound: CompoundFile, storage: CompoundEntry, mails: number): Generator<FoundInMail> {
  const inside = mails < mostMailsInside ? compound.childrenOf(storage) : [];
  if (inside.some(({ name }) => name === properties)) yield* readAttachments(compound, inside, mails + 1);
  else yield 'unread';
}

/** Reads a text of an attachment: in UTF-16, or as older programs wrote it. */
function textOf(compound: CompoundFile, entries: ReadonlyMap<string, CompoundEntry>, property: string): string {
  for (const kind of ['001F', '001E']) {
    const entry = entries.get(`__SUBSTG1.0_${property}${kind}`);
    const bytes = entry !== undefined && entry.size <= longestText ? compound.read(entry) : null;
    if (bytes === null || bytes.length === 0) continue;
    return (kind === '001F' ? bytes.toString('utf16le') : textOfBytes(bytes)).replace(/\0+$/, '');
  }
  return '';
}
