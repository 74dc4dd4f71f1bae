import { describe, expect, test } from 'vitest';
import type { SignatureFigures } from '../../preload/contract/copy-verdict.ts';
import { checkSignatures } from './check-signatures.ts';
import { figuresOf, verdictOf, verdictOfCopy } from './copy-verdict.ts';
import { sampleFigures } from './testing/sample-figures.ts';
import { signPdf } from './testing/sign-pdf.ts';
import { makeTestPeople } from './testing/test-certificates.ts';
import { append, contents, makePdf, streamOf } from './testing/test-pdf.ts';

const given = (changes: Partial<SignatureFigures>) => verdictOf({ ...sampleFigures, ...changes }).kind;

describe('a signed copy', () => {
  test.each<[SignatureFigures['state'], string]>([
    ['none', 'not-signed'],
    ['remains-only', 'not-signed'],
    ['unreadable', 'unreadable'],
    ['unchecked', 'unchecked'],
  ])('that is %s is %s in every mode', (state, kind) => {
    for (const mode of ['timestamp', 'advanced', 'qualified', 'new', null])
      expect(given({ state, mode, people: 0, signed: 1 })).toBe(kind);
  });

  test('has the worst of its signatures', () => {
    expect(given({ state: 'broken', broken: 1 })).toBe('broken');
    expect(given({ state: 'changed-after', changed: 1 })).toBe('changed');
    // Of the whole file the state is the one of the unknown method.
    expect(given({ state: 'cannot-check', uncheckable: 1, broken: 1 })).toBe('broken');
    expect(given({ state: 'cannot-check', uncheckable: 1, changed: 1 })).toBe('changed');
    expect(given({ state: 'cannot-check', uncheckable: 1, people: 1 })).toBe('cannot-check');
    expect(given({ state: 'cannot-check', uncheckable: 1, people: 0 })).toBe('too-few');
  });

  test('that the service sealed is unclear, not unsigned, where another signature cannot be checked', () => {
    const found = { state: 'cannot-check', uncheckable: 1, people: 0, seals: 1 } as const;
    expect(given({ ...found, mode: 'advanced' })).toBe('cannot-check');
    expect(given({ ...found, mode: 'qualified' })).toBe('too-few');
  });

  test('has no verdict when its file is not where we put it and unchanged, or was not checked', () => {
    const of = (key: 'copy-missing' | 'copy-changed' | 'copy-receipt') =>
      verdictOfCopy({ signatures: sampleFigures, saveProblem: { key, params: { path: '/a.pdf' } } })?.kind ?? null;
    expect([of('copy-missing'), of('copy-changed'), of('copy-receipt')]).toEqual([null, null, 'signed']);
    expect(verdictOfCopy({ signatures: null, saveProblem: null })).toBeNull();
  });

  test('is good by the state alone, whatever is counted', () => {
    expect(given({ state: 'broken' })).toBe('unreadable');
    expect(given({ state: 'cannot-check' })).toBe('unreadable');
  });

  test.each<[string | null, Partial<SignatureFigures>, string]>([
    ['qualified', { people: 2 }, 'signed'],
    ['qualified', { people: 3 }, 'signed'],
    ['qualified', { people: 1 }, 'too-few'],
    ['qualified', { people: 1, seals: 1 }, 'too-few'],
    ['qualified', { people: 0, seals: 2 }, 'too-few'],
    ['qualified', { people: 0, timeStamps: 2 }, 'not-signed'],
    ['advanced', { people: 2 }, 'signed'],
    ['advanced', { people: 0, seals: 1 }, 'sealed'],
    ['advanced', { people: 1, seals: 1 }, 'sealed'],
    ['advanced', { people: 1 }, 'too-few'],
    ['advanced', { people: 0, timeStamps: 1 }, 'not-signed'],
    ['timestamp', { people: 2 }, 'signed'],
    ['timestamp', { people: 1 }, 'sealed'],
    ['timestamp', { people: 0, seals: 1 }, 'sealed'],
    ['timestamp', { people: 0, timeStamps: 1 }, 'sealed'],
    ['timestamp', { people: 0 }, 'not-signed'],
    ['a new one', { people: 0, seals: 1 }, 'sealed'],
    [null, { people: 0, seals: 1 }, 'sealed'],
    [null, { people: 1 }, 'too-few'],
    [null, { people: 0, timeStamps: 1 }, 'not-signed'],
  ])('of two people in mode %s with %o is %s', (mode, found, kind) => {
    expect(given({ mode, ...found })).toBe(kind);
  });

  test('needs a signature also where the service names nobody', () => {
    expect(given({ signed: 0, people: 0, timeStamps: 1 })).toBe('not-signed');
    expect(given({ signed: 0, people: 1 })).toBe('signed');
  });

  test('that differs from what was sent is looked at, unless more is wrong', () => {
    expect(given({ sent: 'different' })).toBe('differs');
    expect(given({ sent: 'different', people: 1 })).toBe('too-few');
    for (const sent of ['same-bytes', 'rewritten-same', 'cannot-compare'] as const)
      expect(given({ sent })).toBe('signed');
  });

  test('is an alarm unless it is proved good, or we could not check it', () => {
    const level = (changes: Partial<SignatureFigures>) => verdictOf({ ...sampleFigures, ...changes }).level;
    expect(level({})).toBe('good');
    expect(level({ mode: 'advanced', people: 0, seals: 1 })).toBe('good');
    expect(level({ sent: 'different' })).toBe('look');
    expect(level({ state: 'unchecked' })).toBe('look');
    expect(level({ state: 'cannot-check', uncheckable: 2 })).toBe('look');
    for (const state of ['none', 'remains-only', 'unreadable'] as const) expect(level({ state })).toBe('alarm');
    expect(level({ state: 'broken', broken: 1 })).toBe('alarm');
    expect(level({ state: 'changed-after', changed: 1 })).toBe('alarm');
    expect(level({ people: 1 })).toBe('alarm');
  });
});

describe('figures', () => {
  const people = makeTestPeople();
  const checked = { sha256: sampleFigures.sha256, at: sampleFigures.at };
  const word = { mode: 'qualified', signed: 2 };

  test('count people once, and seals apart', () => {
    const anna = signPdf(makePdf(), { signer: people.anna });
    const twice = signPdf(anna, { signer: people.anna });
    const sealed = signPdf(twice, { signer: people.seal });
    expect(figuresOf(checkSignatures(sealed.bytes, makePdf().bytes), checked, word)).toEqual({
      ...sampleFigures,
      people: 1,
      seals: 1,
      sent: 'same-bytes',
    });
  });

  test('count only intact signatures', () => {
    const changed = append(signPdf(makePdf(), { signer: people.anna }), { [contents]: streamOf('other') });
    const found = figuresOf(checkSignatures(changed.bytes), checked, word);
    expect(found).toMatchObject({ state: 'changed-after', people: 0, changed: 1 });
  });

  test('of a check that did not end say so', () => {
    expect(figuresOf(null, checked, word)).toEqual({ ...sampleFigures, state: 'unchecked', people: 0 });
  });
});
