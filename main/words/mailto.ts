export interface Mail {
  /** The address. Empty: the person chooses it in the mail program. */
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

/**
 * Builds the address that opens the mail program with the mail in it. Encodes every character that has a meaning there.
 */
export function mailtoAddress({ to, subject, body }: Mail): string {
  const lines = body.replaceAll('\n', '\r\n');
  return `mailto:${recipient(to)}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(lines)}`;
}
