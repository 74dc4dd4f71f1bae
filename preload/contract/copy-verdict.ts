import { z } from 'zod';
import { answer } from './answer.ts';
import { pagePlace, signatureState } from './signature-report.ts';

const amount = z.number().int().min(0);

/**
 * The findings of a check of a signed copy, and the service's statement on it. The journal keeps both with the copy.
 */
export const signatureFigures = z.object({
  /** The hash of the content that was checked. */
  sha256: z.string(),
  at: z.number(),
  /** `unchecked`: the check failed or took too long. */
  state: z.enum([...signatureState.options, 'unchecked']),
  /** Signatures that are intact: people, by their certificates, then seals of organisations and time stamps. */
  people: amount,
  seals: amount,
  timeStamps: amount,
  /** Signatures that do not fit, after which something changed, and that use an unknown method. */
  broken: amount,
  changed: amount,
  uncheckable: amount,
  /** The relation to the document that was sent. Null: nothing to compare with. */
  sent: z.enum(['same-bytes', 'rewritten-same', 'different', 'cannot-compare']).nullable(),
  /** The service's word for the kind of signature. Null: unknown. */
  mode: z.string().nullable(),
  /** The number of people who signed according to the service. */
  signed: amount,
});
export type SignatureFigures = z.infer<typeof signatureFigures>;

/**
 * The verdict on a signed copy, in one word. Good: `signed` by as many people as the service says, or `sealed` by the
 * provider where that is how the service signs. To look at: `differs` from what was sent, `cannot-check`, `unchecked`.
 * The others are alarms.
 */
const verdictKinds = [
  'signed',
  'sealed',
  'differs',
  'cannot-check',
  'unchecked',
  'too-few',
  'not-signed',
  'unreadable',
  'broken',
  'changed',
] as const;

export const copyVerdict = z.object({
  kind: z.enum(verdictKinds),
  level: z.enum(['good', 'look', 'alarm']),
  /** People whose signatures are intact, and how many the service says signed. */
  people: amount,
  signed: amount,
  at: z.number(),
});
export type CopyVerdict = z.infer<typeof copyVerdict>;
export type VerdictKind = CopyVerdict['kind'];

/** A change that can be seen on its page. No places: where it is on the page is unknown. */
const shownChange = z.object({ what: z.string(), page: z.number(), places: z.array(pagePlace) });
export type ShownChange = z.infer<typeof shownChange>;

/** One signature as a card. The sentences come from main, which has the same for `countersign check`. */
const signatureCard = z.object({
  kind: z.enum(['person', 'pseudonym', 'seal', 'time-stamp']),
  state: z.enum(['cannot-check', 'broken', 'changed-after', 'intact']),
  /** The name according to the certificate. Null: it has none. */
  name: z.string().nullable(),
  sentences: z.array(z.string()),
  /** The named changes that are on a page. */
  changes: z.array(shownChange),
  /** The name of the field, for experts. */
  field: z.string(),
  method: z.string().nullable(),
  fingerprint: z.string().nullable(),
  issuerFingerprint: z.string().nullable(),
});
export type SignatureCard = z.infer<typeof signatureCard>;

/** The check of a signed copy as a sheet shows it: one card per signature, in the order of time. */
const signatureSheet = z.object({
  verdict: copyVerdict,
  sha256: z.string(),
  cards: z.array(signatureCard),
  /** Signatures without a card. */
  more: amount,
  sent: signatureFigures.shape.sent,
  /** The submission that has our copy of what was sent. Null: the document was made elsewhere. */
  sentAs: z.string().nullable(),
  /** The people of a document that not everybody signed: how many had signed according to the service. Null: all did. */
  unsigned: z.object({ signed: amount, all: amount }).nullable(),
});
export type SignatureSheet = z.infer<typeof signatureSheet>;

export const signatureAnswer = answer({ sheet: signatureSheet.nullable() });

/** A file of the tray, or our copy of one whose submission waits for a person. */
export const signedBeforeInput = z.object({ id: z.string().min(1).max(64), of: z.enum(['file', 'submission']) });
/** The people who signed a file before it is sent, and whether it is unchanged. Empty: nobody did. */
export const signedBefore = answer({ sentences: z.array(z.string()) });
