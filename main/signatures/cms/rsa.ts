import { type Der, expect, integerOf, oidOf, parts, readWhole, sequence, tagged, tags } from '../asn1/der.ts';
import { digest, type Hash, hashOf } from './hashes.ts';

const mostKeyBits = 16_384;
/** Old Estonian cards have exponents as long as the key. With longer keys they would only make us compute. */
const longExponentBits = 3_072;
const mostExponent = 2n ** 64n;

export interface RsaKey {
  readonly modulus: bigint;
  readonly exponent: bigint;
  readonly bits: number;
}

/** Some old cards wrote their numbers as if they were negative. */
function positiveOf(part: Der): bigint {
  const value = integerOf(part);
  return value < 0n ? value + (1n << BigInt(8 * part.content.length)) : value;
}

export function rsaKeyOf(bytes: Buffer): RsaKey {
  const [modulus, exponent] = sequence(readWhole(bytes)).map((one) => positiveOf(one));
  const bits = modulus === undefined ? 0 : modulus.toString(2).length;
  if (modulus === undefined || exponent === undefined || bits < 1_000 || bits > mostKeyBits)
    throw new RangeError('The key has an unusual size.');
  if (exponent < 3n || exponent >= modulus || (exponent > mostExponent && bits > longExponentBits))
    throw new RangeError('The key has an unusual exponent.');
  return { modulus, exponent, bits };
}

function power(base: bigint, exponent: bigint, modulus: bigint): bigint {
  let [result, square] = [1n, base % modulus];
  for (let left = exponent; left > 0n; left >>= 1n) {
    if ((left & 1n) === 1n) result = (result * square) % modulus;
    square = (square * square) % modulus;
  }
  return result;
}

/** Returns the padded hash that the signer encrypted. Null: the signature does not fit the key. */
function opened({ modulus, exponent, bits }: RsaKey, signature: Buffer): Buffer | null {
  const length = Math.ceil(bits / 8);
  if (signature.length !== length) return null;
  const value = BigInt(`0x${signature.toString('hex')}`);
  if (value >= modulus) return null;
  return Buffer.from(
    power(value, exponent, modulus)
      .toString(16)
      .padStart(2 * length, '0'),
    'hex',
  );
}

const encode = (tag: number, content: Buffer): Buffer => Buffer.concat([Buffer.from([tag, content.length]), content]);

function oidBytes(oid: string): Buffer {
  const [first = 0, second = 0, ...more] = oid.split('.').map(Number);
  const bytes: number[] = [];
  for (const number of [first * 40 + second, ...more]) {
    const septets = [number & 0x7f];
    for (let left = Math.floor(number / 128); left > 0; left = Math.floor(left / 128))
      septets.unshift((left & 0x7f) | 0x80);
    bytes.push(...septets);
  }
  return Buffer.from(bytes);
}

/** Makes what the signature must contain, and compares all of it: nothing in it is read. */
export function verifyPkcs1(key: RsaKey, hash: Hash, data: readonly Uint8Array[], signature: Buffer): boolean {
  const found = opened(key, signature);
  if (found === null) return false;
  const value = encode(tags.octets, digest(hash, data));
  const oid = encode(tags.oid, oidBytes(hash.oid));
  // Some signers leave out the NULL of the parameters.
  return [Buffer.from([tags.null, 0]), Buffer.alloc(0)].some((parameters) => {
    const info = encode(tags.sequence, Buffer.concat([encode(tags.sequence, Buffer.concat([oid, parameters])), value]));
    const padding = found.length - info.length - 3;
    if (padding < 8) return false;
    const wanted = Buffer.concat([Buffer.from([0, 1]), Buffer.alloc(padding, 0xff), Buffer.from([0]), info]);
    return wanted.equals(found);
  });
}

export interface PssParameters {
  readonly hash: Hash;
  readonly maskHash: Hash;
  readonly saltLength: number;
}

const sha1 = '1.3.14.3.2.26';
const maskFunction = '1.2.840.113549.1.1.8';

/** Null: a hash or a mask function that we do not know. */
export function pssParametersOf(parameters: Der | undefined): PssParameters | null {
  const all = parameters === undefined || parameters.tag === tags.null ? [] : sequence(parameters);
  const inner = (number: number) => {
    const found = tagged(all, number);
    return found === undefined ? undefined : parts(found)[0];
  };
  const [hashPart, maskPart, saltPart, trailerPart] = [inner(0), inner(1), inner(2), inner(3)];
  const hash = hashOf(hashPart === undefined ? sha1 : oidOf(sequence(hashPart)[0]));
  const given = maskPart === undefined ? undefined : sequence(maskPart);
  if (given !== undefined && oidOf(given[0]) !== maskFunction) return null;
  const maskHash = hashOf(given === undefined ? sha1 : oidOf(sequence(expect(given[1], tags.sequence))[0]));
  const saltLength = saltPart === undefined ? 20 : Number(integerOf(saltPart));
  if (trailerPart !== undefined && integerOf(trailerPart) !== 1n) return null;
  if (hash === null || maskHash === null || saltLength < 0 || saltLength > 1_024) return null;
  return { hash, maskHash, saltLength };
}

function maskOf(hash: Hash, seed: Buffer, length: number): Buffer {
  const blocks: Buffer[] = [];
  for (let counter = 0, made = 0; made < length; counter += 1) {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    const block = digest(hash, [seed, count]);
    blocks.push(block);
    made += block.length;
  }
  return Buffer.concat(blocks).subarray(0, length);
}

/** RFC 8017, 9.1.2. */
export function verifyPss(
  key: RsaKey,
  { hash, maskHash, saltLength }: PssParameters,
  data: readonly Uint8Array[],
  signature: Buffer,
): boolean {
  const found = opened(key, signature);
  if (found === null) return false;
  const bits = key.bits - 1;
  const length = Math.ceil(bits / 8);
  // A key of 8n + 1 bits has a byte of zero before.
  if (found.length > length && found[0] !== 0) return false;
  const padded = found.subarray(found.length - length);
  const hashed = digest(hash, data);
  if (length < hashed.length + saltLength + 2 || padded.at(-1) !== 0xbc) return false;
  const masked = padded.subarray(0, length - hashed.length - 1);
  const value = padded.subarray(masked.length, -1);
  const unused = 8 * length - bits;
  if ((masked[0] ?? 0) >> (8 - unused) !== 0) return false;
  const plain = Buffer.from(maskOf(maskHash, value, masked.length).map((byte, at) => byte ^ (masked[at] ?? 0)));
  plain[0] = (plain[0] ?? 0) & (0xff >> unused);
  const saltAt = plain.length - saltLength;
  if (plain[saltAt - 1] !== 1 || plain.subarray(0, saltAt - 1).some((byte) => byte !== 0)) return false;
  return digest(hash, [Buffer.alloc(8), hashed, plain.subarray(saltAt)]).equals(value);
}
