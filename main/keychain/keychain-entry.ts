import { createHash } from 'node:crypto';
import { Secret } from '../signing/secret.ts';

/** Windows takes no more in one entry, and keytar does not look. The same bound everywhere shows it early. */
export const entryLimitBytes = 2_560;

const checkLength = 8;

export const longestSecretBytes = entryLimitBytes - checkLength - 1;

function checkOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, checkLength);
}

/** The text of a keychain entry: the secret behind a short check of it, so that a damaged one is noticed when read. */
export function encodeEntry(secret: Secret): string {
  const text = secret.reveal();
  return `${checkOf(text)} ${text}`;
}

export function decodeEntry(entry: string): Secret | null {
  const text = entry.slice(checkLength + 1);
  return entry.startsWith(`${checkOf(text)} `) ? new Secret(text) : null;
}

export function entryBytes(entry: string): number {
  return Buffer.byteLength(entry, 'utf8');
}
