/** Writes DER, as far as certificates and signatures need it. */
function withLength(tag: number, content: Buffer): Buffer {
  const { length } = content;
  if (length < 0x80) return Buffer.concat([Buffer.from([tag, length]), content]);
  const bytes: number[] = [];
  for (let left = length; left > 0; left = Math.floor(left / 256)) bytes.unshift(left % 256);
  return Buffer.concat([Buffer.from([tag, 0x80 | bytes.length, ...bytes]), content]);
}

export const sequence = (...parts: readonly Buffer[]): Buffer => withLength(0x30, Buffer.concat(parts));
export const set = (...parts: readonly Buffer[]): Buffer =>
  withLength(0x31, Buffer.concat(parts.toSorted(Buffer.compare)));
export const octets = (content: Buffer): Buffer => withLength(0x04, content);
export const bits = (content: Buffer): Buffer => withLength(0x03, Buffer.concat([Buffer.from([0]), content]));
export const utf8 = (text: string): Buffer => withLength(0x0c, Buffer.from(text));
export const enumerated = (value: number): Buffer => withLength(0x0a, Buffer.from([value]));
export const yes = withLength(0x01, Buffer.from([0xff]));
export const nothing = withLength(0x05, Buffer.alloc(0));
/** [n] around a value, or instead of its tag. */
export const explicit = (number: number, content: Buffer): Buffer => withLength(0xa0 | number, content);
export const implicit = (number: number, content: Buffer): Buffer => withLength(0x80 | number, content);

/** A number that is not negative. The highest bit of its first byte is its sign, so it must be 0. */
export function integer(value: number | Buffer): Buffer {
  const hex = (typeof value === 'number' ? value.toString(16) : value.toString('hex')).replace(/^0+(?=.)/, '');
  const bytes = Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex');
  return withLength(0x02, (bytes[0] ?? 0) >= 0x80 ? Buffer.concat([Buffer.from([0]), bytes]) : bytes);
}

export function oid(text: string): Buffer {
  const [first = 0, second = 0, ...more] = text.split('.').map(Number);
  const bytes: number[] = [];
  for (const number of [first * 40 + second, ...more]) {
    const septets = [number % 128];
    for (let left = Math.floor(number / 128); left > 0; left = Math.floor(left / 128))
      septets.unshift((left % 128) | 0x80);
    bytes.push(...septets);
  }
  return withLength(0x06, Buffer.from(bytes));
}

const digits = (time: Date): string => time.toISOString().replace(/[-:T]|\.\d+/g, '');
export const utcTime = (time: Date): Buffer => withLength(0x17, Buffer.from(digits(time).slice(2)));
export const fullTime = (time: Date): Buffer => withLength(0x18, Buffer.from(digits(time)));
