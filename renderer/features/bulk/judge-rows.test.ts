import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { TakenBefore } from '../../../preload/contract/bulk.ts';
import type { Choices } from '../../../preload/contract/sending.ts';
import { recipientsOf } from '../../../shared/people/recipients.ts';
import type { BulkFile } from './bulk-files.ts';
import { type BulkList, newList, withRow, withSkipped } from './bulk-list.ts';
import { judgeRows, type Known } from './judge-rows.ts';

const usual: Choices = {
  mode: 'timestamp',
  jurisdiction: 'zertes',
  alias: 'Anna',
  comment: '',
  sendMail: 'others',
  scanPredefined: false,
  extra: {},
  signees: [],
};
const file = (id: string, name: string, more: Partial<BulkFile> = {}): BulkFile => ({
  id,
  name,
  size: 1,
  verdict: { id, kind: 'pdf', remarks: [], problem: null },
  content: `content of ${id}`,
  gone: false,
  ...more,
});
const asked = (files: readonly BulkFile[], before: readonly TakenBefore[] = []): Known['taken'] =>
  new Map(
    files.map(({ content }) => [
      content ?? '',
      new Map(
        before
          .filter((one) => one.content === content)
          .map((one) => [recipientsOf(one.signees, one.scanPredefined), one]),
      ),
    ]),
  );
const files = [file('a', 'Plan.pdf'), file('b', 'Offer.docx'), file('c', 'Offer.pdf')];
const known: Known = { files, profiles: [], usual, modes: null, taken: asked(files) };

const listOf = (...rows: readonly (readonly string[])[]): BulkList =>
  newList([['File', 'Signee', 'Signee 2', 'Order', 'Note', 'Profile'], ...rows]);
const judged = (list: BulkList, more: Partial<Known> = {}) => judgeRows(list, { ...known, ...more });
const kinds = (list: BulkList, more: Partial<Known> = {}) =>
  judged(list, more).map(({ state, troubles }) => [state, ...troubles.map(({ kind }) => kind)]);

describe('a row', () => {
  test('says that its document was sent with another row, until it is added again', () => {
    const gone = file('a', 'Plan.pdf', { gone: true });
    const list = listOf(['Plan.pdf', 'a@b.ch']);
    expect(kinds(list, { files: [gone] })).toEqual([['bad', 'gone']]);
    const again = file('d', 'Plan.pdf', { content: 'content of a' });
    expect(judged(list, { files: [gone, again] })).toMatchObject([{ state: 'ready', file: { id: 'd' } }]);
  });

  test('that is complete has the choices to send', () => {
    const [verdict] = judged(listOf(['C:\\x\\PLAN.pdf', 'Anna <anna@muster.ch>', 'beat@frei.ch', '2, 1', 'Soon', '']));
    expect(verdict).toMatchObject({ state: 'ready', file: { id: 'a' } });
    expect(verdict?.choices?.signees).toEqual([
      { email: 'anna@muster.ch', name: 'Anna', comment: 'Soon', order: 1 },
      { email: 'beat@frei.ch', name: '', comment: 'Soon', order: 0 },
    ]);
  });

  test.each<[string, readonly string[], string]>([
    ['no file', ['', 'a@b.ch'], 'no-file'],
    ['a file that is not here', ['Plans.pdf', 'a@b.ch'], 'not-here'],
    ['a name that means two files', ['Offer', 'a@b.ch'], 'several-files'],
    ['nobody', ['Plan.pdf', ''], 'no-signees'],
    ['a malformed address', ['Plan.pdf', 'a at b.ch'], 'address'],
    ['an address twice', ['Plan.pdf', 'a@b.ch', 'a@B.CH'], 'address'],
    ['an order nobody understands', ['Plan.pdf', 'a@b.ch', '', 'later'], 'order-unknown'],
    ['an order for others', ['Plan.pdf', 'a@b.ch', '', '1, 2'], 'order-count'],
    ['a note without end', ['Plan.pdf', 'a@b.ch', '', '', 'x'.repeat(4_001)], 'note-long'],
    ['a profile that is not there', ['Plan.pdf', 'a@b.ch', '', '', '', 'Leases'], 'profile-unknown'],
  ])('with %s names the reason', (_what, row, kind) => {
    expect(kinds(listOf(row))).toEqual([['bad', kind]]);
  });

  test('waits for the check of its file and for earlier submissions', () => {
    const list = listOf(['Plan.pdf', 'a@b.ch']);
    expect(kinds(list, { files: [file('a', 'Plan.pdf', { verdict: null, content: null })] })).toEqual([['checking']]);
    expect(kinds(list, { taken: new Map() })).toEqual([['checking']]);
  });

  test('takes from its profile what it does not say itself', () => {
    const signees = [{ email: 'carla@rossi.it', name: '', comment: 'Yours', order: null }];
    const choices: Choices = { ...usual, mode: 'qualified', alias: '', signees };
    const profiles = [{ id: 'p', name: 'Verträge', isDefault: false, choices }];
    const list = listOf(['Plan.pdf', '', '', '', '', 'vertrage'], ['Plan.pdf', 'a@b.ch', 'b@b.ch', '', '', 'Verträge']);
    const [one, two] = judged(list, { profiles });
    expect(one?.choices).toEqual({ ...choices, alias: 'Anna' });
    // The profile has no order, so the row has none.
    expect(two?.choices?.signees.map(({ order }) => order)).toEqual([null, null]);
    const modes = {
      timestamp: true,
      advanced: { zertes: [], eidas: [] },
      qualified: { zertes: [], eidas: [] },
      asOf: 0,
    };
    expect(kinds(list, { profiles, modes })).toEqual([
      ['bad', 'mode'],
      ['bad', 'mode'],
    ]);
  });

  test('may name a file that was dropped twice', () => {
    const again = file('z', 'plan.PDF', { content: 'content of a' });
    expect(kinds(listOf(['Plan.pdf', 'a@b.ch']), { files: [...files, again] })).toEqual([['ready']]);
  });
});

