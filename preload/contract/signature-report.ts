import { z } from 'zod';
import { limits } from './limits.ts';

/** The states from the worst to the best. Nothing is intact but what was proved. */
export const signatureStates = [
  'none',
  'remains-only',
  'unreadable',
  'cannot-check',
  'broken',
  'changed-after',
  'intact',
] as const;
export const signatureState = z.enum(signatureStates);
export type SignatureState = z.infer<typeof signatureState>;

/** The later additions that nobody need worry about: they leave the signed content unchanged. */
export const harmlessChanges = [
  'proof',
  'metadata',
  'structure',
  'signature',
  'signature-field',
  'visible-mark',
  'form-fonts-added',
] as const;

export const changeKind = z.enum([
  ...harmlessChanges,
  'page-content',
  'page-resources',
  'page',
  'pages',
  'annotation',
  'annotation-added',
  'annotation-removed',
  'appearance',
  'form',
  'form-entry',
  'form-fonts',
  'field',
  'field-added',
  'field-removed',
  'signature-remains',
  'document',
  'unexplained-bytes',
  'unreadable-part',
  'too-many',
]);
export type ChangeKind = z.infer<typeof changeKind>;

/** A rectangle on a page, in the points of the PDF. */
export const pagePlace = z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() });
export type PagePlace = z.infer<typeof pagePlace>;

/**
 * A difference, and its page, counted from 1. Null: not on a page. The places are the first ones there, as far as they
 * are known.
 */
const change = z.object({
  kind: changeKind,
  page: z.number().nullable(),
  places: z.array(pagePlace).max(limits.changePlaces).optional(),
});
export type Change = z.infer<typeof change>;

const person = z.object({
  name: z.string().nullable(),
  organisation: z.string().nullable(),
  country: z.string().nullable(),
  pseudonym: z.string().nullable(),
  /** SHA-256 of the certificate. */
  fingerprint: z.string(),
});

export const signatureFault = z.enum([
  'byte-range',
  'contents',
  'revision',
  'replaced',
  'container',
  'kind',
  'no-certificate',
  'other-certificate',
  'content-type',
  'digest',
  'signature',
  'method',
]);
export type SignatureFault = z.infer<typeof signatureFault>;

const time = z.iso.datetime();

const signature = z.object({
  field: z.string(),
  kind: z.enum(['person', 'seal', 'time-stamp']),
  state: z.enum(['cannot-check', 'broken', 'changed-after', 'intact']),
  /** The reason that it is broken or cannot be checked. */
  fault: signatureFault.nullable(),
  /** The kind of container by its name in PDF, and the method, for experts. */
  format: z.string(),
  method: z.string().nullable(),
  signer: person.nullable(),
  /** The issuer of the certificate. The fingerprint is null where the issuer's own certificate is not in the file. */
  issuer: person.extend({ fingerprint: z.string().nullable() }).nullable(),
  isOwnIssuer: z.boolean(),
  /**
   * SHA-256 of the public keys of the signer and of the issuers above, each signed by the next, as far as they are in the
   * file. Reports of earlier versions lack them.
   */
  chainKeys: z.array(z.string()).max(limits.chainKeys).optional(),
  /** Whether a practice service made the signature: it proves nothing about anybody. */
  isPractice: z.boolean(),
  /** The certificate calls itself qualified. */
  qualified: z.object({ countries: z.array(z.string()), hasDevice: z.boolean() }).nullable(),
  /** A claim of whoever signed. */
  claimedTime: time.nullable(),
  /** The time by a time stamp whose imprint fits. */
  confirmedTime: z.object({ at: time, authority: z.string().nullable() }).nullable(),
  /** Whether a time stamp does not fit, or cannot be checked. */
  hasBadTimeStamp: z.boolean(),
  /** Whether the certificate was valid at the confirmed, or else at the claimed time. Null: there is no such time. */
  wasValidThen: z.boolean().nullable(),
  revocation: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('revoked'), at: time }),
    z.object({ kind: z.literal('not-revoked'), at: time }),
    z.object({ kind: z.literal('no-data') }),
  ]),
  /** The changes that the signer allows: 1 nothing, 2 forms, 3 notes. Null: it does not certify the document. */
  certification: z.number().nullable(),
  coveredBytes: z.number(),
  changes: z.array(change),
  /** The container has bytes after its end. */
  hasMoreBytes: z.boolean(),
});
export type SignatureOfReport = z.infer<typeof signature>;

/**
 * How the issuer of a signature's certificate stands in the official lists of this version. `unknown-list`: this version has
 * none. `not-compared`: there is nothing that could be compared. `too-old`: the lists are not used any more. It depends on
 * the moment and the version, so it is never stored.
 */
export type IssuerStanding =
  | { readonly kind: 'unknown-list' }
  | { readonly kind: 'not-compared' }
  | { readonly kind: 'too-old'; readonly builtOn: string }
  | {
      readonly kind: 'listed';
      /** What the list says that this authority may issue with the word *qualified*. */
      readonly grant: 'certificates' | 'timeStamps';
      readonly country: string;
      readonly issuedOn: string;
    }
  | { readonly kind: 'not-listed'; readonly countries: readonly string[]; readonly builtOn: string };

/** The relation of the signed document to the one that was sent. `null`: there was nothing to compare with. */
const sentCopy = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('same-bytes'), changes: z.array(change) }),
  z.object({ kind: z.literal('rewritten-same') }),
  z.object({ kind: z.literal('different'), changes: z.array(change) }),
  z.object({ kind: z.literal('cannot-compare') }),
]);
export type SentCopy = z.infer<typeof sentCopy>;

/** The technical content of a signed PDF. It says nothing of legal validity. */
export const signatureReport = z.object({
  state: signatureState,
  isEncrypted: z.boolean(),
  signatures: z.array(signature),
  sent: sentCopy.nullable(),
});
export type SignatureReport = z.infer<typeof signatureReport>;
