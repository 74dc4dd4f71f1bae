import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { lengths } from '../../preload/contract/limits.ts';
import type { Choices } from '../../preload/contract/sending.ts';
import { profileFileName, readProfileFile, writeProfileFile } from './profile-file.ts';
import { sampleChoices } from './testing/sample-choices.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const read = (value: unknown) => readProfileFile(bytes(JSON.stringify(value)));
const whole = { format: 'countersign-profile', version: 1, name: 'Contracts', choices: sampleChoices };

const text = (maxLength: number) => fc.string({ unit: 'binary', maxLength });
const generated: fc.Arbitrary<Choices> = fc.record({
  mode: fc.constantFrom('timestamp', 'advanced', 'qualified'),
  jurisdiction: fc.constantFrom('zertes', 'eidas'),
  alias: text(lengths.name),
  comment: text(200),
  sendMail: fc.constantFrom('all', 'others', 'none'),
  scanPredefined: fc.boolean(),
  extra: fc.dictionary(
    fc.stringMatching(/^[a-z]{1,9}$/),
    fc.constantFrom<Choices['extra'][string]>(null, 1, 'x', ['y']),
  ),
  signees: fc.array(
    fc.record({
      email: fc.string({ minLength: 1, maxLength: 40 }),
      name: text(40),
      comment: text(40),
      order: fc.option(fc.integer({ min: 0, max: 500 })),
    }),
  ),
});

describe('a profile file', () => {
  test('reads back any profile as it was written', () => {
    fc.assert(
      fc.property(generated, (choices) => {
        // A lone surrogate cannot be written in UTF-8.
        fc.pre(JSON.stringify(choices).isWellFormed());
        const file = readProfileFile(bytes(writeProfileFile({ name: 'Contracts', choices })));
        expect(file).toEqual({ kind: 'read', name: 'Contracts', choices });
      }),
    );
  });

  test('has neither the connection nor whether the profile is the default', () => {
    const profile = { id: 'p1', name: 'Contracts', choices: sampleChoices, isDefault: true, connectionId: 'c1' };
    expect(JSON.parse(writeProfileFile(profile))).toEqual(whole);
  });

  test.each<[string, unknown]>([
    ['another format', { ...whole, format: 'countersign-connection' }],
    ['no version', { ...whole, version: undefined }],
    ['no name', { ...whole, name: ' ' }],
    ['an unknown mode', { ...whole, choices: { ...sampleChoices, mode: 'best' } }],
    ['no choices', { ...whole, choices: null }],
    ['too long a name', { ...whole, name: 'x'.repeat(lengths.name + 1) }],
    [
      'too many signees',
      { ...whole, choices: { ...sampleChoices, signees: Array(501).fill(sampleChoices.signees[0]) } },
    ],
    ['a list', [whole]],
    ['nothing', null],
  ])('with %s is unreadable', (_what, value) => {
    expect(read(value)).toEqual({ kind: 'unreadable' });
  });

  test('of a newer version is reported as newer, with any content', () => {
    expect(read({ format: 'countersign-profile', version: 2, choices: 'anything' })).toEqual({ kind: 'newer' });
  });

  test('that is no text, too long or nested too deeply is unreadable', () => {
    const deep = `{"format":"countersign-profile","version":1,"name":"x","choices":{"extra":{"a":${'['.repeat(50_000)}${']'.repeat(50_000)}}}}`;
    for (const content of [
      Buffer.from(JSON.stringify({ ...whole, name: 'Müller' }), 'latin1'),
      bytes('{'),
      bytes(deep),
      bytes(JSON.stringify(whole).padEnd(lengths.profileFile + 1)),
    ])
      expect(readProfileFile(content)).toEqual({ kind: 'unreadable' });
  });

  test('with more brackets or commas than any profile is not parsed, not counting those inside strings', () => {
    const newer = (depth: number) =>
      bytes(`{"format":"countersign-profile","version":2,"a":${'['.repeat(depth)}${']'.repeat(depth)}}`);
    expect(readProfileFile(newer(29))).toEqual({ kind: 'newer' });
    expect(readProfileFile(newer(30))).toEqual({ kind: 'unreadable' });
    const many = (count: number) => bytes(`{"format":"countersign-profile","version":2,"a":[${'1,'.repeat(count)}1]}`);
    expect(readProfileFile(many(99_998))).toEqual({ kind: 'newer' });
    expect(readProfileFile(many(99_999))).toEqual({ kind: 'unreadable' });
    const choices = { ...sampleChoices, comment: '\\"[{'.repeat(100) };
    expect(read({ ...whole, choices })).toMatchObject({ kind: 'read', choices });
  });

  test('cannot change a prototype', () => {
    const nasty = JSON.stringify({ ...whole, choices: { ...sampleChoices, extra: { x: 1 } } }).replace(
      '"x":1',
      '"__proto__":{"polluted":true}',
    );
    readProfileFile(bytes(nasty));
    expect(Reflect.has({}, 'polluted')).toBe(false);
  });
});

test.each([
  ['Contracts', 'Contracts'],
  ['a/b\\c:d*e?f"g<h>i|j', 'a_b_c_d_e_f_g_h_i_j'],
  ['..\\..\\secret', '_.._secret'],
  ['', 'Countersign'],
  ['con', '_con'],
  ['nul.2026', '_nul.2026'],
  ['\u202Egnp.exe', 'gnp.exe'],
  ['x'.repeat(130), 'x'.repeat(120)],
])('a profile called %j is saved as %j', (name, file) => {
  expect(profileFileName(name)).toBe(`${file}.countersign-profile.json`);
});
