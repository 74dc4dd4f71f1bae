import { describe, expect, test } from 'vitest';
import { checkSignatures } from './check-signatures.ts';
import { attacks, goodFiles } from './testing/attacks.ts';
import { makeTestPeople } from './testing/test-certificates.ts';

const people = makeTestPeople();

describe('an untouched file is intact', () => {
  test.each(goodFiles)('$name', ({ make }) => {
    expect(checkSignatures(make(people)).state).toBe('intact');
  });
});

describe('a file that somebody tampered with is not', () => {
  test.each(attacks)('$name', ({ make, state }) => {
    expect(checkSignatures(make(people)).state).toBe(state);
  });
});
