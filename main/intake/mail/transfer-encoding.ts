import type { Work } from './mail-work.ts';

const notInAlphabet = 255;
const alphabet = Buffer.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/');
const values = new Uint8Array(256).fill(notInAlphabet);
for (const [value, letter] of alphabet.entries()) values[letter] = value;
const pad = 0x3d;

/** Tells whether base64 goes on here: some programs encode a file in pieces, each with its own end. */
function goesOn(encoded: Buffer, from: number): boolean {
  for (let at = from; at < encoded.length; at += 1) {
    const letter = encoded[at] ?? 0;
    const isLineEnd = letter === 0x0a || letter === 0x0d;
    if (values[letter] === notInAlphabet && letter !== pad && !isLineEnd) return false;
  }
  return true;
}

/** Decodes base64 without a text in between, which would need the memory of the mail once more. */
function decodeBase64(encoded: Buffer): Buffer {
  const decoded = Buffer.allocUnsafe(Math.ceil((encoded.length * 3) / 4));
  let length = 0;
  let bits = 0;
  let kept = 0;
  let hasEnded = false;
  // By index: an iterator takes three times as long, and a mail may have 60 MB of this.
  // oxlint-disable-next-line typescript/prefer-for-of
  for (let at = 0; at < encoded.length; at += 1) {
    const letter = encoded[at] ?? 0;
    if (letter === pad) {
      // What comes after the end may be another text: an advertisement that a mailing list added.
      if (!hasEnded && !goesOn(encoded, at)) break;
      hasEnded = true;
      kept = 0;
    }
    const value = values[letter] ?? notInAlphabet;
    if (value === notInAlphabet) continue;
    bits = ((bits << 6) | value) & 0xffffff;
    kept += 6;
    if (kept < 8) continue;
    kept -= 8;
    decoded[length] = (bits >> kept) & 0xff;
    length += 1;
  }
  return decoded.subarray(0, length);
}

/** Returns the value of a hexadecimal digit. -1: it is none. */
function digitOf(letter: number | undefined): number {
  if (letter === undefined) return -1;
  if (letter >= 0x30 && letter <= 0x39) return letter - 0x30;
  const small = letter | 0x20;
  return small >= 0x61 && small <= 0x66 ? small - 0x57 : -1;
}

function decodeQuotedPrintable(encoded: Buffer): Buffer {
  const decoded = Buffer.allocUnsafe(encoded.length);
  let length = 0;
  for (let at = 0; at < encoded.length; at += 1) {
    const letter = encoded[at] ?? 0;
    const [high, low] = [digitOf(encoded[at + 1]), digitOf(encoded[at + 2])];
    if (letter === pad && encoded[at + 1] === 0x0a) at += 1;
    else if (letter === pad && encoded[at + 1] === 0x0d && encoded[at + 2] === 0x0a) at += 2;
    else {
      const isEscape = letter === pad && high >= 0 && low >= 0;
      decoded[length] = isEscape ? high * 16 + low : letter;
      length += 1;
      if (isEscape) at += 2;
    }
  }
  return decoded.subarray(0, length);
}

/** Tells whether bytes of this encoding stand for themselves. */
export const isIdentity = (encoding: string): boolean => encoding !== 'base64' && encoding !== 'quoted-printable';

export function decodeBody(encoding: string, body: Buffer, work: Work): Buffer {
  if (isIdentity(encoding)) return body;
  work.spend(body.length);
  return encoding === 'base64' ? decodeBase64(body) : decodeQuotedPrintable(body);
}
