import { z } from 'zod';
import { lengths, limits } from './limits.ts';
import { problem } from './problem.ts';
import { signatureMode } from './sending.ts';

export const environment = z.enum(['production', 'test']);
export const clientForm = z.enum(['client-secret', 'public', 'signed-assertion']);

const address = z.string().max(lengths.address);
const identifier = z.string().max(lengths.identifier);

/** The fields of a connection as a person or a connection file gives them. Checked in main, field by field. */
export const connectionFields = z.object({
  name: z.string().max(lengths.name),
  environment,
  base: address,
  auth: address,
  admin: address,
  identity: address,
  clientId: identifier,
  clientForm,
  kid: identifier,
  actions: identifier,
  /** Operations that a connection file allows. Names that this version does not know stay, and do nothing. */
  operations: z.array(identifier).max(limits.operations).exactOptional(),
  /** The forms of marks that the service looks for in the text of a document: `#NAME#{email};{order}#`. */
  textMarks: z.array(identifier).max(limits.markForms).exactOptional(),
});
export type ConnectionFields = z.infer<typeof connectionFields>;
export type ConnectionField = Exclude<keyof ConnectionFields, 'operations' | 'textMarks'>;

/** A connection offered by a file, or by the practice service in development. */
export const connectionOffer = z.object({
  fields: connectionFields,
  /** The secret itself stays in main. */
  hasSecret: z.boolean(),
  practice: z.boolean(),
});
export type ConnectionOffer = z.infer<typeof connectionOffer>;

export const fieldProblem = z.object({
  field: z.union([connectionFields.keyof(), z.literal('clientSecret')]),
  problem: z.enum(['missing', 'not-an-address', 'not-https', 'wrong-ending', 'too-long', 'unknown-value']),
});
export type FieldProblem = z.infer<typeof fieldProblem>;

export const connectionSaved = z.union([
  z.object({ ok: z.literal(true), connectionId: z.string() }),
  z.object({ ok: z.literal(false), problem, fields: z.array(fieldProblem) }),
]);

export const connection = z.object({
  id: z.string(),
  fields: connectionFields,
  /** A colour from a small palette, so that people can tell connections apart. */
  colour: z.number().int(),
  /**
   * `again`: the service or the keychain no longer accepts the saved credentials. `client-refused`: the service refuses
   * the client's id, secret or key, so another password is no help. Everything else is kept.
   */
  signedIn: z.enum(['never', 'yes', 'again', 'client-refused']),
  /** A client secret is in the keychain, as far as the journal knows. */
  hasSecret: z.boolean(),
  username: z.string().nullable(),
  person: z.string().nullable(),
  savedCopies: z.string(),
});
export type Connection = z.infer<typeof connection>;

const step = z.object({
  state: z.enum(['waiting', 'running', 'done', 'failed', 'skipped']),
  /** The name of the account's owner, if that is known. */
  name: z.string().optional(),
  modes: z.array(signatureMode).optional(),
  problem: problem.optional(),
});
export type SignInTestStep = z.infer<typeof step>;

/** The three ticks of a new or renewed sign-in. */
export const signInTest = z.object({ connectionId: z.string(), token: step, person: step, modes: step });
export type SignInTest = z.infer<typeof signInTest>;

/** The user that a pasted text names, or the reason that it names none. */
export const recognised = z.union([
  z.object({ ok: z.literal(true), username: z.string() }),
  z.object({ ok: z.literal(false), problem, username: z.string().optional() }),
]);
