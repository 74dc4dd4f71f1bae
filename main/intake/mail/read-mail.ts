import { unhurried } from '../../time/slices.ts';
import { judgeContent } from '../content.ts';
import { inMemory } from '../zip-directory.ts';
import { isCompoundFile } from './compound-file.ts';
import { type MailPart, mostMailsInside } from './mail-part.ts';
import { createWork, TooMuchWork, type Work } from './mail-work.ts';
import { readMimeMail } from './mime-mail.ts';
import { readOutlookMail } from './outlook-mail.ts';

export interface AttachedDocument {
  readonly name: string;
  readonly content: Buffer;
}

/** `partly`: something in it could not be read, and may hold a document. `none`: the file is no mail. */
export type MailEnd = 'whole' | 'partly' | 'none';

export const mostAttachments = 100;

/** Names of documents, also of those that the service does not take: they get the same sentence as a dropped file. */
const ofDocument = /\.(?:pdf|docx?|docm|dotx?|dotm|xlsx?|xlsm|xlsb|xltx?|xltm|pptx?|pptm|odt|ods|rtf)$/i;
const ofMail = /\.(?:eml|msg)$/i;
const mailTypes: ReadonlySet<string> = new Set(['message/rfc822', 'message/global', 'application/vnd.ms-outlook']);
const documentType = /^application\/(?:(?:x-)?pdf$|msword|vnd\.ms-(?:word|excel)|vnd\.openxmlformats-officedocument\.)/;
const closedContainer = /^(?:winmail\.dat|smime\.p7m)$/i;
/** Archives may hold documents, and are not opened. */
const archive = /\.(?:zip|7z|rar|tar|t?gz)$/i;

interface Reading {
  readonly work: Work;
  isWhole: boolean;
  count: number;
}

/** Reads the documents that are attached to a mail, and to the mails in it, one after the other. */
export async function* readMail(
  mail: Buffer,
  work: Work = createWork(mail.length),
): AsyncGenerator<AttachedDocument, MailEnd> {
  const reading: Reading = { work, isWhole: true, count: 0 };
  try {
    const isMail = yield* readDocuments(reading, mail, 0);
    if (!isMail) return 'none';
  } catch (error) {
    if (!(error instanceof TooMuchWork)) throw error;
    return 'partly';
  }
  return reading.isWhole ? 'whole' : 'partly';
}

/** Reads one mail. Returns whether it is one. */
async function* readDocuments(
  reading: Reading,
  mail: Buffer,
  mails: number,
): AsyncGenerator<AttachedDocument, boolean> {
  const parts = (isCompoundFile(mail) ? readOutlookMail : readMimeMail)(mail, mails, reading.work);
  if (parts === null) return false;
  for await (const part of unhurried(parts)) {
    if (part === 'unread') reading.isWhole = false;
    else yield* readPart(reading, part);
  }
  return true;
}

async function* readPart(reading: Reading, part: MailPart): AsyncGenerator<AttachedDocument> {
  const { name, type, mails } = part;
  if (ofMail.test(name) || mailTypes.has(type) || closedContainer.test(name)) {
    const inside = mails < mostMailsInside ? part.open() : null;
    if (inside === null || !(yield* readDocuments(reading, inside, mails + 1))) reading.isWhole = false;
    return;
  }
  if (archive.test(name)) {
    reading.isWhole = false;
    return;
  }
  const isNamedSo = ofDocument.test(name);
  const isTypedSo = documentType.test(type);
  // With another name or type the content tells.
  const mayBe = type.startsWith('application/') || (type === '' && !name.includes('.'));
  if (!isNamedSo && !isTypedSo && !mayBe) return;
  const content = part.open();
  const kind = content === null || isNamedSo ? null : await kindOf(content);
  // What calls itself a document, and is none, gets no name of one, and none that the sender chose.
  if (content === null || (isTypedSo && !isNamedSo && kind === null)) reading.isWhole = false;
  else if (isNamedSo || kind !== null) {
    reading.count += 1;
    if (reading.count > mostAttachments) reading.isWhole = false;
    else yield { name: isNamedSo ? name : `${name || 'document'}.${kind}`, content };
  }
}

async function kindOf(content: Buffer): Promise<string | null> {
  const judged = await judgeContent(inMemory(content));
  return judged.ok ? judged.kind : null;
}
