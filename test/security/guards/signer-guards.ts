import type { Guard } from './guard.ts';
import { facts, inSignatures } from './in-signatures.ts';

const revocation = inSignatures('cms/revocation.ts', facts);
const standing = inSignatures('issuers/issuer-standing.ts', 'issuers/issuer-standing.test.ts');

/** The rules by which a signature says who signed, and when. */
export const signerGuards: readonly Guard[] = [
  // Facts about the signer.
  {
    ...inSignatures('cms/chain.ts', facts),
    what: 'an issuer signed the certificate',
    guard: 'find((one) => signedBy(certificate, one))',
    without: 'find((one) => one.raw.length > 0)',
    test: 'has an issuer only if its key signed',
  },
  {
    ...inSignatures('cms/chain.ts', facts),
    what: 'an issuer may issue',
    guard: 'one.isAuthority && ',
    without: '',
    test: 'has an issuer only if its key signed',
  },
  {
    ...inSignatures('cms/time-stamp.ts', facts),
    what: 'a time stamp fits the signature',
    guard: '  fits && check.verified',
    without: '  check.verified',
    test: 'is not confirmed by a time stamp over something else',
  },
  {
    ...inSignatures('cms/time-stamp.ts', facts),
    what: 'a time stamp is by a certificate for it',
    guard: ' && isForTimeStamps(check.certificate)',
    without: '',
    test: 'of a certificate that is for something else',
  },
  {
    ...revocation,
    what: 'an answer is of whom the issuer authorised',
    guard: 'one.purposes.includes(purposes.ocspSigning) && ',
    without: '',
    test: 'is of somebody whom nobody authorised',
  },
  {
    ...revocation,
    what: 'an answer is about this certificate',
    guard: '!isAbout(id, certificate, issuer)',
    without: 'false',
    test: 'is about another certificate',
  },
  {
    ...revocation,
    what: 'a list is signed by the issuer',
    guard: "if (verified !== 'good') return { kind: 'no-data' };",
    without: '',
    test: 'is a list that another key signed',
  },
  {
    ...revocation,
    what: 'a revocation counts more than another answer',
    guard:
      "if (revoked.length > 0) return { kind: 'revoked', at: Math.min(...revoked) };\n  return not.length > 0 ? { kind: 'not-revoked', at: Math.max(...not) } : { kind: 'no-data' };",
    without:
      "if (not.length > 0) return { kind: 'not-revoked', at: Math.max(...not) };\n  return revoked.length > 0 ? { kind: 'revoked', at: Math.min(...revoked) } : { kind: 'no-data' };",
    test: 'is worst of all answers',
  },
  // The official lists of issuers.
  {
    ...standing,
    what: 'lists are for signatures that fit',
    guard: "if (state !== 'intact' && state !== 'changed-after') return [];",
    without: '',
    test: 'the signature does not fit',
  },
  {
    ...standing,
    what: 'nobody is listed as the own issuer',
    guard: ': chainKeys.slice(1)',
    without: ': chainKeys',
    test: 'the key of the signer itself makes nobody an issuer',
  },
  {
    ...standing,
    what: 'old lists are not used',
    guard: "if (now >= endOfUse(builtOn)) return { kind: 'too-old', builtOn };",
    without: '',
    test: 'lists are not used six months after they were built',
  },
  {
    ...standing,
    what: 'a list is not used after its end',
    guard: 'now < Date.parse(nextUpdate)',
    without: 'nextUpdate.length > 0',
    test: 'a list is not used after its own end',
  },
];
