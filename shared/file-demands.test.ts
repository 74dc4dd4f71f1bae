import { describe, expect, test } from 'vitest';
import { type FileWishes, unmetDemands } from './file-demands.ts';

const nothing: FileWishes = {
  mode: 'timestamp',
  jurisdiction: 'zertes',
  authority: 'ras',
  attachments: false,
  signWithin: null,
  reminder: null,
  observers: [],
  fields: [{ email: 'anna@example.ch', type: 'signature', isSealed: false }],
};
const [field] = nothing.fields;
if (field === undefined) throw new Error('There is no field.');
const simple = { mode: 'timestamp', jurisdiction: 'zertes' } as const;
const qualified = { mode: 'qualified', jurisdiction: 'zertes' } as const;
const usable = {
  advanced: { zertes: ['ras', 'did'], eidas: [] },
  qualified: { zertes: ['ras'], eidas: ['did'] },
};

const demands = (wishes: Partial<FileWishes>, chosen: typeof simple | typeof qualified = simple) =>
  unmetDemands({ ...nothing, ...wishes }, chosen, usable).map(({ what, value }) => `${what} ${value}`.trim());

describe('a PDF that asks for', () => {
  test.each<[string, Partial<FileWishes>, readonly string[]]>([
    ['nothing', {}, []],
    ['nothing, by a service that says nothing', { mode: null, jurisdiction: null, authority: null, fields: [] }, []],
    ['a stronger signature', { mode: 'qualified' }, ['stronger qualified', 'authority ras']],
    ['a signature that nobody knows', { mode: 'sealed' }, ['unknown-mode sealed', 'authority ras']],
    ['another law', { jurisdiction: 'eidas' }, ['law eidas']],
    ['attachments', { attachments: true }, ['attachments']],
    ['a time limit', { signWithin: '14' }, ['deadline 14']],
    ['reminders', { reminder: '3' }, ['reminder 3']],
    ['observers', { observers: ['zoe@z.ch', 'otto@o.ch'] }, ['observers zoe@z.ch, otto@o.ch']],
    [
      'the signature of nobody',
      {
        fields: [
          { ...field, email: '' },
          { ...field, email: null },
        ],
      },
      ['nobody 2'],
    ],
    ['a seal', { fields: [{ ...field, type: 'seal' }] }, ['seal 1']],
    ['a seal, by its key', { fields: [{ ...field, isSealed: true }] }, ['seal 1']],
  ])('%s', (_what, wishes, expected) => {
    expect(demands(wishes)).toEqual(expected);
  });

  test('what the choices give asks for nothing more', () => {
    expect(demands({ mode: 'qualified' }, qualified)).toEqual([]);
    expect(demands({ mode: 'advanced', authority: null }, qualified)).toEqual([]);
  });

  test('an authority asks for more where the service could take another one', () => {
    expect(demands({ mode: 'qualified', authority: 'did' }, qualified)).toEqual(['authority did']);
    const unknown = unmetDemands({ ...nothing, mode: 'qualified' }, qualified, null);
    expect(unknown).toEqual([{ what: 'authority', value: 'ras' }]);
    const both = unmetDemands({ ...nothing, mode: 'advanced' }, { mode: 'advanced', jurisdiction: 'zertes' }, usable);
    expect(both).toEqual([{ what: 'authority', value: 'ras' }]);
  });

  test('very much is told in a text that fits', () => {
    expect(demands({ reminder: 'x'.repeat(10_000) })[0]?.length).toBeLessThan(300);
  });
});
