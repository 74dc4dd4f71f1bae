export interface Mail {
  /** Empty: the person chooses the address in the mail program. */
  readonly to: string;
  readonly subject: string;
  readonly body: string;
}

/** Windows passes at most 2,081 characters to a mail program. */
export const LONGEST_ADDRESS = 2_000;

function recipient(to: string): string {
  const at = to.lastIndexOf('@');
  return to === '' ? '' : [to.slice(0, at), to.slice(at + 1)].map((part) => encodeURIComponent(part)).join('@');
}

/** The address that opens the mail program with the mail in it. Every character that has a meaning there is encoded. */
export function mailtoAddress({ to, subject, body }: Mail): string {
  const lines = body.replaceAll('\n', '\r\n');
  return `mailto:${recipient(to)}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(lines)}`;
}
