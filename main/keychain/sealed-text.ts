import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { Secret } from '../signing/secret.ts';

/**
 * Secrets too long for a keychain, sealed with AES-256-GCM: magic, nonce, tag, ciphertext. `purpose` is sealed in: what
 * was sealed for one thing does not open as another.
 */
const magic = Buffer.from('countersign-sealed-1\n');
const algorithm = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

export const sealingKeyBytes = 32;

function keyOf(key: Secret): Buffer | null {
  const bytes = Buffer.from(key.reveal(), 'base64');
  return bytes.length === sealingKeyBytes ? bytes : null;
}

/** `key` is 32 bytes in base64; another is a bug, as only account-secrets makes them. */
export function sealText(text: Secret, key: Secret, purpose: string): Buffer {
  const bytes = keyOf(key);
  if (!bytes) throw new Error('A sealing key has 32 bytes');
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv(algorithm, bytes, nonce, { authTagLength: tagBytes });
  cipher.setAAD(Buffer.concat([magic, Buffer.from(purpose)]));
  const sealed = Buffer.concat([cipher.update(text.reveal(), 'utf8'), cipher.final()]);
  return Buffer.concat([magic, nonce, cipher.getAuthTag(), sealed]);
}

/** Null when it is not whole, was sealed with another key or for another purpose. */
export function openSealed(sealed: Uint8Array, key: Secret, purpose: string): Secret | null {
  const bytes = keyOf(key);
  const tagAt = magic.length + nonceBytes;
  if (!bytes || sealed.length < tagAt + tagBytes || !magic.equals(sealed.subarray(0, magic.length))) return null;
  const decipher = createDecipheriv(algorithm, bytes, sealed.subarray(magic.length, tagAt), {
    authTagLength: tagBytes,
  });
  decipher.setAAD(Buffer.concat([magic, Buffer.from(purpose)]));
  decipher.setAuthTag(sealed.subarray(tagAt, tagAt + tagBytes));
  try {
    const text = Buffer.concat([decipher.update(sealed.subarray(tagAt + tagBytes)), decipher.final()]);
    return new Secret(text.toString('utf8'));
  } catch {
    return null;
  }
}
