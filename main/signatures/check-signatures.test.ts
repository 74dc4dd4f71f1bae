import { describe, expect, test } from 'vitest';
import { checkSignatures } from './check-signatures.ts';
import { attacks } from './testing/attacks.ts';
import { goodFiles } from './testing/good-files.ts';
import { harmlessSections } from './testing/later-sections.ts';
import { makeTestPeople } from './testing/test-certificates.ts';

const people = makeTestPeople();
const named = <One extends { readonly name: string }>(all: readonly One[]) =>
  all.map((one) => [one.name, one] as const);

describe('an untouched file is intact', () => {
  test.each(named([...goodFiles, ...harmlessSections]))('%s', (_name, { make }) => {
    expect(checkSignatures(make(people)).state).toBe('intact');
  });
});

describe('a file that somebody tampered with is not', () => {
  test.each(named(attacks))('%s', (_name, { make, state, fault }) => {
    const report = checkSignatures(make(people));
    expect(report.state).toBe(state);
    // The first rule that refuses it: a later one might do so as well.
    if (fault !== undefined) expect(report.signatures.map((one) => one.fault)).toContain(fault);
  });
});
