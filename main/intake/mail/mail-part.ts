export interface MailPart {
  /** The name as the sender wrote it, without the folders before it. Empty: it has none. */
  readonly name: string;
  /** The type that the mail says, in lower case. */
  readonly type: string;
  /** The number of mails around the one that it is attached to. */
  readonly mails: number;
  /** Decodes the content. Null: it is not there, or damaged. */
  readonly open: () => Buffer | null;
}

/** `unread`: something that may hold a document, but cannot be read: encrypted, cut off, nested too deep. */
export type FoundInMail = MailPart | 'unread';

/** Mails that are attached to a mail, and those attached to them. Nobody looks for a document further inside. */
export const mostMailsInside = 2;
/** Parts of one mail. Real mails have a few dozen. */
export const mostParts = 1_000;
const longestName = 1_000;

/** Leaves out the folders of a name: they are those of another computer. */
export function lastOfName(name: string): string {
  // Of a name that is too long, the end is kept: it says what the file is.
  const end = name.length <= longestName ? name : name.slice(-longestName);
  return (end.split(/[\\/]/).at(-1) ?? '').trim();
}
