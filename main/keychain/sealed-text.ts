import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { Secret } from '../signing/secret.ts';

/**
 * Encrypts secrets that are too long for a keychain with AES-256-GCM. The format is magic, nonce, tag, ciphertext.
 * `purpose` is authenticated too: text sealed for one purpose does not open for another.
 */
const magic = Buffer.from('countersign-sealed-1\n');
const algorithm = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

export const sealingKeyBytes = 32;

function decodeKey(key: Secret): Buffer | null {
  const bytes = Buffer.from(key.reveal(), 'base64');
  return bytes.length === sealingKeyBytes ? bytes : null;
}

/** Seals a text. `key` is 32 bytes in base64. Any other key is a bug, because only account-secrets.ts makes keys. */
export function sealText(text: Secret, key: Secret, purpose: string): Buffer {
  const bytes = decodeKey(key);
  if (!bytes) throw new Error('A sealing key has 32 bytes');
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv(algorithm, bytes, nonce, { authTagLength: tagBytes });
  cipher.setAAD(Buffer.concat([magic, Buffer.from(purpose)]));
  const sealed = Buffer.concat([cipher.update(text.reveal(), 'utf8'), cipher.final()]);
  return Buffer.concat([magic, nonce, cipher.getAuthTag(), sealed]);
}

/** Opens a sealed text. Returns null if it is damaged, or was sealed with another key or for another purpose. */
export function openSealed(sealed: Uint8Array, key: Secret, purpose: string): Secret | null {
  const bytes = decodeKey(key);
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
