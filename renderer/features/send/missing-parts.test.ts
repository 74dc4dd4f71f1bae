import { describe, expect, test } from 'vitest';
import { limits } from '../../../preload/contract/limits.ts';
import type { AvailableModes, ScanResult } from '../../../preload/contract/sending.ts';
import {
  countPeople,
  fileState,
  firstStop,
  type Goal,
  isCommonPart,
  type MissingPart,
  missingParts,
} from './missing-parts.ts';
import { type Draft, emptyDraft, newSheet, nothingOwn, type Sheet, type SheetFile, withOffered } from './sheet.ts';
import { addSignees, type SigneeList } from './signees/signee-list.ts';
import { file } from './testing/sheet-file.ts';

const people = (...emails: string[]): SigneeList =>
  addSignees(
    [],
    emails.map((email) => ({ email, name: '', note: '' })),
  );
const fine: Draft = { ...emptyDraft, alias: 'Muster AG', signees: people('anna@muster.ch', 'beat@frei.ch') };
const bad = file('bad', {
  verdict: { id: 'bad', kind: null, remarks: [], problem: { key: 'file-program', params: {} } },
});
const sheetOf = (draft: Draft, files: readonly SheetFile[] = [file('a')], patch: Partial<Sheet> = {}): Sheet => ({
  ...newSheet(draft),
  files,
  ...patch,
});
const missing = (sheet: Sheet, goal: Goal = 'send', modes: AvailableModes | null = null) =>
  missingParts(sheet, { goal, modes }).map(({ kind }) => kind);

const blankField = { name: null, email: null, order: null, type: null, isSealed: false, position: null };
const nothingFound: ScanResult = {
  fields: [],
  mode: null,
  jurisdiction: null,
  authority: null,
  attachments: false,
  signWithin: null,
  reminder: null,
  observers: [],
};

const swissOnly: AvailableModes = {
  timestamp: true,
  advanced: { zertes: ['ras'], eidas: [] },
  qualified: { zertes: [], eidas: [] },
  asOf: 0,
};

