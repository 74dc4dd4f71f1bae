import { describe, expect, test } from 'vitest';
import type { SigningKey } from '../../practice-service/signatures/signing-key.ts';
import { readCertificate } from '../asn1/certificate.ts';
import { readDer } from '../asn1/der.ts';
import { makeSigner } from '../testing/test-certificates.ts';
import { ecKey, edwardsKey, pssKey, rsaKey } from '../testing/test-keys.ts';
import { verify } from './verify.ts';

/** The methods of signatures that were seen in files. Electron's own cryptography lacks several of them. */
const methods: Readonly<Record<string, () => SigningKey>> = {
  'RSA SHA-1': () => rsaKey('sha1'),
  'RSA SHA-256': () => rsaKey(),
  'RSA SHA-512 of 1,031 bits': () => rsaKey('sha512', 1_031),
  'RSA SHA3-256': () => rsaKey('sha3-256'),
  'RSA RIPEMD-160': () => rsaKey('ripemd160'),
  'RSA-PSS SHA-256': () => pssKey(),
  'RSA-PSS SHA-512 of 1,209 bits': () => pssKey('sha512', false, 1_209),
  'RSA-PSS with a key for it alone': () => pssKey('sha256', true),
  'ECDSA P-256': () => ecKey(),
  'ECDSA P-384 SHA-384': () => ecKey('secp384r1', 'sha384'),
  'ECDSA P-521 SHA-512': () => ecKey('secp521r1', 'sha512'),
  'ECDSA P-256 SHA-1': () => ecKey('prime256v1', 'sha1'),
  'ECDSA P-256 SHA3-256': () => ecKey('prime256v1', 'sha3-256'),
  'ECDSA P-256 with a longer hash': () => ecKey('prime256v1', 'sha512'),
  'ECDSA secp256k1': () => ecKey('secp256k1'),
  'ECDSA brainpoolP256r1': () => ecKey('brainpoolP256r1'),
  'ECDSA brainpoolP384r1 SHA-384': () => ecKey('brainpoolP384r1', 'sha384'),
  'ECDSA brainpoolP512r1 SHA-512': () => ecKey('brainpoolP512r1', 'sha512'),
  'ECDSA P-256 in plain form': () => ecKey('prime256v1', 'sha256', 'ieee-p1363'),
  'ECDSA brainpoolP512r1 in plain form': () => ecKey('brainpoolP512r1', 'sha512', 'ieee-p1363'),
  Ed25519: () => edwardsKey('ed25519'),
  Ed448: () => edwardsKey('ed448'),
};

const data = Buffer.from('what was signed');

describe.each(['with the cryptography of Node', 'without it'])('%s', (way) => {
  test.each(Object.entries(methods))('%s', (_name, make) => {
    const key = make();
    const given = {
      key: readCertificate(makeSigner({ name: { CN: 'A' }, key }).certificate).key,
      algorithm: readDer(key.algorithm),
      digestOid: key.hashOid,
      data: [data.subarray(0, 4), data.subarray(4)],
      signature: key.sign(data),
    };
    const own = way === 'without it';
    expect(verify(given, own)).toBe('good');
    expect(verify({ ...given, data: [data.subarray(1)] }, own)).toBe('bad');
    for (const at of [0, 1, given.signature.length >> 1, given.signature.length - 1]) {
      const signature = Buffer.from(given.signature);
      signature[at] = (signature[at] ?? 0) ^ 1;
      expect(verify({ ...given, signature }, own)).toBe('bad');
    }
    expect(verify({ ...given, signature: Buffer.concat([given.signature, Buffer.from([0])]) }, own)).toBe('bad');
    expect(verify({ ...given, signature: Buffer.alloc(0) }, own)).toBe('bad');
  });
});

test('a method that we do not know is not said to be bad', () => {
  const signer = makeSigner({ name: { CN: 'A' } });
  const { key } = readCertificate(signer.certificate);
  const given = { key, digestOid: null, data: [data], signature: signer.key.sign(data) };
  // MD5 with RSA, and a method without a name.
  for (const oid of ['300d06092a864886f70d0101040500', '300506032a0304'])
    expect(verify({ ...given, algorithm: readDer(Buffer.from(oid, 'hex')) })).toBe('cannot-check');
});

test('a key of another kind than the method does not fit', () => {
  const [one, other] = [rsaKey(), ecKey()];
  const { key } = readCertificate(makeSigner({ name: { CN: 'A' }, key: other }).certificate);
  const given = { key, algorithm: readDer(one.algorithm), digestOid: null, data: [data], signature: one.sign(data) };
  expect(verify(given)).toBe('bad');
});
