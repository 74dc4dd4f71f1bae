import { type Der, oidOf, sequence } from '../asn1/der.ts';
import { type Hash, hashOf } from './hashes.ts';

export interface Algorithm {
  readonly kind: 'rsa' | 'pss' | 'ecdsa' | 'ecdsa-plain' | 'ed25519' | 'ed448' | 'dsa';
  /** Null: the algorithm names no hash of its own. */
  readonly hashOid: string | null;
}

const sha = (number: number) => `2.16.840.1.101.3.4.2.${number}`;
const sha1 = '1.3.14.3.2.26';
const ripemd160 = '1.3.36.3.2.1';

const all: Readonly<Record<string, readonly [Algorithm['kind'], string | null]>> = {
  '1.2.840.113549.1.1.1': ['rsa', null],
  '1.2.840.113549.1.1.5': ['rsa', sha1],
  '1.2.840.113549.1.1.14': ['rsa', sha(4)],
  '1.2.840.113549.1.1.11': ['rsa', sha(1)],
  '1.2.840.113549.1.1.12': ['rsa', sha(2)],
  '1.2.840.113549.1.1.13': ['rsa', sha(3)],
  '1.3.36.3.3.1.2': ['rsa', ripemd160],
  '2.16.840.1.101.3.4.3.13': ['rsa', sha(7)],
  '2.16.840.1.101.3.4.3.14': ['rsa', sha(8)],
  '2.16.840.1.101.3.4.3.15': ['rsa', sha(9)],
  '2.16.840.1.101.3.4.3.16': ['rsa', sha(10)],
  '1.2.840.113549.1.1.10': ['pss', null],
  '1.2.840.10045.2.1': ['ecdsa', null],
  '1.2.840.10045.4.1': ['ecdsa', sha1],
  '1.2.840.10045.4.3.1': ['ecdsa', sha(4)],
  '1.2.840.10045.4.3.2': ['ecdsa', sha(1)],
  '1.2.840.10045.4.3.3': ['ecdsa', sha(2)],
  '1.2.840.10045.4.3.4': ['ecdsa', sha(3)],
  '2.16.840.1.101.3.4.3.9': ['ecdsa', sha(7)],
  '2.16.840.1.101.3.4.3.10': ['ecdsa', sha(8)],
  '2.16.840.1.101.3.4.3.11': ['ecdsa', sha(9)],
  '2.16.840.1.101.3.4.3.12': ['ecdsa', sha(10)],
  // Two plain numbers, of the German office for information security (TR-03111).
  '0.4.0.127.0.7.1.1.4.1.1': ['ecdsa-plain', sha1],
  '0.4.0.127.0.7.1.1.4.1.2': ['ecdsa-plain', sha(4)],
  '0.4.0.127.0.7.1.1.4.1.3': ['ecdsa-plain', sha(1)],
  '0.4.0.127.0.7.1.1.4.1.4': ['ecdsa-plain', sha(2)],
  '0.4.0.127.0.7.1.1.4.1.5': ['ecdsa-plain', sha(3)],
  '0.4.0.127.0.7.1.1.4.1.6': ['ecdsa-plain', ripemd160],
  '0.4.0.127.0.7.1.1.4.1.8': ['ecdsa-plain', sha(7)],
  '0.4.0.127.0.7.1.1.4.1.9': ['ecdsa-plain', sha(8)],
  '0.4.0.127.0.7.1.1.4.1.10': ['ecdsa-plain', sha(9)],
  '0.4.0.127.0.7.1.1.4.1.11': ['ecdsa-plain', sha(10)],
  '1.3.101.112': ['ed25519', null],
  '1.3.101.113': ['ed448', null],
  '1.2.840.10040.4.1': ['dsa', null],
  '1.2.840.10040.4.3': ['dsa', sha1],
  '2.16.840.1.101.3.4.3.1': ['dsa', sha(4)],
  '2.16.840.1.101.3.4.3.2': ['dsa', sha(1)],
};

/** The method of a signature. Null: we do not know it. */
export function algorithmOf(algorithm: Der): Algorithm | null {
  const found = all[oidOf(sequence(algorithm)[0])];
  return found === undefined ? null : { kind: found[0], hashOid: found[1] };
}

/** The hash of a method that is named where a hash should be, as some signers do. */
export const hashOfMethod = (oid: string): Hash | null => hashOf(all[oid]?.[1] ?? '');

const names: Readonly<Record<Algorithm['kind'], string>> = {
  rsa: 'RSA',
  pss: 'RSA-PSS',
  ecdsa: 'ECDSA',
  'ecdsa-plain': 'ECDSA',
  ed25519: 'Ed25519',
  ed448: 'Ed448',
  dsa: 'DSA',
};

/** For experts, such as `RSA SHA-256`. */
export function nameOfMethod(algorithm: Der, digestOid: string): string {
  const method = algorithmOf(algorithm);
  const hash = hashOf(method?.hashOid ?? digestOid)?.name ?? digestOid;
  return `${method === null ? oidOf(sequence(algorithm)[0]) : names[method.kind]} ${hash}`;
}