describe('what is missing', () => {
  test('is nothing for a complete sheet', () => {
    expect(missing(sheetOf(fine))).toEqual([]);
  });

  test('is nobody less than the service takes together with the fields and observers of a document', () => {
    const names = (count: number, at: string) => Array.from({ length: count }, (_, number) => `p${number}@${at}`);
    const found = (fields: readonly string[], observers: number): SheetFile['scan'] => ({
      kind: 'done',
      found: {
        ...nothingFound,
        fields: fields.map((email) => ({ ...blankField, email })),
        observers: names(observers, 'o.ch'),
      },
    });
    const sheet = (scan: SheetFile['scan'], scanPredefined = true) =>
      missing(sheetOf({ ...fine, signees: people(...names(400, 'a.ch')), scanPredefined }, [file('a', { scan })]));
    expect(sheet(found(names(60, 'b.ch'), 40))).toEqual([]);
    expect(sheet(found(names(400, 'A.ch'), 100))).toEqual([]);
    expect(sheet(found(names(60, 'b.ch'), 41))).toEqual(['too-many-signees']);
    expect(sheet(found(names(101, 'b.ch'), 0))).toEqual(['too-many-signees']);
    // The service adds nobody by itself then.
    expect(sheet(found(names(101, 'b.ch'), 0), false)).toEqual([]);
  });

  test('is the reading of the fields that are used, of a new file or of our copy', () => {
    const found: SheetFile['scan'] = { kind: 'done', found: nothingFound };
    const used = { ...fine, scanPredefined: true };
    const large = { size: 30 * 1024 * 1024 };
    const copy = (scan: SheetFile['scan']) =>
      sheetOf(used, [], { revised: { submissionId: 's', name: 'a.pdf', file: file('a', { scan, opened: null }) } });
    expect([
      missing(sheetOf(used, [file('a', { scan: { kind: 'running' } })])),
      missing(sheetOf(used, [file('a'), file('b', { scan: { kind: 'running' } })])),
      // It is about to be read.
      missing(sheetOf(used, [file('a', large)])),
      missing(copy({ kind: 'unasked' })),
    ]).toEqual([['reading'], ['reading'], ['reading'], ['reading']]);
    expect([
      missing(sheetOf(used, [file('a', { scan: found })])),
      missing(sheetOf(used, [file('a', { scan: { kind: 'failed', problem: { key: 'unreachable', params: {} } } })])),
      // They are read before their uploads.
      missing(sheetOf(used, [file('a'), file('b')])),
      missing(sheetOf(fine, [file('a', large)])),
      missing(sheetOf(fine, [file('a', { scan: { kind: 'running' } })])),
      missing(copy(found)),
      missing(copy({ kind: 'running' }), 'hold'),
    ]).toEqual([[], [], [], [], [], [], []]);
  });

  const cases: readonly (readonly [string, Sheet, readonly MissingPart['kind'][]])[] = [
    ['a file', sheetOf(fine, []), ['no-file']],
    ['files that are still coming', sheetOf(fine, [], { receiving: 1 }), ['receiving']],
    ['a file that was left out is none', sheetOf(fine, [file('a', { leftOut: true })]), ['no-file']],
    ['a file that cannot be sent', sheetOf(fine, [file('a'), bad]), ['bad-files']],
    [
      'a file that was not taken',
      sheetOf(fine, [file('a', { refusal: { key: 'spool-full', params: {} } })]),
      ['bad-files'],
    ],
    ['people', sheetOf({ ...fine, signees: [] }), ['no-signees']],
    [
      'people, unless the file names them',
      sheetOf({ ...fine, signees: [], scanPredefined: true }, [file('a'), file('b')]),
      [],
    ],
    ['an address that is one', sheetOf({ ...fine, signees: people('anna') }), ['wrong-signees']],
    ['each address once', sheetOf({ ...fine, signees: people('a@b.ch', 'a@b.ch') }), ['wrong-signees']],
    [
      'a note that fits',
      sheetOf({ ...fine, signees: addSignees([], [{ email: 'a@b.ch', name: '', note: 'x'.repeat(4_001) }]) }),
      ['wrong-signees'],
    ],
    [
      'fewer people',
      sheetOf({
        ...fine,
        signees: people(...Array.from({ length: limits.participants + 1 }, (_, at) => `p${at}@b.ch`)),
      }),
      ['too-many-signees'],
    ],
    ['what was typed and is not valid', sheetOf({ ...fine, signees: [] }, [file('a')], { pending: 0 }), ['pending']],
    ['nobody when a valid address was typed', sheetOf({ ...fine, signees: [] }, [file('a')], { pending: 1 }), []],
    [
      'a listed address, also with a valid one typed',
      sheetOf({ ...fine, signees: people('anna') }, [file('a')], { pending: 1 }),
      ['wrong-signees'],
    ],
    ['a sender', sheetOf({ ...fine, alias: ' ' }), ['alias']],
    ['JSON that is some', sheetOf({ ...fine, extra: '{"a":' }), ['extra']],
    ['several things, in the order of the sheet', sheetOf(emptyDraft, []), ['no-file', 'no-signees', 'alias']],
  ];
  test.each(cases)('%s', (_what, sheet, expected) => {
    expect(missing(sheet)).toEqual(expected);
  });

  test('a draft and a held document need no people yet, but no wrong address either', () => {
    for (const goal of ['draft', 'hold'] as const) {
      expect(missing(sheetOf({ ...fine, signees: [] }), goal)).toEqual([]);
      expect(missing(sheetOf({ ...fine, signees: people('anna') }), goal)).toEqual(['wrong-signees']);
    }
  });

  test('is a signature the account may not use; while unknown, all are possible', () => {
    const qualified = sheetOf({ ...fine, mode: 'qualified' });
    expect(missing(qualified)).toEqual([]);
    expect(missing(qualified, 'send', swissOnly)).toEqual(['mode']);
    expect(missing(sheetOf({ ...fine, mode: 'advanced' }), 'send', swissOnly)).toEqual([]);
    expect(missing(sheetOf({ ...fine, mode: 'advanced', jurisdiction: 'eidas' }), 'send', swissOnly)).toEqual(['mode']);
  });

  test('is no file for a held submission', () => {
    const revised = { submissionId: 's', name: 'a.pdf', file: null };
    expect(missing(sheetOf(fine, [], { revised }))).toEqual([]);
  });
});

