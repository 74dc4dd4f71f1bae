import { type Certificate, purposes, serialOf } from '../asn1/certificate.ts';
import {
  bitsOf,
  type Der,
  DerDamage,
  expect,
  octets,
  oidOf,
  parts,
  readWhole,
  sequence,
  tagged,
  tags,
  timeOf,
} from '../asn1/der.ts';
import { issuerOf, readCertificates } from './chain.ts';
import { digest, hashOf } from './hashes.ts';
import type { SignedData } from './signed-data.ts';
import { verify } from './verify.ts';

/** The file's data about revocation, as it stands there. */
export interface RevocationData {
  readonly ocsps: readonly Buffer[];
  readonly crls: readonly Buffer[];
}

export type Revocation =
  | { readonly kind: 'revoked'; readonly at: number }
  /** The answer speaks for this time alone. */
  | { readonly kind: 'not-revoked'; readonly at: number }
  | { readonly kind: 'no-data' };

const mostAnswers = 200;
const adobeArchive = '1.2.840.113583.1.1.8';
const basicOcsp = '1.3.6.1.5.5.7.48.1.1';

/** The answers that the signer put into the container: Adobe's archive, and the lists of the container itself. */
export function revocationOf({ signer, crls, ocsps }: SignedData): RevocationData {
  const archive = signer.signedAttributes?.values.get(adobeArchive)?.[0];
  const inside = archive === undefined ? [] : sequence(archive);
  const listOf = (number: number): readonly Buffer[] => {
    const found = tagged(inside, number);
    return found === undefined ? [] : sequence(parts(found)[0]).map(({ raw }) => raw);
  };
  return { crls: [...crls, ...listOf(0)], ocsps: [...ocsps, ...listOf(1)] };
}

/** Judges the certificate by the embedded answers of its issuer, or of whom the issuer authorised. */
export function judgeRevocation(
  certificate: Certificate,
  issuer: Certificate | null,
  data: RevocationData,
): Revocation {
  if (issuer === null) return { kind: 'no-data' };
  const found: Revocation[] = [
    ...data.ocsps.slice(0, mostAnswers).map((raw) => unlessDamaged(() => judgeOcsp(raw, certificate, issuer))),
    ...data.crls.slice(0, mostAnswers).map((raw) => unlessDamaged(() => judgeCrl(raw, certificate, issuer))),
  ];
  const times = (kind: 'revoked' | 'not-revoked') => found.flatMap((one) => (one.kind === kind ? [one.at] : []));
  const [revoked, not] = [times('revoked'), times('not-revoked')];
  if (revoked.length > 0) return { kind: 'revoked', at: Math.min(...revoked) };
  return not.length > 0 ? { kind: 'not-revoked', at: Math.max(...not) } : { kind: 'no-data' };
}

function unlessDamaged(judge: () => Revocation): Revocation {
  try {
    return judge();
  } catch (error) {
    if (error instanceof DerDamage) return { kind: 'no-data' };
    throw error;
  }
}

/** The basic answer, which may be wrapped in an answer with a status. */
function basicAnswer(raw: Buffer): readonly Der[] {
  const all = sequence(readWhole(raw));
  if (all[0]?.tag !== tags.enumerated) return all;
  const wrapped = tagged(all, 0);
  if (all[0].content[0] !== 0 || wrapped === undefined) throw new DerDamage('The answer is none.');
  const [type, answer] = sequence(parts(wrapped)[0]);
  if (oidOf(type) !== basicOcsp) throw new DerDamage('The answer has another kind.');
  return sequence(readWhole(octets(answer)));
}

function judgeOcsp(raw: Buffer, certificate: Certificate, issuer: Certificate): Revocation {
  const all = basicAnswer(raw);
  const [signed, algorithm, signature] = all;
  const own = tagged(all.slice(3), 0);
  const sent = readCertificates(own === undefined ? [] : sequence(parts(own)[0]).map((one) => one.raw));
  const isGood = [issuer, ...sent.filter((one) => mayAnswer(one, issuer))].some(
    ({ key }) =>
      verify({
        key,
        algorithm: expect(algorithm, tags.sequence),
        digestOid: null,
        data: [expect(signed, tags.sequence).raw],
        signature: bitsOf(signature),
      }) === 'good',
  );
  if (!isGood) return { kind: 'no-data' };
  // The list of answers is the one part that is a plain sequence.
  const answers = sequence(sequence(signed).find(({ tag }) => tag === tags.sequence));
  for (const one of answers) {
    const [id, status, time] = sequence(one);
    if (time === undefined || status === undefined || !isAbout(id, certificate, issuer)) continue;
    if (status.tag === 0xa1) return { kind: 'revoked', at: timeOf(expect(parts(status)[0], 0x18)) };
    if (status.tag === 0x80) return { kind: 'not-revoked', at: timeOf(time) };
  }
  return { kind: 'no-data' };
}

/** The issuer itself gave it the right to answer. */
const mayAnswer = (one: Certificate, issuer: Certificate): boolean =>
  one.purposes.includes(purposes.ocspSigning) && issuerOf(one, [issuer]) !== null;

function isAbout(id: Der | undefined, certificate: Certificate, issuer: Certificate): boolean {
  const [algorithm, nameHash, keyHash, serial] = sequence(id);
  const hash = hashOf(oidOf(sequence(algorithm)[0]));
  if (hash === null || !serialOf(serial).equals(certificate.serial)) return false;
  const key = bitsOf(sequence(issuer.key)[1]);
  return octets(nameHash).equals(digest(hash, [certificate.issuer.raw])) && octets(keyHash).equals(digest(hash, [key]));
}

function judgeCrl(raw: Buffer, certificate: Certificate, issuer: Certificate): Revocation {
  const [signed, algorithm, signature] = sequence(readWhole(raw));
  const all = sequence(signed);
  const at = all[0]?.tag === tags.integer ? 2 : 1;
  const [name, thisUpdate, ...rest] = all.slice(at);
  if (name === undefined || thisUpdate === undefined || !name.raw.equals(certificate.issuer.raw))
    return { kind: 'no-data' };
  const verified = verify({
    key: issuer.key,
    algorithm: expect(algorithm, tags.sequence),
    digestOid: null,
    data: [expect(signed, tags.sequence).raw],
    signature: bitsOf(signature),
  });
  if (verified !== 'good') return { kind: 'no-data' };
  const list = rest.find(({ tag }) => tag === tags.sequence);
  for (const entry of list === undefined ? [] : parts(list)) {
    const [serial, time] = sequence(entry);
    if (time !== undefined && serialOf(serial).equals(certificate.serial)) return { kind: 'revoked', at: timeOf(time) };
  }
  return { kind: 'not-revoked', at: timeOf(thisUpdate) };
}
