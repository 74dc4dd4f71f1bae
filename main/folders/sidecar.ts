import { z } from 'zod';
import { lengths, limits } from '../../preload/contract/limits.ts';
import { hasDoubledKeys, parseJson } from '../../shared/parse-json.ts';

/** Line ends, NUL, direction marks and characters of no width show another person than the one who is asked. */
const unseen = /[\p{Cc}\p{Cf}\p{DI}\p{Zl}\p{Zp}\p{Co}\p{Cn}\p{Cs}\u2800]/u;
const unseenAll = new RegExp(unseen.source, 'gu');
const plain = (most: number) =>
  z
    .string()
    .max(most)
    .refine((text) => !unseen.test(text));

/** `name.pdf.json` beside `name.pdf` says who signs it. The schema is in docs/folders.md. */
const signee = z.strictObject({
  email: plain(320)
    .trim()
    .regex(/^[^\s@<>,;"]{1,64}@[^\s@<>,;"]{1,250}\.[^\s@<>,;".]{2,}$/),
  name: plain(lengths.name).default(''),
  comment: z.string().max(lengths.comment).default(''),
  /** Counts from 0. Signees with the same number sign at the same time. */
  order: z.number().int().min(0).max(limits.participants).optional(),
});

const schema = z.strictObject({
  profile: plain(lengths.name).optional(),
  signees: z.array(signee).min(1).max(limits.participants).optional(),
  order: z.enum(['any', 'in-order']).optional(),
  mode: z.enum(['timestamp', 'advanced', 'qualified']).optional(),
  comment: z.string().max(lengths.comment).optional(),
});
export type Sidecar = z.infer<typeof schema>;

export type SidecarRead =
  | { readonly kind: 'read'; readonly sidecar: Sidecar }
  /** `where`: the field that is wrong, or empty when the text is no JSON. */
  | { readonly kind: 'wrong'; readonly where: string };

/** The knowledge about the sidecar of a document. Null: there is none. */
export type SidecarFact =
  | SidecarRead
  /** It has not rested long enough, or no scan could see it. `until`: when it has, by the monotonic clock. */
  | { readonly kind: 'writing'; readonly until: number }
  /** The system refuses it now: a virus scanner has it, a disk fails. Without it the document would go to other people. */
  | { readonly kind: 'unread' }
  /** It lay there long before its document, and an earlier document of this name was taken: it may belong to that one. */
  | { readonly kind: 'old' }
  | null;

/** Larger files are no sidecars. Room for 500 signees, each with a note. */
export const SIDECAR_BYTES = 1_000_000;

/** Reads a sidecar. An unknown field is an error: a misspelt `singees` would send to the people of the profile. */
export function readSidecar(text: string): SidecarRead {
  const json = text.replace(/^\uFEFF/, '');
  const found = schema.safeParse(parseJson(json));
  if (!found.success) {
    const [issue] = found.error.issues;
    const unknown = issue?.code === 'unrecognized_keys' ? issue.keys : [];
    const where = [...(issue?.path ?? []), ...unknown.slice(0, 1)].join('.').slice(0, lengths.name);
    return { kind: 'wrong', where: where.replaceAll(unseenAll, '\uFFFD') };
  }
  // Of two `signees` one would be sent to, and nobody can tell which one is meant.
  if (hasDoubledKeys(json)) return { kind: 'wrong', where: '' };
  const addresses = (found.data.signees ?? []).map(({ email }) => email.toLowerCase());
  const twice = addresses.findIndex((email, at) => addresses.indexOf(email) !== at);
  return twice >= 0 ? { kind: 'wrong', where: `signees.${twice}.email` } : { kind: 'read', sidecar: found.data };
}
