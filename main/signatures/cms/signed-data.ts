import { createHash } from 'node:crypto';
import type { Certificate } from '../asn1/certificate.ts';
import { serialOf } from '../asn1/certificate.ts';
import {
  type Der,
  DerDamage,
  expect,
  octets,
  oidOf,
  parts,
  readDer,
  sequence,
  tagged,
  tags,
  timeOf,
} from '../asn1/der.ts';
import { hashOfMethod } from './algorithms.ts';
import { readCertificates } from './chain.ts';
import { digest, hashOf } from './hashes.ts';
import { type Verified, verify } from './verify.ts';

/** A container of RFC 5652 with one signer. */
export interface SignedData {
  readonly contentType: string;
  /** Null: the content is outside of it. */
  readonly content: Buffer | null;
  readonly certificates: readonly Certificate[];
  readonly crls: readonly Buffer[];
  readonly ocsps: readonly Buffer[];
  readonly signer: Signer;
  /** There are bytes after it that are no padding. */
  readonly hasMoreBytes: boolean;
}

export interface Signer {
  readonly id: Der;
  readonly digestOid: string;
  readonly algorithm: Der;
  readonly signature: Buffer;
  /** Null: the content itself was signed. */
  readonly signedAttributes: Attributes | null;
  readonly otherAttributes: Attributes | null;
}

interface Attributes {
  /** As they stand in the container, with the tag of a set, over which the signature is made. */
  readonly raw: Buffer;
  readonly values: ReadonlyMap<string, readonly Der[]>;
}

const signedData = '1.2.840.113549.1.7.2';
const ocspInfo = '1.3.6.1.5.5.7.16.2';
const oids = {
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingTime: '1.2.840.113549.1.9.5',
  signingCertificate: '1.2.840.113549.1.9.16.2.12',
  signingCertificateV2: '1.2.840.113549.1.9.16.2.47',
} as const;
const sha256 = '2.16.840.1.101.3.4.2.1';

/** Some signers write an attribute twice instead of two values. Those that decide must have one (`single`). */
function attributesOf(part: Der | undefined): Attributes | null {
  if (part === undefined) return null;
  const values = new Map<string, readonly Der[]>();
  for (const one of parts(part)) {
    const [oid, set] = sequence(one);
    const key = oidOf(oid);
    values.set(key, [...(values.get(key) ?? []), ...parts(expect(set, tags.set))]);
  }
  const raw = Buffer.from(part.raw);
  raw[0] = tags.set;
  return { raw, values };
}

/** Some signers name their whole method where its hash should be. */
function hashOidOf(part: Der | undefined): string {
  const oid = oidOf(part);
  return hashOfMethod(oid)?.oid ?? oid;
}

function readSigner(part: Der): Signer {
  const [version, id, digestAlgorithm, ...rest] = sequence(part);
  expect(version, tags.integer);
  if (id === undefined) throw new DerDamage('The signer is not named.');
  const signedAttributes = rest[0]?.tag === 0xa0 ? rest.shift() : undefined;
  const [algorithm, signature, otherAttributes] = rest;
  return {
    id,
    digestOid: hashOidOf(sequence(digestAlgorithm)[0]),
    algorithm: expect(algorithm, tags.sequence),
    signature: octets(signature),
    signedAttributes: attributesOf(signedAttributes),
    otherAttributes: otherAttributes?.tag === 0xa1 ? attributesOf(otherAttributes) : null,
  };
}

/** Reads a container. Zeros after it are the room that was kept for it. Throws DerDamage, also for two signers. */
export function readSignedData(bytes: Buffer): SignedData {
  const whole = readDer(bytes);
  const [type, wrapped] = sequence(whole);
  if (oidOf(type) !== signedData || wrapped?.tag !== 0xa0) throw new DerDamage('There is no signature in it.');
  const [, , content, ...rest] = sequence(parts(wrapped)[0]);
  const [contentType, contentPart] = sequence(content);
  const certificates = tagged(rest.slice(0, -1), 0);
  const revocation = tagged(rest.slice(0, -1), 1);
  const signers = parts(expect(rest.at(-1), tags.set));
  const [signer] = signers;
  if (signer === undefined || signers.length > 1) throw new DerDamage('There is not one signer.');
  const lists = revocation === undefined ? [] : parts(revocation);
  const ocsps = lists.filter(({ tag }) => tag === 0xa1).map((one) => parts(one));
  return {
    contentType: oidOf(contentType),
    content: contentPart === undefined ? null : octets(parts(contentPart)[0]),
    certificates: readCertificates(certificates === undefined ? [] : parts(certificates).map(({ raw }) => raw)),
    crls: lists.filter(({ tag }) => tag === tags.sequence).map(({ raw }) => raw),
    ocsps: ocsps.filter(([oid]) => oidOf(oid) === ocspInfo).flatMap(([, answer]) => (answer ? [answer.raw] : [])),
    signer: readSigner(signer),
    hasMoreBytes: bytes.subarray(whole.raw.length).some((byte) => byte !== 0),
  };
}

