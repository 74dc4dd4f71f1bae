import { createHash } from 'node:crypto';
import {
  attribute,
  certificateAttribute,
  contentTypeAttribute,
  dataType,
  digestAttribute,
  signerInfo,
  timeStamp,
  timeStampAttribute,
  wrap,
} from '../../practice-service/signatures/container.ts';
import { certificatesOf, type Signer } from '../../practice-service/signatures/signer.ts';
import { octets, sequence, set, utcTime } from '../../practice-service/signatures/write-der.ts';

/** What a test may do to a container. Without any, it is one of PAdES B-B. */
export interface Twist {
  /** Names the certificate by SHA-1, as PAdES did before 2010. */
  readonly oldName?: boolean;
  /** Names another certificate than the one whose key signed. */
  readonly named?: Signer;
  readonly withoutAttributes?: boolean;
  readonly withoutCertificates?: boolean;
  readonly withoutContentType?: boolean;
  readonly content?: Buffer;
  readonly signers?: number;
  readonly signingTime?: Date;
  readonly timeStamp?: { readonly by: Signer; readonly at: Date; readonly over?: Buffer };
  readonly spoil?: 'digest' | 'signature';
  readonly more?: Buffer;
}

const sha1 = (bytes: Buffer): Buffer => createHash('sha1').update(bytes).digest();

const oldNameOf = ({ certificate }: Signer): Buffer =>
  attribute('1.2.840.113549.1.9.16.2.12', sequence(sequence(sequence(octets(sha1(certificate))))));

function infoOf(signer: Signer, data: Buffer, twist: Twist): Buffer {
  const { key } = signer;
  const digest = key.hash(twist.spoil === 'digest' ? Buffer.concat([data, Buffer.from('x')]) : data);
  const named = twist.named ?? signer;
  const signed = [
    ...(twist.withoutContentType === true ? [] : [contentTypeAttribute(dataType)]),
    digestAttribute(digest),
    ...(twist.signingTime === undefined ? [] : [attribute('1.2.840.113549.1.9.5', utcTime(twist.signingTime))]),
    twist.oldName === true ? oldNameOf(named) : certificateAttribute(named),
  ];
  const isBare = twist.withoutAttributes === true;
  const signature = key.sign(isBare ? data : set(...signed));
  if (twist.spoil === 'signature') signature[signature.length - 1] = (signature.at(-1) ?? 0) ^ 1;
  const stamp = twist.timeStamp;
  const unsigned = stamp === undefined ? [] : [timeStampAttribute(timeStamp(stamp.over ?? signature, stamp))];
  return signerInfo({ signer, signed: isBare ? null : signed, signature, unsigned });
}

/** A container of RFC 5652 beside the bytes that it signs. */
export function makeContainer(data: Buffer, signer: Signer, twist: Twist = {}): Buffer {
  const container = wrap({
    hashOid: signer.key.hashOid,
    type: dataType,
    content: twist.content ?? null,
    certificates: twist.withoutCertificates === true ? [] : certificatesOf(signer),
    infos: Array.from({ length: twist.signers ?? 1 }, () => infoOf(signer, data, twist)),
  });
  return Buffer.concat([container, twist.more ?? Buffer.alloc(0)]);
}

/** A container that has the hash of the bytes inside, as `adbe.pkcs7.sha1` wants it. */
export function makeHashContainer(data: Buffer, signer: Signer): Buffer {
  const hash = sha1(data);
  return makeContainer(hash, signer, { content: hash });
}