describe('several files', () => {
  const own = (signees: SigneeList) => ({ ...nothingOwn, people: { signees, ordered: true } });

  test('common people are not missing when all files have their own', () => {
    const files = [file('a', { own: own(people('a@b.ch')) }), file('b', { own: own(people('c@b.ch')) })];
    expect(missing(sheetOf({ ...fine, signees: [] }, files))).toEqual([]);
    expect(missing(sheetOf({ ...fine, signees: [] }, [...files, file('c')]))).toEqual(['no-signees']);
  });

  test('wrong people of one file are reported for that file alone', () => {
    const files = [file('a'), file('b', { own: own(people('nobody')) })];
    const found = missingParts(sheetOf(fine, files), { goal: 'send', modes: null });
    expect(found).toEqual([{ kind: 'own-signees', files: [files[1]] }]);
    expect(files.map((one) => fileState(sheetOf(fine, files), one, true))).toEqual(['ready', 'wrong-signees']);
  });

  test('a sender name of one file must not be empty', () => {
    const files = [file('a'), file('b', { own: { ...nothingOwn, alias: '' } })];
    expect(missing(sheetOf(fine, files))).toEqual(['own-alias']);
    expect(files.map((one) => fileState(sheetOf(fine, files), one, true))).toEqual(['ready', 'own-alias']);
  });

  test('each file is ready or says why not', () => {
    const files = [file('a'), bad, file('c', { leftOut: true }), file('d', { verdict: null })];
    const sheet = sheetOf(fine, files);
    expect(files.map((one) => fileState(sheet, one, true))).toEqual(['ready', 'bad', 'left-out', 'checking']);
  });

  test('one that cannot be sent stops the others only when nothing else can go', () => {
    const known = { goal: 'send', modes: null } as const;
    expect(firstStop(sheetOf(fine, [file('a'), bad]), known)).toBeUndefined();
    expect(firstStop(sheetOf(fine, [bad, file('c', { leftOut: true })]), known)).toMatchObject({ kind: 'bad-files' });
    expect(firstStop(sheetOf({ ...fine, alias: '' }, [file('a'), bad]), known)).toMatchObject({ kind: 'alias' });
  });

  test('the people of a file that cannot be sent are nobody to check', () => {
    const files = [file('a'), { ...bad, own: own(people('nobody')) }];
    expect(missing(sheetOf(fine, files))).toEqual(['bad-files']);
  });

  test('a common problem is not reported for each file, but no file is ready before it is solved', () => {
    const files = [file('a'), file('b', { own: own(people('carla@muster.ch')) })];
    const sheet = sheetOf({ ...fine, signees: [] }, files);
    const found = missingParts(sheet, { goal: 'send', modes: null });
    expect(found.map(isCommonPart)).toEqual([true]);
    expect(files.map((one) => fileState(sheet, one, false))).toEqual(['common', 'common']);
    expect(missingParts(sheetOf(fine, [bad]), { goal: 'send', modes: null }).map(isCommonPart)).toEqual([false]);
  });

  test('counts everybody once, without skipped files', () => {
    const files = [
      file('a'),
      file('b', { own: own(people('ANNA@muster.ch', 'carla@muster.ch')) }),
      file('c', { own: own(people('dora@muster.ch')), leftOut: true }),
    ];
    expect(countPeople(sheetOf(fine, files))).toBe(3);
    expect(countPeople(sheetOf(fine, files, { pending: 2 }))).toBe(5);
  });

  test('checks a thousand files with the same people quickly', () => {
    const files = Array.from({ length: 1_000 }, (_, at) => ({ id: `f${at}`, name: `${at}.pdf`, size: 1 }));
    const many = people(...Array.from({ length: 500 }, (_, at) => `p${at}@b.ch`));
    const sheet = withOffered(newSheet({ ...fine, signees: many }), { files, refused: [] }, 1_000);
    expect(sheet.files.filter((one) => fileState(sheet, one, true) === 'checking')).toHaveLength(1_000);
    expect(missing(sheet)).toEqual([]);
  });
});
