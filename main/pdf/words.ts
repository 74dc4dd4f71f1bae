export const isBlank = (byte: number | undefined): boolean =>
  byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09 || byte === 0x0c || byte === 0x00;
export const isDigit = (byte: number | undefined): byte is number => byte !== undefined && byte >= 0x30 && byte <= 0x39;
/** 1 for each byte that can be part of a name, a number or a keyword. A table, because 40 MB of names ask 40 million times. */
const regular = new Uint8Array(256).map((_none, byte) =>
  isBlank(byte) || '()<>[]{}/%'.includes(String.fromCharCode(byte)) ? 0 : 1,
);

export function skipBlanks(bytes: Buffer, from: number): number {
  let at = from;
  for (; at < bytes.length; at += 1) {
    if (bytes[at] === 0x25) while (at < bytes.length && bytes[at] !== 0x0a && bytes[at] !== 0x0d) at += 1;
    else if (!isBlank(bytes[at])) break;
  }
  return at;
}

/** Finds the end of a name, a number or a keyword. */
export function endOfWord(bytes: Buffer, from: number): number {
  let at = from;
  while (at < bytes.length && regular[bytes[at] ?? 0] === 1) at += 1;
  return at;
}
