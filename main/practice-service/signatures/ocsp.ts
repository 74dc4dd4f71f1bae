import { createHash } from 'node:crypto';
import { keyBits, type Signer } from './signer.ts';
import {
  bits,
  enumerated,
  explicit,
  fullTime,
  implicit,
  integer,
  nothing,
  octets,
  oid,
  sequence,
} from './write-der.ts';

const sha1Method = sequence(oid('1.3.14.3.2.26'), nothing);
const sha1 = (data: Buffer): Buffer => createHash('sha1').update(data).digest();

interface OcspWanted {
  readonly about: Signer;
  readonly at: Date;
  readonly revokedAt?: Date;
  /** The signer of the answer. The issuer of the certificate, unless said otherwise. */
  readonly by?: Signer;
}

/** The answer to the question if a certificate was revoked (RFC 6960). */
export function makeOcsp({ about, at, revokedAt, by }: OcspWanted): Buffer {
  const issuer = about.issuer ?? about;
  const answerer = by ?? issuer;
  const id = sequence(
    sha1Method,
    octets(sha1(issuer.subject)),
    octets(sha1(keyBits(issuer.key))),
    integer(about.serial),
  );
  const status = revokedAt === undefined ? implicit(0, Buffer.alloc(0)) : explicit(1, fullTime(revokedAt));
  const data = sequence(explicit(1, answerer.subject), fullTime(at), sequence(sequence(id, status, fullTime(at))));
  const basic = sequence(
    data,
    answerer.key.algorithm,
    bits(answerer.key.sign(data)),
    explicit(0, sequence(answerer.certificate)),
  );
  return sequence(enumerated(0), explicit(0, sequence(oid('1.3.6.1.5.5.7.48.1.1'), octets(basic))));
}
