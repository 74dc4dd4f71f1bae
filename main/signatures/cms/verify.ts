import { createPublicKey, type KeyObject, verify as verifyInNode } from 'node:crypto';
import { ed448 } from '@noble/curves/ed448.js';
import { ed25519 } from '@noble/curves/ed25519.js';
import { brainpoolP256r1, brainpoolP384r1, brainpoolP512r1 } from '@noble/curves/misc.js';
import { p256, p384, p521 } from '@noble/curves/nist.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { bitsOf, type Der, DerDamage, integerOf, oidOf, readWhole, sequence, tags } from '../asn1/der.ts';
import { type Algorithm, algorithmOf } from './algorithms.ts';
import { digest, type Hash, hashOf } from './hashes.ts';
import { pssParametersOf, rsaKeyOf, verifyPkcs1, verifyPss } from './rsa.ts';

/** `cannot-check`: a method that we do not know, or do not trust. */
export type Verified = 'good' | 'bad' | 'cannot-check';

export interface ToVerify {
  /** The public key as a certificate has it. */
  readonly key: Der;
  readonly algorithm: Der;
  /** The hash, where the algorithm does not name one. */
  readonly digestOid: string | null;
  readonly data: readonly Uint8Array[];
  readonly signature: Buffer;
}

const rsaKey = '1.2.840.113549.1.1.1';
const pssKey = '1.2.840.113549.1.1.10';
const ecKey = '1.2.840.10045.2.1';
const dsaKey = '1.2.840.10040.4.1';

const curves = new Map([
  ['1.2.840.10045.3.1.7', p256],
  ['1.3.132.0.34', p384],
  ['1.3.132.0.35', p521],
  ['1.3.132.0.10', secp256k1],
  ['1.3.36.3.3.2.8.1.1.7', brainpoolP256r1],
  ['1.3.36.3.3.2.8.1.1.11', brainpoolP384r1],
  ['1.3.36.3.3.2.8.1.1.13', brainpoolP512r1],
]);

const asVerified = (isGood: boolean): Verified => (isGood ? 'good' : 'bad');

/** Verifies a signature. `own` leaves Node's cryptography out, as where Electron's lacks a method. */
export function verify(given: ToVerify, own = false): Verified {
  try {
    return verifyByKind(given, own);
  } catch (error) {
    if (error instanceof RangeError) return 'cannot-check';
    if (error instanceof DerDamage) return 'bad';
    throw error;
  }
}

function verifyByKind({ key, algorithm, digestOid, data, signature }: ToVerify, own: boolean): Verified {
  const method = algorithmOf(algorithm);
  const [keyAlgorithm, keyBits] = sequence(key);
  const [kind, parameters] = sequence(keyAlgorithm);
  const keyOid = oidOf(kind);
  const point = bitsOf(keyBits);
  if (method === null) return 'cannot-check';
  if (method.kind === 'ed25519' || method.kind === 'ed448') {
    const wanted = method.kind === 'ed25519' ? '1.3.101.112' : '1.3.101.113';
    if (keyOid !== wanted) return 'bad';
    return verifyEdwards(method.kind, point, Buffer.concat(data), signature);
  }
  if (method.kind === 'pss') {
    const pss = pssParametersOf(sequence(algorithm)[1]);
    if (keyOid !== rsaKey && keyOid !== pssKey) return 'bad';
    return pss === null ? 'cannot-check' : asVerified(verifyPss(rsaKeyOf(point), pss, data, signature));
  }
  const stated = digestOid === null ? null : hashOf(digestOid);
  const hash = method.hashOid === null ? stated : hashOf(method.hashOid);
  if (hash === null) return 'cannot-check';
  if (method.kind === 'rsa') {
    if (keyOid !== rsaKey && keyOid !== pssKey) return 'bad';
    const rsa = rsaKeyOf(point);
    // Some signers sign by the hash of the container, and the signature itself names it.
    const hashes = stated === null ? [hash] : [hash, stated];
    return asVerified(hashes.some((one) => verifyPkcs1(rsa, one, data, signature)));
  }
  if (keyOid !== (method.kind === 'dsa' ? dsaKey : ecKey)) return 'bad';
  if (method.kind === 'dsa') return verifyWithNode(key, hash, data, signature, 'der');
  return verifyEcdsa({ key, parameters, point, method, hash, data, signature, own });
}

function verifyEdwards(kind: 'ed25519' | 'ed448', point: Buffer, data: Buffer, signature: Buffer): Verified {
  try {
    return asVerified((kind === 'ed25519' ? ed25519 : ed448).verify(signature, data, point));
  } catch {
    // The point or the signature has another length, or lies outside of the curve.
    return 'bad';
  }
}

interface Ecdsa {
  readonly key: Der;
  readonly parameters: Der | undefined;
  readonly point: Buffer;
  readonly method: Algorithm;
  readonly hash: Hash;
  readonly data: readonly Uint8Array[];
  readonly signature: Buffer;
  readonly own: boolean;
}

function verifyEcdsa({ key, parameters, point, method, hash, data, signature, own }: Ecdsa): Verified {
  const isPlain = method.kind === 'ecdsa-plain';
  if (!isPlain && !isPair(signature)) return 'bad';
  const curve = parameters?.tag === tags.oid ? curves.get(oidOf(parameters)) : undefined;
  if (!own && hash.node !== null) {
    const found = verifyWithNode(key, hash, data, signature, isPlain ? 'ieee-p1363' : 'der');
    if (found !== 'cannot-check' || curve === undefined) return found;
  }
  if (curve === undefined) return 'cannot-check';
  const format = isPlain ? 'compact' : 'der';
  try {
    return asVerified(curve.verify(signature, digest(hash, data), point, { prehash: false, lowS: false, format }));
  } catch {
    return 'bad';
  }
}

/** Two numbers in one sequence and nothing after them. */
function isPair(signature: Buffer): boolean {
  const numbers = sequence(readWhole(signature)).map((one) => integerOf(one));
  return numbers.length === 2 && numbers.every((one) => one > 0n);
}

/** Null: Node does not know the curve, or the key is none. */
function keyInNode(key: Der): KeyObject | null {
  try {
    return createPublicKey({ key: key.raw, format: 'der', type: 'spki' });
  } catch {
    return null;
  }
}

function verifyWithNode(
  key: Der,
  hash: Hash,
  data: readonly Uint8Array[],
  signature: Buffer,
  encoding: 'der' | 'ieee-p1363',
): Verified {
  const known = hash.node === null ? null : keyInNode(key);
  if (known === null || hash.node === null) return 'cannot-check';
  try {
    return asVerified(verifyInNode(hash.node, Buffer.concat(data), { key: known, dsaEncoding: encoding }, signature));
  } catch {
    return 'cannot-check';
  }
}
