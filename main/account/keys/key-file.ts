import { z } from 'zod';
import { keyBits } from '../../../preload/contract/keys.ts';
import { parseJson } from '../../../shared/parse-json.ts';
import { type Done, type FileTrouble, readText, replaceFile } from '../../files/safe-file.ts';

/** A public key in the form of the operator's key set. */
const publicKey = z.object({
  kty: z.literal('RSA'),
  kid: z.string().min(1),
  alg: z.literal('RS256'),
  use: z.literal('sig'),
  n: z.string().min(1),
  e: z.string().min(1),
});
export type PublicKey = Readonly<z.infer<typeof publicKey>>;

const keyEntry = z.object({
  bits: keyBits,
  created: z.number(),
  publicKey,
  /** The private key as PKCS #8 PEM, sealed, in base64. */
  sealed: z.string().min(1),
});
export type KeyEntry = Readonly<z.infer<typeof keyEntry>>;

/** `current` signs. `next` waits until the operator has confirmed it. */
const content = z.object({
  format: z.literal('countersign-keys-1'),
  current: keyEntry.nullable(),
  next: keyEntry.nullable(),
});

export interface Keys {
  readonly current: KeyEntry | null;
  readonly next: KeyEntry | null;
}

/** Reads both keys from one file, so that a change of both is one atomic replacement. */
export async function readKeys(
  path: string,
): Promise<{ readonly kind: 'ok'; readonly keys: Keys } | { readonly kind: 'damaged' } | FileTrouble> {
  const found = await readText(path);
  if (found.kind !== 'ok') return found;
  if (found.text === null) return { kind: 'ok', keys: { current: null, next: null } };
  const parsed = content.safeParse(parseJson(found.text));
  return parsed.success ? { kind: 'ok', keys: parsed.data } : { kind: 'damaged' };
}

export function writeKeys(path: string, { current, next }: Keys): Promise<Done> {
  return replaceFile(path, `${JSON.stringify({ format: 'countersign-keys-1', current, next }, null, 2)}\n`);
}