describe('the same document to the same people', () => {
  test('is reported in the lower row, unless the upper one is skipped or a person allows it', () => {
    const list = listOf(['Plan.pdf', 'a@b.ch', 'c@d.ch'], ['Plan', 'c@D.ch', 'a@b.ch'], ['Plan.pdf', 'a@b.ch']);
    expect(judged(list).map(({ troubles }) => troubles)).toEqual([[], [{ cell: null, kind: 'twice', row: 1 }], []]);
    expect(kinds(withSkipped(list, new Set([1]), true))).toEqual([['skipped'], ['ready'], ['ready']]);
    expect(kinds(withRow(list, 2, () => ({ again: { before: null } })))).toEqual([['ready'], ['ready'], ['ready']]);
  });

  test('is recognised by its content under any name', () => {
    const copy = file('d', 'Copy.pdf', { content: 'content of a' });
    const list = listOf(['Plan.pdf', 'a@b.ch'], ['Copy.pdf', 'a@b.ch']);
    expect(kinds(list, { files: [...files, copy] })).toEqual([['ready'], ['bad', 'twice']]);
  });

  describe('whom perhaps the fields of the file name', () => {
    const fields = [{ id: 'p', name: 'Fields', isDefault: false, choices: { ...usual, scanPredefined: true } }];
    const byFields = ['Plan.pdf', '', '', '', '', 'Fields'];
    const plans = [...files, file('d', 'Copy.pdf', { content: 'content of a' })];
    const told = (list: BulkList) => kinds(list, { files: plans, profiles: fields });

    test('is reported whichever row names the people, and under any name', () => {
      expect(told(listOf(['Plan.pdf', 'a@b.ch'], byFields))).toEqual([['ready'], ['bad', 'perhaps-twice']]);
      expect(told(listOf(byFields, ['Copy.pdf', 'a@b.ch'], ['Copy.pdf', 'c@d.ch']))).toEqual([
        ['ready'],
        ['bad', 'perhaps-twice'],
        ['bad', 'perhaps-twice'],
      ]);
      // The fields of one content name the same people.
      expect(told(listOf(byFields, ['Copy.pdf', ...byFields.slice(1)]))).toEqual([['ready'], ['bad', 'twice']]);
      expect(told(listOf(byFields, ['Offer.pdf', 'a@b.ch']))).toEqual([['ready'], ['ready']]);
    });

    test('blocks no other row when it is reported, until a person allows it', () => {
      const list = listOf(['Plan.pdf', 'a@b.ch'], byFields, ['Plan.pdf', 'c@d.ch']);
      expect(told(list)).toEqual([['ready'], ['bad', 'perhaps-twice'], ['ready']]);
      const allowed = withRow(list, 2, () => ({ again: { before: null } }));
      expect(told(allowed)).toEqual([['ready'], ['ready'], ['bad', 'perhaps-twice']]);
      expect(judged(allowed, { files: plans, profiles: fields })[2]?.troubles).toMatchObject([{ row: 2 }]);
    });
  });

  test('that was sent before is not sent again, unless a person says so', () => {
    const before: TakenBefore = {
      content: 'content of a',
      submissionId: 's',
      acceptedAt: 1,
      signees: ['c@d.ch', 'a@B.ch'],
      name: 'a.pdf',
      scanPredefined: false,
      state: 'under-way',
    };
    const list = listOf(['Plan.pdf', 'a@b.ch', 'c@d.ch'], ['Plan.pdf', 'a@b.ch'], ['Offer.pdf', 'a@b.ch', 'c@d.ch']);
    const taken = asked(files, [before]);
    expect(kinds(list, { taken })).toEqual([['taken'], ['ready'], ['ready']]);
    expect(
      kinds(
        withRow(list, 1, () => ({ again: { before: 's' } })),
        { taken },
      )[0],
    ).toEqual(['ready']);
  });

  test('that was sent before stays ready only for the one that a person answered', () => {
    const before: TakenBefore = {
      content: 'content of a',
      submissionId: 's',
      acceptedAt: 1,
      signees: ['a@b.ch'],
      scanPredefined: false,
      name: 'a.pdf',
      state: 'under-way',
    };
    const list = withRow(listOf(['Plan.pdf', 'a@b.ch']), 1, () => ({ again: { before: 's' } }));
    expect(kinds(list, { taken: asked(files, [before]) })).toEqual([['ready']]);
    // A folder took it meanwhile.
    const newer = { ...before, submissionId: 'folder', acceptedAt: 2 };
    expect(kinds(list, { taken: asked(files, [before, newer]) })).toEqual([['taken']]);
    // Nobody knows whom its fields name.
    const byFields = { ...newer, signees: [], scanPredefined: true };
    expect(kinds(list, { taken: asked(files, [before, byFields]) })).toEqual([['taken']]);
    const unfit = (signee: string) => kinds(listOf(['Plan.pdf', signee]), { taken: asked(files, [byFields]) });
    expect([unfit(''), unfit('a@b')]).toEqual([[['bad', 'no-signees']], [['bad', 'address']]]);
    // It is prepared for nobody.
    const forNobody = { ...newer, signees: [] };
    expect(kinds(list, { taken: asked(files, [before, forNobody]) })).toEqual([['ready']]);
  });

  test('is never ready twice in any list', () => {
    const row = fc.record({
      name: fc.constantFrom('Plan.pdf', 'plan', 'Offer.docx', 'Offer', 'None.pdf'),
      people: fc.subarray(['a@b.ch', 'c@d.ch', 'e@f.ch']),
      skipped: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(row, { maxLength: 12 }), (rows) => {
        const list = listOf(...rows.map(({ name, people }) => [name, people.join('; ')]));
        const skipped = new Set(rows.flatMap((one, at) => (one.skipped ? [at + 1] : [])));
        const ready = judged(withSkipped(list, skipped, true)).filter(({ state }) => state === 'ready');
        const keys = ready.map(
          ({ file: of, choices }) =>
            `${of?.content} ${recipientsOf(choices?.signees.map(({ email }) => email) ?? [], false)}`,
        );
        expect(new Set(keys).size).toBe(keys.length);
        for (const { choices, file: of } of ready) expect([choices?.signees.length, of]).not.toContain(0);
      }),
    );
  });
});
