/** Fields that mails begin with. A text that is no mail may have one of them by chance, but not two. */
const fields: ReadonlySet<string> = new Set([
  ...(['from', 'to', 'date', 'subject', 'received', 'message-id', 'return-path', 'mime-version'] as const),
  ...(['delivered-to', 'reply-to', 'dkim-signature'] as const),
]);
const leastFields = 2;

/** Tells whether the head of a file is that of a mail: nothing but lines of fields, and two of a mail among them. */
export function beginsLikeMail(head: Buffer): boolean {
  const lines = head
    .toString('latin1')
    .replace(/^\xef\xbb\xbf/, '')
    .split('\n');
  const found = new Set<string>();
  // The last line may be cut.
  for (const [at, line] of lines.slice(0, -1).entries()) {
    if (line.trim() === '') break;
    const isOfMailbox = at === 0 && /^>?From /.test(line);
    if (isOfMailbox || (at > 0 && /^[ \t]/.test(line))) continue;
    const name = /^([!-9;-~]{1,80}):/.exec(line)?.[1]?.toLowerCase();
    if (name === undefined) return false;
    if (fields.has(name)) found.add(name);
  }
  return found.size >= leastFields;
}
