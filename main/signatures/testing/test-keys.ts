import { constants, createHash, generateKeyPairSync, type KeyObject, sign as signInNode } from 'node:crypto';
import type { SigningKey } from '../../practice-service/signatures/signing-key.ts';
import { explicit, integer, nothing, oid, sequence } from '../../practice-service/signatures/write-der.ts';

const hashOids = {
  sha1: '1.3.14.3.2.26',
  sha256: '2.16.840.1.101.3.4.2.1',
  sha384: '2.16.840.1.101.3.4.2.2',
  sha512: '2.16.840.1.101.3.4.2.3',
  'sha3-256': '2.16.840.1.101.3.4.2.8',
  ripemd160: '1.3.36.3.2.1',
} as const;
type HashName = keyof typeof hashOids;

const spki = (key: KeyObject): Buffer => key.export({ format: 'der', type: 'spki' });
const digestOf = (name: string) => (data: Buffer) => createHash(name).update(data).digest();

export function ecKey(curve = 'prime256v1', hash: HashName = 'sha256', form: 'der' | 'ieee-p1363' = 'der'): SigningKey {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: curve });
  const named: Partial<Record<HashName, string>> =
    form === 'der'
      ? {
          sha1: '1.2.840.10045.4.1',
          sha256: '1.2.840.10045.4.3.2',
          sha384: '1.2.840.10045.4.3.3',
          sha512: '1.2.840.10045.4.3.4',
          'sha3-256': '2.16.840.1.101.3.4.3.10',
        }
      : { sha256: '0.4.0.127.0.7.1.1.4.1.3', sha512: '0.4.0.127.0.7.1.1.4.1.5' };
  return {
    publicKey: spki(publicKey),
    algorithm: sequence(oid(named[hash] ?? '')),
    hashOid: hashOids[hash],
    hash: digestOf(hash),
    sign: (data) => signInNode(hash, data, { key: privateKey, dsaEncoding: form }),
  };
}

const rsaMethods: Readonly<Record<HashName, string>> = {
  sha1: '1.2.840.113549.1.1.5',
  sha256: '1.2.840.113549.1.1.11',
  sha384: '1.2.840.113549.1.1.12',
  sha512: '1.2.840.113549.1.1.13',
  'sha3-256': '2.16.840.1.101.3.4.3.14',
  ripemd160: '1.3.36.3.3.1.2',
};

export function rsaKey(hash: HashName = 'sha256', bits = 1024): SigningKey {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: bits });
  return {
    publicKey: spki(publicKey),
    algorithm: sequence(oid(rsaMethods[hash]), nothing),
    hashOid: hashOids[hash],
    hash: digestOf(hash),
    sign: (data) => signInNode(hash, data, privateKey),
  };
}

/** `isPssKey`: the key itself says that it is for this method alone, which Electron's cryptography does not read. */
export function pssKey(hash: 'sha256' | 'sha512' = 'sha256', isPssKey = false, bits = 1024): SigningKey {
  const made = isPssKey
    ? generateKeyPairSync('rsa-pss', { modulusLength: bits, hashAlgorithm: hash, mgf1HashAlgorithm: hash })
    : generateKeyPairSync('rsa', { modulusLength: bits });
  const saltLength = hash === 'sha256' ? 32 : 64;
  const method = sequence(oid(hashOids[hash]), nothing);
  const parameters = sequence(
    explicit(0, method),
    explicit(1, sequence(oid('1.2.840.113549.1.1.8'), method)),
    explicit(2, integer(saltLength)),
  );
  return {
    publicKey: spki(made.publicKey),
    algorithm: sequence(oid('1.2.840.113549.1.1.10'), parameters),
    hashOid: hashOids[hash],
    hash: digestOf(hash),
    sign: (data) =>
      signInNode(hash, data, { key: made.privateKey, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength }),
  };
}

export function edwardsKey(kind: 'ed25519' | 'ed448'): SigningKey {
  const { publicKey, privateKey } = kind === 'ed25519' ? generateKeyPairSync('ed25519') : generateKeyPairSync('ed448');
  const isLong = kind === 'ed448';
  return {
    publicKey: spki(publicKey),
    algorithm: sequence(oid(isLong ? '1.3.101.113' : '1.3.101.112')),
    hashOid: isLong ? '2.16.840.1.101.3.4.2.12' : hashOids.sha512,
    hash: (data) =>
      isLong ? createHash('shake256', { outputLength: 64 }).update(data).digest() : digestOf('sha512')(data),
    sign: (data) => signInNode(null, data, privateKey),
  };
}
