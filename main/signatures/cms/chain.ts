import { limits } from '../../../preload/contract/limits.ts';
import { type Certificate, readCertificate } from '../asn1/certificate.ts';
import { DerDamage } from '../asn1/der.ts';
import { verify } from './verify.ts';

const mostCandidates = 500;
/** Verifying takes time, and a file may name thousands of certificates alike. */
const mostTries = 32;

/** All certificates that can be read, each once. Others are passed over: they prove nothing. */
export function readCertificates(all: readonly Buffer[]): readonly Certificate[] {
  const found = new Map<string, Certificate>();
  for (const raw of all.slice(0, mostCandidates)) {
    try {
      const one = readCertificate(raw);
      found.set(one.fingerprint, one);
    } catch (error) {
      if (!(error instanceof DerDamage)) throw error;
    }
  }
  return [...found.values()];
}

/** Did this key sign the certificate? Names alone say nothing. */
const signedBy = (certificate: Certificate, issuer: Certificate): boolean =>
  verify({
    key: issuer.key,
    algorithm: certificate.signatureAlgorithm,
    digestOid: null,
    data: [certificate.signed],
    signature: certificate.signature,
  }) === 'good';

export const isOwnIssuer = (certificate: Certificate): boolean =>
  certificate.issuer.raw.equals(certificate.subject.raw) && signedBy(certificate, certificate);

export function issuerOf(certificate: Certificate, candidates: readonly Certificate[]): Certificate | null {
  const named = candidates.filter(
    (one) => one.isAuthority && one.subject.raw.equals(certificate.issuer.raw) && one !== certificate,
  );
  return named.slice(0, mostTries).find((one) => signedBy(certificate, one)) ?? null;
}

/** From the certificate to the highest issuer in the file, each signed by the next one. */
export function chainOf(certificate: Certificate, candidates: readonly Certificate[]): readonly Certificate[] {
  const chain = [certificate];
  while (chain.length < limits.chainKeys) {
    const last = chain.at(-1);
    const next = last === undefined || isOwnIssuer(last) ? null : issuerOf(last, candidates);
    if (next === null || chain.includes(next)) return chain;
    chain.push(next);
  }
  return chain;
}
