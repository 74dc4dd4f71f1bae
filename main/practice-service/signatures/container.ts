import { createHash } from 'node:crypto';
import { certificatesOf, type Signer } from './signer.ts';
import { explicit, fullTime, integer, nothing, octets, oid, sequence, set } from './write-der.ts';

export const dataType = '1.2.840.113549.1.7.1';
const signedDataType = '1.2.840.113549.1.7.2';
const timeStampInfo = '1.2.840.113549.1.9.16.1.4';
const sha256 = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest();
const sha256Method = sequence(oid('2.16.840.1.101.3.4.2.1'));

export const attribute = (id: string, ...values: readonly Buffer[]): Buffer => sequence(oid(id), set(...values));
export const contentTypeAttribute = (type: string): Buffer => attribute('1.2.840.113549.1.9.3', oid(type));
export const digestAttribute = (digest: Buffer): Buffer => attribute('1.2.840.113549.1.9.4', octets(digest));
/** Names the certificate of the signer by its hash (signing-certificate-v2). */
export const certificateAttribute = ({ certificate }: Signer): Buffer =>
  attribute('1.2.840.113549.1.9.16.2.47', sequence(sequence(sequence(octets(sha256(certificate))))));
export const timeStampAttribute = (token: Buffer): Buffer => attribute('1.2.840.113549.1.9.16.2.14', token);

interface SignerInfo {
  readonly signer: Signer;
  /** Null: the signature is over the content itself. */
  readonly signed: readonly Buffer[] | null;
  readonly signature: Buffer;
  readonly unsigned?: readonly Buffer[];
}

/** Writes the statement of one signer (RFC 5652, 5.3). */
export function signerInfo({ signer, signed, signature, unsigned = [] }: SignerInfo): Buffer {
  const { key, issuer } = signer;
  const attributes = signed === null ? [] : [Buffer.from(set(...signed))];
  // What is signed is a set, and what is stored has the tag [0] instead.
  for (const one of attributes) one[0] = 0xa0;
  return sequence(
    integer(1),
    sequence((issuer ?? signer).subject, integer(signer.serial)),
    sequence(oid(key.hashOid), nothing),
    ...attributes,
    key.algorithm,
    octets(signature),
    ...(unsigned.length === 0 ? [] : [explicit(1, Buffer.concat(unsigned))]),
  );
}

interface Container {
  readonly hashOid: string;
  readonly type: string;
  /** Null: it stands elsewhere. */
  readonly content: Buffer | null;
  readonly certificates: readonly Buffer[];
  readonly infos: readonly Buffer[];
}

/** Signed data around what the signers say (RFC 5652, 5.1). */
export function wrap({ hashOid, type, content, certificates, infos }: Container): Buffer {
  const inner = sequence(
    integer(type === dataType ? 1 : 3),
    set(sequence(oid(hashOid), nothing)),
    sequence(oid(type), ...(content === null ? [] : [explicit(0, octets(content))])),
    ...(certificates.length === 0 ? [] : [explicit(0, Buffer.concat(certificates))]),
    set(...infos),
  );
  return sequence(oid(signedDataType), explicit(0, inner));
}

/** Confirms when a signature or a document existed. */
export interface TimeStamping {
  readonly by: Signer;
  readonly at: Date;
}

function contain(signer: Signer, data: Buffer, type: string, content: Buffer | null, stamping?: TimeStamping): Buffer {
  const { key } = signer;
  const signed = [contentTypeAttribute(type), digestAttribute(key.hash(data)), certificateAttribute(signer)];
  const signature = key.sign(set(...signed));
  const unsigned = stamping === undefined ? [] : [timeStampAttribute(timeStamp(signature, stamping))];
  const infos = [signerInfo({ signer, signed, signature, unsigned })];
  return wrap({ hashOid: key.hashOid, type, content, certificates: certificatesOf(signer), infos });
}

/** Signs data that stands elsewhere, as PAdES wants it. */
export const containerOf = (data: Buffer, signer: Signer, stamping?: TimeStamping): Buffer =>
  contain(signer, data, dataType, null, stamping);

/** A time stamp over these bytes (RFC 3161). */
export function timeStamp(over: Buffer, { by, at }: TimeStamping): Buffer {
  const imprint = sequence(sha256Method, octets(sha256(over)));
  const serial = sha256(Buffer.concat([over, fullTime(at)])).subarray(0, 8);
  const info = sequence(integer(1), oid('1.2.3.4'), imprint, integer(serial), fullTime(at));
  return contain(by, info, timeStampInfo, info);
}
