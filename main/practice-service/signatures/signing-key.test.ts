import { createPublicKey, verify } from 'node:crypto';
import { expect, test } from 'vitest';
import { practiceKey, secretFor } from './signing-key.ts';
import { integer, sequence } from './write-der.ts';

test('signs as the example of RFC 6979 (A.2.5)', () => {
  const key = practiceKey(Buffer.from('C9AFA9D845BA75166B5C215767B1D6934E50C3DB36E89B127B8A622B120F6721', 'hex'));
  const numbers = [
    'EFD48B2AACB6A8FD1140DD9CD45E81D69D2C877B56AAF991C34D0EA84EAF3716',
    'F7CB1C942D657C41D436C7A1B6E29F65F3E900DBB9AFF4064DC4AB2F843ACDA8',
  ];
  expect(key.sign(Buffer.from('sample'))).toEqual(
    sequence(...numbers.map((number) => integer(Buffer.from(number, 'hex')))),
  );
});

test('signatures of every key verify, and are the same each time', () => {
  for (let at = 0; at < 100; at += 1) {
    const key = practiceKey(secretFor(Buffer.from('seed'), `person ${at}`));
    const data = Buffer.from(`document ${at}`);
    const publicKey = createPublicKey({ key: key.publicKey, format: 'der', type: 'spki' });
    expect(verify('sha256', data, publicKey, key.sign(data))).toBe(true);
    expect(verify('sha256', Buffer.from('other'), publicKey, key.sign(data))).toBe(false);
    expect(key.sign(data)).toEqual(key.sign(data));
  }
});

test('every name has a key of its own, and each seed has others', () => {
  const [one, other] = [Buffer.from('one'), Buffer.from('other')];
  const all = [secretFor(one, 'a'), secretFor(one, 'b'), secretFor(other, 'a')].map((secret) => secret.toString('hex'));
  expect(new Set(all).size).toBe(3);
  expect(secretFor(one, 'a')).toEqual(secretFor(one, 'a'));
});
