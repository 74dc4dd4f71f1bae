import { encodeQR } from 'qr';
import { decodeQR } from 'qr/decode.js';
import { expect, test } from 'vitest';
import { hashesText } from './hashes-text.ts';

const file = (sha256: string) => ({ name: 'Lease.pdf', sha256, size: 1, at: 1 });
const [sent, copy] = ['a1'.repeat(32), 'f0'.repeat(32)];

const copyOf = (sha256: string) => ({ ...file(sha256), verdict: null });

/** Four points per square, as a camera sees it. */
function picture(text: string) {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: 4, scale: 4 });
  const data = Uint8Array.from(rows.flatMap((row) => row.flatMap((isDark) => (isDark ? [0, 0, 0] : [255, 255, 255]))));
  return { width: rows.length, height: rows.length, data };
}

test('a reader finds both hashes in the code', () => {
  const text = hashesText({ sent: { ...file(sent), parts: [] }, copies: [copyOf('00'.repeat(32)), copyOf(copy)] });
  expect(text).toBe(`SENT SHA256 ${sent.toUpperCase()} SIGNED SHA256 ${copy.toUpperCase()}`);
  expect(decodeQR(picture(text ?? ''))).toBe(text);
});

test('has the hash that there is, or none', () => {
  expect(hashesText({ sent: null, copies: [copyOf(copy)] })).toBe(`SIGNED SHA256 ${copy.toUpperCase()}`);
  expect(hashesText({ sent: null, copies: [] })).toBeNull();
});
