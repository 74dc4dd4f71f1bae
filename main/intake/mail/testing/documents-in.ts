import { createWork } from '../mail-work.ts';
import { type MailEnd, readMail } from '../read-mail.ts';

interface DocumentsIn {
  readonly names: readonly string[];
  readonly contents: readonly Buffer[];
  readonly end: MailEnd;
  /** The bytes that were looked at or copied, for each byte of the mail. */
  readonly timesEach: number;
  readonly bytes: number;
}

/** Reads a mail to its end. */
export async function documentsIn(mail: Buffer): Promise<DocumentsIn> {
  const names: string[] = [];
  const contents: Buffer[] = [];
  const work = createWork(mail.length);
  const documents = readMail(mail, work);
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other, as the thread does
    const next = await documents.next();
    if (next.done === true) {
      const bytes = contents.reduce((sum, { length }) => sum + length, 0);
      return { names, contents, end: next.value, timesEach: work.used() / mail.length, bytes };
    }
    names.push(next.value.name);
    contents.push(next.value.content);
  }
}
