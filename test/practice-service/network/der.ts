/** The part of DER that a certificate needs. */

const tagged = (tag: number, ...contents: readonly Uint8Array[]): Buffer => {
  const content = Buffer.concat(contents);
  const { length } = content;
  if (length < 0x80) return Buffer.concat([Buffer.of(tag, length), content]);
  const bytes = length < 0x100 ? [length] : [length >> 8, length & 0xff];
  return Buffer.concat([Buffer.of(tag, 0x80 | bytes.length, ...bytes), content]);
};

export const sequence = (...items: readonly Uint8Array[]): Buffer => tagged(0x30, ...items);
export const set = (...items: readonly Uint8Array[]): Buffer => tagged(0x31, ...items);
export const octets = (...items: readonly Uint8Array[]): Buffer => tagged(0x04, ...items);
export const bits = (content: Uint8Array, unused = 0): Buffer => tagged(0x03, Buffer.of(unused), content);
export const utf8 = (text: string): Buffer => tagged(0x0c, Buffer.from(text));
export const yes = (): Buffer => tagged(0x01, Buffer.of(0xff));

/** A positive number from its bytes. */
export function integer(bytes: Uint8Array): Buffer {
  // Drop leading zeros, but keep the highest bit 0, because it is the sign.
  const first = bytes.findIndex((byte) => byte !== 0);
  const digits = first < 0 ? Buffer.of(0) : bytes.subarray(first);
  return (digits[0] ?? 0) & 0x80 ? tagged(0x02, Buffer.of(0), digits) : tagged(0x02, digits);
}

/** A tag `[number]`: `explicit` wraps a value, `implicit` replaces the tag of text or bytes. */
export const explicit = (number: number, content: Uint8Array): Buffer => tagged(0xa0 | number, content);
export const implicit = (number: number, content: Uint8Array): Buffer => tagged(0x80 | number, content);

/** GeneralizedTime, in UTC to the second. */
export const time = (at: Date): Buffer =>
  tagged(0x18, Buffer.from(`${at.toISOString().replaceAll(/[-:T]/g, '').slice(0, 14)}Z`));

export function oid(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number);
  return tagged(0x06, Buffer.from([first * 40 + second, ...rest.flatMap(base128)]));
}

function base128(value: number): number[] {
  const bytes = [value & 0x7f];
  for (let left = value >> 7; left > 0; left >>= 7) bytes.unshift((left & 0x7f) | 0x80);
  return bytes;
}
