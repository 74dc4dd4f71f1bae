/** The bytes are no DER, or what they say has another shape than its standard. */
export class DerDamage extends Error {}

/** One value of ASN.1. Its parts are read when they are asked for. */
export interface Der {
  readonly tag: number;
  /** With tag and length. */
  readonly raw: Buffer;
  readonly content: Buffer;
}

export const tags = {
  boolean: 0x01,
  integer: 0x02,
  bits: 0x03,
  octets: 0x04,
  null: 0x05,
  oid: 0x06,
  enumerated: 0x0a,
  sequence: 0x30,
  set: 0x31,
} as const;

const deepest = 40;
const mostParts = 200_000;

/** Reads the value at the begin of the bytes. Lengths may be indefinite, because old signatures are written so. */
export function readDer(bytes: Buffer, depth = 0): Der {
  const tag = bytes[0];
  const first = bytes[1];
  if (tag === undefined || first === undefined || (tag & 0x1f) === 0x1f) throw new DerDamage('There is no value.');
  if (first === 0x80) return readIndefinite(bytes, tag, depth);
  const more = first < 0x80 ? 0 : first & 0x7f;
  if (more > 4 || bytes.length < 2 + more) throw new DerDamage('A length is too long.');
  const length = more === 0 ? first : bytes.readUIntBE(2, more);
  const end = 2 + more + length;
  if (end > bytes.length) throw new DerDamage('A value is longer than its bytes.');
  return { tag, raw: bytes.subarray(0, end), content: bytes.subarray(2 + more, end) };
}

function readIndefinite(bytes: Buffer, tag: number, depth: number): Der {
  if ((tag & 0x20) === 0 || depth > deepest) throw new DerDamage('A value has no end.');
  let at = 2;
  while (bytes[at] !== 0 || bytes[at + 1] !== 0) at += readDer(bytes.subarray(at), depth + 1).raw.length;
  return { tag, raw: bytes.subarray(0, at + 2), content: bytes.subarray(2, at) };
}

/** The value of all of the bytes. Throws DerDamage if there are more. */
export function readWhole(bytes: Buffer): Der {
  const found = readDer(bytes);
  if (found.raw.length !== bytes.length) throw new DerDamage('There are bytes after the value.');
  return found;
}

/** The parts of a sequence or a set. */
export function parts(of: Der): readonly Der[] {
  if ((of.tag & 0x20) === 0) throw new DerDamage('A value has no parts.');
  const found: Der[] = [];
  for (let at = 0; at < of.content.length; ) {
    const part = readDer(of.content.subarray(at));
    if (found.length >= mostParts) throw new DerDamage('A value has too many parts.');
    found.push(part);
    at += part.raw.length;
  }
  return found;
}

export function expect(part: Der | undefined, tag: number): Der {
  if (part?.tag !== tag) throw new DerDamage('A part is missing.');
  return part;
}

export const sequence = (part: Der | undefined): readonly Der[] => parts(expect(part, tags.sequence));

/** The part with a context tag such as [0]. */
export const tagged = (all: readonly Der[], number: number): Der | undefined =>
  all.find(({ tag }) => (tag & 0xdf) === (0x80 | number));

export function octets(part: Der | undefined): Buffer {
  if (part !== undefined && (part.tag & 0x20) !== 0) return Buffer.concat(parts(part).map((one) => octets(one)));
  return expect(part, tags.octets).content;
}

export function oidOf(part: Der | undefined): string {
  const numbers: number[] = [];
  let value = 0;
  for (const byte of expect(part, tags.oid).content) {
    value = value * 128 + (byte & 0x7f);
    if (value > 2 ** 45) throw new DerDamage('A number of an identifier is too large.');
    if (byte >= 0x80) continue;
    if (numbers.length === 0)
      numbers.push(Math.min(2, Math.floor(value / 40)), value - 40 * Math.min(2, Math.floor(value / 40)));
    else numbers.push(value);
    value = 0;
  }
  return numbers.join('.');
}

export const integerOf = (part: Der | undefined): bigint => {
  const { content } = expect(part, tags.integer);
  if (content.length === 0 || content.length > 4_096) throw new DerDamage('A number is too long.');
  const value = BigInt(`0x${content.toString('hex')}`);
  return (content[0] ?? 0) >= 0x80 ? value - (1n << BigInt(8 * content.length)) : value;
};

export function bitsOf(part: Der | undefined): Buffer {
  const { content } = expect(part, tags.bits);
  if (content[0] !== 0) throw new DerDamage('Bits are no whole bytes.');
  return content.subarray(1);
}

const utf16 = (bytes: Buffer): string => new TextDecoder('utf-16be').decode(bytes);

export function textOf({ tag, content }: Der): string {
  if (tag === 0x1e) return utf16(content);
  if (tag === 0x0c) return content.toString('utf8');
  if (![0x12, 0x13, 0x14, 0x16, 0x1a].includes(tag)) throw new DerDamage('There is no text.');
  return content.toString('latin1');
}

const shortTime = /^(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)?()(Z|[+-]\d{4})$/;
const longTime = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)?(\.\d{1,9})?(Z|[+-]\d{4})$/;

/** A time, in milliseconds. Fractions and zones are allowed, because time stamps have them. */
export function timeOf({ tag, content }: Der): number {
  const isShort = tag === 0x17;
  const found = (isShort ? shortTime : longTime).exec(content.toString('latin1'));
  if (found === null || (!isShort && tag !== 0x18)) throw new DerDamage('There is no time.');
  const [, year = '', month, day, hour, minute, second = '00', fraction = '', zone = 'Z'] = found;
  const full = isShort ? `${Number(year) < 50 ? '20' : '19'}${year}` : year;
  const offset = zone === 'Z' ? 'Z' : `${zone.slice(0, 3)}:${zone.slice(3)}`;
  const time = Date.parse(`${full}-${month}-${day}T${hour}:${minute}:${second}${fraction.slice(0, 4)}${offset}`);
  if (Number.isNaN(time)) throw new DerDamage('There is no time.');
  return time;
}
