import { createECDH, createHash, createHmac } from 'node:crypto';
import { bits, integer, oid, sequence } from './write-der.ts';

/** A key for signing: its public half, the algorithm as a certificate names it, and the hash of its containers. */
export interface SigningKey {
  readonly publicKey: Buffer;
  readonly algorithm: Buffer;
  readonly hashOid: string;
  hash(data: Buffer): Buffer;
  sign(data: Buffer): Buffer;
}

const curve = 'prime256v1';
/** The order of the curve P-256. */
const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;
const keyMethod = sequence(oid('1.2.840.10045.2.1'), oid('1.2.840.10045.3.1.7'));
const algorithm = sequence(oid('1.2.840.10045.4.3.2'));

const numberOf = (bytes: Buffer): bigint => BigInt(`0x${bytes.toString('hex')}`);
const bytesOf = (number: bigint): Buffer => Buffer.from(number.toString(16).padStart(64, '0'), 'hex');
const sha256 = (data: Buffer): Buffer => createHash('sha256').update(data).digest();

function pointOf(secret: Buffer): Buffer {
  const exchange = createECDH(curve);
  exchange.setPrivateKey(secret);
  return exchange.getPublicKey();
}

function inverse(number: bigint): bigint {
  let [before, rest] = [order, number % order];
  let [last, result] = [0n, 1n];
  while (rest > 1n) {
    const times = before / rest;
    [before, rest] = [rest, before - times * rest];
    [last, result] = [result, last - times * result];
  }
  return ((result % order) + order) % order;
}

/** The secret number of each signature, which follows from key and message (RFC 6979). */
function* nonces(secret: Buffer, hash: Buffer): Generator<bigint> {
  const seed = Buffer.concat([secret, bytesOf(numberOf(hash) % order)]);
  let key: Buffer = Buffer.alloc(32);
  let value: Buffer = Buffer.alloc(32, 1);
  const hmac = (...parts: readonly Buffer[]) => createHmac('sha256', key).update(Buffer.concat(parts)).digest();
  for (const mark of [0, 1]) {
    key = hmac(value, Buffer.of(mark), seed);
    value = hmac(value);
  }
  for (;;) {
    value = hmac(value);
    const nonce = numberOf(value);
    if (nonce > 0n && nonce < order) yield nonce;
    key = hmac(value, Buffer.of(0));
    value = hmac(value);
  }
}

function sign(secret: Buffer, data: Buffer): Buffer {
  const hash = sha256(data);
  for (const nonce of nonces(secret, hash)) {
    const first = numberOf(pointOf(bytesOf(nonce)).subarray(1, 33)) % order;
    const second = (inverse(nonce) * (numberOf(hash) + first * numberOf(secret))) % order;
    if (first > 0n && second > 0n) return sequence(integer(bytesOf(first)), integer(bytesOf(second)));
  }
  throw new Error('There is no nonce.');
}

/**
 * A key for practice on the curve P-256. It signs the same bytes in the same way each time, so that a document is the same
 * file however often the service is asked for it. Node's own signatures differ each time. Of no use for real secrets:
 * whoever measures the time can learn the key.
 */
export function practiceKey(secret: Buffer): SigningKey {
  return {
    publicKey: sequence(keyMethod, bits(pointOf(secret))),
    algorithm,
    hashOid: '2.16.840.1.101.3.4.2.1',
    hash: sha256,
    sign: (data) => sign(secret, data),
  };
}

export function secretFor(seed: Buffer, name: string): Buffer {
  const drawn = createHmac('sha256', seed).update(name).digest();
  return bytesOf((numberOf(drawn) % (order - 1n)) + 1n);
}
