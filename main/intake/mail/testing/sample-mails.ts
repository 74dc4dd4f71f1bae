/** A part of a mail that a test writes. */
export interface SamplePart {
  readonly name?: string;
  readonly type?: string;
  readonly disposition?: string;
  readonly content: Buffer | string;
  readonly encoding?: 'base64' | 'quoted-printable' | '8bit';
}

const lines = (...all: readonly string[]) => `${all.join('\r\n')}\r\n`;
export const mailHead = lines(
  'From: Anna <anna@example.ch>',
  'Subject: Lease',
  'Date: Fri, 27 Nov 2026 08:00:00 +0100',
);

/** Writes each byte as quoted-printable, in lines of a usual length. */
const quoted = (content: Buffer): string =>
  [...content]
    .map((byte, at) => `=${byte.toString(16).toUpperCase().padStart(2, '0')}${at % 20 === 19 ? '=\r\n' : ''}`)
    .join('');

function bodyOf({ content, encoding = 'base64' }: SamplePart): Buffer {
  const bytes = Buffer.from(content);
  if (encoding === '8bit') return bytes;
  const text = encoding === 'base64' ? (bytes.toString('base64').match(/.{1,76}/g) ?? []).join('\r\n') : quoted(bytes);
  return Buffer.from(text);
}

export function mimePart(part: SamplePart): Buffer {
  const { name, type = 'application/octet-stream', encoding = 'base64' } = part;
  const disposition = part.disposition ?? (name === undefined ? 'inline' : `attachment; filename="${name}"`);
  const head = lines(
    `Content-Type: ${type}`,
    `Content-Disposition: ${disposition}`,
    `Content-Transfer-Encoding: ${encoding}`,
    '',
  );
  return Buffer.concat([Buffer.from(head), bodyOf(part)]);
}

/** Joins parts to a group. `boundary` must differ from that of each group inside. */
export function mimeGroup(parts: readonly Buffer[], boundary = 'outer', type = 'mixed'): Buffer {
  const head = lines(`Content-Type: multipart/${type}; boundary="${boundary}"`, '', 'For old programs.');
  const joined = parts.flatMap((part) => [Buffer.from(lines(`--${boundary}`)), part, Buffer.from('\r\n')]);
  return Buffer.concat([Buffer.from(head), ...joined, Buffer.from(lines(`--${boundary}--`))]);
}

export const mailOf = (...parts: readonly SamplePart[]): Buffer =>
  Buffer.concat([Buffer.from(mailHead), mimeGroup(parts.map(mimePart))]);

/** A mail inside of a mail. */
export const mailPart = (mail: Buffer): Buffer =>
  Buffer.concat([Buffer.from(lines('Content-Type: message/rfc822', '')), mail]);
