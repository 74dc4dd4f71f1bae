import { createHash } from 'node:crypto';
import type { TestSigner } from './test-certificates.ts';
import { explicit, fullTime, integer, nothing, octets, oid, sequence, set, utcTime } from './write-der.ts';

const data = '1.2.840.113549.1.7.1';
const timeStampInfo = '1.2.840.113549.1.9.16.1.4';
const sha256 = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest();
const sha256Method = sequence(oid('2.16.840.1.101.3.4.2.1'));

const attribute = (id: string, ...values: readonly Buffer[]): Buffer => sequence(oid(id), set(...values));

/** What a test may do to a container. Without any, it is one of PAdES B-B. */
export interface Twist {
  /** Names the certificate by SHA-1, as PAdES did before 2010. */
  readonly oldName?: boolean;
  /** Names another certificate than the one whose key signed. */
  readonly named?: TestSigner;
  readonly withoutAttributes?: boolean;
  readonly withoutCertificates?: boolean;
  readonly withoutContentType?: boolean;
  readonly content?: Buffer;
  readonly signers?: number;
  readonly signingTime?: Date;
  readonly timeStamp?: { readonly by: TestSigner; readonly at: Date; readonly over?: Buffer };
  readonly spoil?: 'digest' | 'signature';
  readonly more?: Buffer;
}

function certificatesOf(signer: TestSigner): readonly Buffer[] {
  const all: Buffer[] = [];
  for (let one: TestSigner | null = signer; one !== null; one = one.issuer) all.push(one.certificate);
  return all;
}

function nameOfCertificate({ certificate }: TestSigner, isOld: boolean): Buffer {
  return isOld
    ? attribute(
        '1.2.840.113549.1.9.16.2.12',
        sequence(sequence(sequence(octets(createHash('sha1').update(certificate).digest())))),
      )
    : attribute('1.2.840.113549.1.9.16.2.47', sequence(sequence(sequence(octets(sha256(certificate))))));
}

function signerInfo(signer: TestSigner, signed: Buffer, type: string, twist: Twist): Buffer {
  const { key } = signer;
  const digest = key.hash(twist.spoil === 'digest' ? Buffer.concat([signed, Buffer.from('x')]) : signed);
  const attributes = [
    ...(twist.withoutContentType === true ? [] : [attribute('1.2.840.113549.1.9.3', oid(type))]),
    attribute('1.2.840.113549.1.9.4', octets(digest)),
    ...(twist.signingTime === undefined ? [] : [attribute('1.2.840.113549.1.9.5', utcTime(twist.signingTime))]),
    nameOfCertificate(twist.named ?? signer, twist.oldName ?? false),
  ];
  const all = set(...attributes);
  const signature = key.sign(twist.withoutAttributes === true ? signed : all);
  if (twist.spoil === 'signature') signature[signature.length - 1] = (signature.at(-1) ?? 0) ^ 1;
  const implicitAll = Buffer.from(all);
  implicitAll[0] = 0xa0;
  const stamp = twist.timeStamp;
  const token = stamp && makeTimeStamp(stamp.over ?? signature, stamp.by, stamp.at);
  const issuer = signer.issuer ?? signer;
  return sequence(
    integer(1),
    sequence(issuer.subject, integer(signer.serial)),
    sequence(oid(key.hashOid), nothing),
    ...(twist.withoutAttributes === true ? [] : [implicitAll]),
    key.algorithm,
    octets(signature),
    ...(token === undefined ? [] : [explicit(1, attribute('1.2.840.113549.1.9.16.2.14', token))]),
  );
}

function wrap(signer: TestSigner, signed: Buffer, type: string, content: Buffer | undefined, twist: Twist): Buffer {
  const infos = Array.from({ length: twist.signers ?? 1 }, () => signerInfo(signer, signed, type, twist));
  const certificates = twist.withoutCertificates === true ? [] : [explicit(0, Buffer.concat(certificatesOf(signer)))];
  const inner = sequence(
    integer(1),
    set(sequence(oid(signer.key.hashOid), nothing)),
    sequence(oid(type), ...(content === undefined ? [] : [explicit(0, octets(content))])),
    ...certificates,
    set(...infos),
  );
  return Buffer.concat([sequence(oid('1.2.840.113549.1.7.2'), explicit(0, inner)), twist.more ?? Buffer.alloc(0)]);
}

/** A container of RFC 5652 beside the bytes that it signs. */
export const makeContainer = (signed: Buffer, signer: TestSigner, twist: Twist = {}): Buffer =>
  wrap(signer, signed, data, twist.content, twist);

/** A container that has the hash of the bytes inside, as `adbe.pkcs7.sha1` wants it. */
export function makeHashContainer(signed: Buffer, signer: TestSigner): Buffer {
  const hash = createHash('sha1').update(signed).digest();
  return wrap(signer, hash, data, hash, {});
}

/** A time stamp of RFC 3161. */
export function makeTimeStamp(over: Buffer, by: TestSigner, at: Date): Buffer {
  const imprint = sequence(sha256Method, octets(sha256(over)));
  const info = sequence(integer(1), oid('1.2.3.4'), imprint, integer(1), fullTime(at));
  return wrap(by, info, timeStampInfo, info, {});
}
