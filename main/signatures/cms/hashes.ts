import { createHash, getHashes } from 'node:crypto';
import { ripemd160, sha1 } from '@noble/hashes/legacy.js';
import { sha224, sha256, sha384, sha512, sha512_224, sha512_256 } from '@noble/hashes/sha2.js';
import { sha3_224, sha3_256, sha3_384, sha3_512, shake128, shake256 } from '@noble/hashes/sha3.js';

interface Running {
  update(piece: Uint8Array): unknown;
  digest(): Uint8Array;
}

export interface Hash {
  readonly name: string;
  readonly oid: string;
  /** The name in Node, if the hash may be asked there. Electron's Node lacks some. */
  readonly node: string | null;
  readonly start: () => Running;
}

/** MD5 is missing on purpose: two files with one value can be made in seconds. */
const all: readonly (readonly [oid: string, name: string, node: string | null, start: () => Running])[] = [
  ['1.3.14.3.2.26', 'SHA-1', 'sha1', () => sha1.create()],
  ['2.16.840.1.101.3.4.2.1', 'SHA-256', 'sha256', () => sha256.create()],
  ['2.16.840.1.101.3.4.2.2', 'SHA-384', 'sha384', () => sha384.create()],
  ['2.16.840.1.101.3.4.2.3', 'SHA-512', 'sha512', () => sha512.create()],
  ['2.16.840.1.101.3.4.2.4', 'SHA-224', 'sha224', () => sha224.create()],
  ['2.16.840.1.101.3.4.2.5', 'SHA-512/224', null, () => sha512_224.create()],
  ['2.16.840.1.101.3.4.2.6', 'SHA-512/256', null, () => sha512_256.create()],
  ['2.16.840.1.101.3.4.2.7', 'SHA3-224', null, () => sha3_224.create()],
  ['2.16.840.1.101.3.4.2.8', 'SHA3-256', null, () => sha3_256.create()],
  ['2.16.840.1.101.3.4.2.9', 'SHA3-384', null, () => sha3_384.create()],
  ['2.16.840.1.101.3.4.2.10', 'SHA3-512', null, () => sha3_512.create()],
  ['2.16.840.1.101.3.4.2.11', 'SHAKE128', null, () => shake128.create({ dkLen: 32 })],
  // Signatures of Ed448 use 64 bytes of it (RFC 8419).
  ['2.16.840.1.101.3.4.2.12', 'SHAKE256', null, () => shake256.create({ dkLen: 64 })],
  ['1.3.36.3.2.1', 'RIPEMD-160', null, () => ripemd160.create()],
];

const inNode = new Set(getHashes().map((name) => name.toLowerCase()));
const byOid = new Map<string, Hash>(
  all.map(([oid, name, node, start]) => [
    oid,
    { oid, name, node: node !== null && inNode.has(node) ? node : null, start },
  ]),
);

/** Null: we do not know this hash, or do not trust it. */
export const hashOf = (oid: string): Hash | null => byOid.get(oid) ?? null;

export function digest(hash: Hash, pieces: readonly Uint8Array[]): Buffer {
  const running = hash.node === null ? hash.start() : createHash(hash.node);
  for (const piece of pieces) running.update(piece);
  return Buffer.from(running.digest());
}
