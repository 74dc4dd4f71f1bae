import { randomBytes } from 'node:crypto';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { Secret } from '../signing/secret.ts';
import { openSealed, sealText } from './sealed-text.ts';

const key = new Secret(randomBytes(32).toString('base64'));

test('opens to the sealed text, and sealing twice gives different bytes', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 4_000 }), fc.string(), (text, purpose) => {
      const sealed = sealText(new Secret(text), key, purpose);
      expect(openSealed(sealed, key, purpose)?.reveal()).toBe(text);
      expect(sealed.equals(sealText(new Secret(text), key, purpose))).toBe(false);
    }),
  );
});

test('does not open after any byte was changed, removed or added', () => {
  const sealed = sealText(new Secret('-----BEGIN PRIVATE KEY-----'), key, 'purpose');
  for (let at = 0; at < sealed.length; at += 1) {
    const damaged = Buffer.from(sealed);
    damaged[at] = (damaged[at] ?? 0) ^ 1;
    expect(openSealed(damaged, key, 'purpose')).toBeNull();
    expect(openSealed(sealed.subarray(0, at), key, 'purpose')).toBeNull();
  }
  expect(openSealed(Buffer.concat([sealed, Buffer.from([0])]), key, 'purpose')).toBeNull();
});

test('does not open with another key or purpose', () => {
  const sealed = sealText(new Secret('text'), key, 'purpose');
  expect(openSealed(sealed, new Secret(randomBytes(32).toString('base64')), 'purpose')).toBeNull();
  expect(openSealed(sealed, new Secret('short'), 'purpose')).toBeNull();
  expect(openSealed(sealed, key, 'other')).toBeNull();
});

test('the sealed bytes do not contain the text', () => {
  expect(sealText(new Secret('PRIVATE KEY'), key, 'purpose').includes('PRIVATE')).toBe(false);
});

test('a sealing key of another length is a bug', () => {
  expect(() => sealText(new Secret('text'), new Secret('short'), 'purpose')).toThrow('32 bytes');
});
