import { createHash } from 'node:crypto';
import { Secret } from '../signing/secret.ts';

/** The limit of one entry on Windows. keytar does not check it, so we do, on every system. */
export const entryLimitBytes = 2_560;

const checksumLength = 8;

export const longestSecretBytes = entryLimitBytes - checksumLength - 1;

function checksumOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, checksumLength);
}

/** Puts a short checksum before the secret, so that we notice a damaged entry when we read it. */
export function encodeEntry(secret: Secret): string {
  const text = secret.reveal();
  return `${checksumOf(text)} ${text}`;
}

export function decodeEntry(entry: string): Secret | null {
  const text = entry.slice(checksumLength + 1);
  return entry.startsWith(`${checksumOf(text)} `) ? new Secret(text) : null;
}

export function entryBytes(entry: string): number {
  return Buffer.byteLength(entry, 'utf8');
}