const single = (signer: Signer, oid: string): Der | undefined => {
  const values = signer.signedAttributes?.values.get(oid);
  if (values !== undefined && values.length !== 1) throw new DerDamage('An attribute has not one value.');
  return values?.[0];
};

/** The time that the signer states. It proves nothing. */
export function statedTime({ signer }: SignedData): number | null {
  const value = single(signer, oids.signingTime);
  return value === undefined ? null : timeOf(value);
}

interface CertificateHash {
  readonly hash: (raw: Buffer) => Buffer | null;
  readonly wanted: Buffer;
}

/** The hashes by which the signer named the own certificate (ESS, RFC 2634 and 5035). */
function namedHashes(signer: Signer): readonly CertificateHash[] {
  const first = (oid: string) => {
    const value = single(signer, oid);
    return value === undefined ? null : sequence(sequence(sequence(value)[0])[0]);
  };
  const found: CertificateHash[] = [];
  const newer = first(oids.signingCertificateV2);
  if (newer !== null) {
    const hasMethod = newer[0]?.tag === tags.sequence;
    const hash = hashOf(hasMethod ? oidOf(sequence(newer[0])[0]) : sha256);
    found.push({
      hash: (raw) => (hash === null ? null : digest(hash, [raw])),
      wanted: octets(newer[hasMethod ? 1 : 0]),
    });
  }
  const older = first(oids.signingCertificate);
  if (older !== null) found.push({ hash: (raw) => createHash('sha1').update(raw).digest(), wanted: octets(older[0]) });
  return found;
}

function isNamed(certificate: Certificate, id: Der): boolean {
  if (id.tag === 0x80) return certificate.keyId?.equals(id.content) ?? false;
  const [issuer, serial] = sequence(id);
  return (
    issuer !== undefined && certificate.issuer.raw.equals(issuer.raw) && certificate.serial.equals(serialOf(serial))
  );
}

export type SignerCheck =
  | { readonly verified: 'good'; readonly certificate: Certificate }
  | {
      readonly verified: Exclude<Verified, 'good'>;
      readonly certificate: Certificate | null;
      readonly reason: SignerFault;
    };

export type SignerFault = 'no-certificate' | 'other-certificate' | 'digest' | 'signature' | 'method' | 'content-type';

/**
 * Verifies the one signer over the data: hash, signed attributes, the certificate that they name, and the signature.
 * `extra` are certificates of the file outside of the container.
 */
export function checkSigner(
  given: SignedData,
  data: readonly Uint8Array[],
  extra: readonly Certificate[],
): SignerCheck {
  const { signer } = given;
  const named = namedHashes(signer);
  const all = [...given.certificates, ...extra];
  const matches = (one: Certificate): boolean =>
    named.every(({ hash, wanted }) => hash(one.raw)?.equals(wanted) ?? false);
  // Two encodings of one name differ, so the hash may find what the name does not.
  const certificate =
    all.find((one) => isNamed(one, signer.id) && matches(one)) ??
    (named.length > 0 ? all.find(matches) : undefined) ??
    null;
  if (certificate === null) {
    const other = all.find((one) => isNamed(one, signer.id)) ?? null;
    return { verified: 'bad', certificate: null, reason: other === null ? 'no-certificate' : 'other-certificate' };
  }
  const bad = (reason: SignerFault): SignerCheck => ({ verified: 'bad', certificate, reason });
  const hash = hashOf(signer.digestOid);
  if (hash === null) return { verified: 'cannot-check', certificate, reason: 'method' };
  if (signer.signedAttributes !== null) {
    const type = single(signer, oids.contentType);
    if (type === undefined || oidOf(type) !== given.contentType) return bad('content-type');
    const stated = single(signer, oids.messageDigest);
    if (stated === undefined || !octets(stated).equals(digest(hash, data))) return bad('digest');
  }
  const verified = verifySigner(signer, certificate, data);
  if (verified === 'good') return { verified, certificate };
  return { verified, certificate, reason: verified === 'bad' ? 'signature' : 'method' };
}

function verifySigner(signer: Signer, { key }: Certificate, data: readonly Uint8Array[]): Verified {
  const over = (bytes: readonly Uint8Array[]) =>
    verify({ key, algorithm: signer.algorithm, digestOid: signer.digestOid, data: bytes, signature: signer.signature });
  if (signer.signedAttributes === null) return over(data);
  return over([signer.signedAttributes.raw]);
}
