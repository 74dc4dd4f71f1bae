import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { FileVerdict, OfferedFile } from '../../../preload/contract/sending.ts';
import {
  copyOf,
  emptyDraft,
  fileOf,
  isFieldsRead,
  isPlaceable,
  isTouched,
  newSheet,
  nothingOwn,
  withFile,
  withOffered,
  withoutFiles,
  withPeople,
  withVerdicts,
} from './sheet.ts';
import { addSignees } from './signees/signee-list.ts';

const offered = (...ids: string[]): OfferedFile[] => ids.map((id) => ({ id, name: `${id}.pdf`, size: 10 }));
const sheetOf = (...ids: string[]) => withOffered(newSheet(emptyDraft), { files: offered(...ids), refused: [] }, 1_000);

describe('people whom a document names', () => {
  const listOf = (...emails: string[]) =>
    addSignees(
      [],
      emails.map((email) => ({ email, name: '', note: email })),
    );
  const chosen = listOf('Anna@muster.ch', 'beat@frei.ch');
  const named = { signees: listOf('anna@muster.ch', 'carla@x.ch'), ordered: false };
  const both = {
    signees: [...chosen, ...named.signees.slice(1).map((carla) => ({ ...carla, group: 2 }))],
    ordered: true,
  };
  const file = fileOf({ id: 'a', name: 'a.pdf', size: 10 });

  test('are added to those chosen, each once', () => {
    const sheet = { ...sheetOf('a'), draft: { ...emptyDraft, signees: chosen } };
    expect(withPeople(sheet, file, named).draft).toEqual({ ...emptyDraft, ...both });
    expect(withPeople(sheetOf('a'), file, named).draft).toEqual({ ...emptyDraft, ...named });
    // One person has no order, so the document's own counts.
    const [anna = chosen[0]] = chosen;
    const one = { ...sheet, draft: { ...emptyDraft, signees: anna === undefined ? [] : [anna], ordered: true } };
    expect(withPeople(one, file, named).draft.ordered).toBe(false);
    const several = { ...sheetOf('a', 'b'), draft: sheet.draft };
    expect(withPeople(several, file, named)).toEqual(withFile(several, 'a', { own: { ...nothingOwn, people: both } }));
  });
});

test('what is the last file’s own is what the sheet shows', () => {
  const own = {
    people: { signees: addSignees([], [{ email: 'anna@x.ch', name: '', note: '' }]), ordered: false },
    alias: null,
    comment: 'Please',
  };
  const both = withFile({ ...sheetOf('a', 'b'), draft: { ...emptyDraft, alias: 'Beat' } }, 'a', { own });
  expect(withoutFiles(both, new Set(['a'])).draft).toEqual(both.draft);
  const alone = withoutFiles(both, new Set(['b']));
  expect(alone.draft).toEqual({ ...emptyDraft, ...own.people, alias: 'Beat', comment: 'Please' });
  expect(alone.files.map((file) => file.own)).toEqual([nothingOwn]);
  // Another file does not get what was chosen for this one alone.
  const again = { files: offered('b'), refused: [] };
  const beside = withOffered(alone, again, 1_000);
  expect(beside.draft).toEqual(both.draft);
  expect(beside.files.map((file) => file.own)).toEqual([own, nothingOwn]);
  // What is typed and not added yet was meant for what is shown.
  expect(withOffered({ ...alone, pending: 1 }, again, 1_000).draft).toEqual(alone.draft);
  // What was changed since is for both.
  const draft = { ...alone.draft, comment: 'Changed' };
  const changed = withOffered({ ...alone, draft }, again, 1_000);
  expect(changed).toMatchObject({ draft, files: [{ own: nothingOwn }, { own: nothingOwn }] });
});

describe('files of a sheet', () => {
  test('shows the first file; added ones come after it, and the shown one stays', () => {
    const sheet = withOffered(sheetOf('a'), { files: offered('b', 'c'), refused: [] }, 1_000);
    expect(sheet.files.map(({ id }) => id)).toEqual(['a', 'b', 'c']);
    expect(sheet.shown).toBe('a');
  });

  test('holds the same file once', () => {
    const again = { id: 'b', name: 'a.pdf', size: 10, sameAs: 'a' };
    const files = (here: string) =>
      withOffered(sheetOf(here), { files: [again], refused: [] }, 1_000).files.map(({ id }) => id);
    expect(files('a')).toEqual(['a']);
    // The first of them is in a sheet that was closed.
    const closed = { id: 'c', name: 'a.pdf', size: 10, sameAs: 'x' };
    const sheet = withOffered(newSheet(emptyDraft), { files: [closed], refused: [] }, 1_000);
    const more = { files: [{ ...closed, id: 'd' }], refused: [] };
    expect(withOffered(sheet, more, 1_000).files.map(({ id }) => id)).toEqual(['c']);
    // The other one was removed, or is in another sheet.
    expect(files('c')).toEqual(['c', 'b']);
  });

  test('refuses files beyond the limit by name, and takes the others', () => {
    const sheet = withOffered(sheetOf('a'), { files: offered('b', 'c'), refused: [] }, 2);
    expect(sheet.files.map(({ id }) => id)).toEqual(['a', 'b']);
    expect(sheet.refused).toMatchObject([{ name: 'c.pdf', problem: { key: 'files-too-many', params: { limit: 2 } } }]);
  });

  test('shows another file when the shown one is removed, the next one if possible', () => {
    expect(withoutFiles({ ...sheetOf('a', 'b', 'c'), shown: 'b' }, new Set(['b'])).shown).toBe('c');
    expect(withoutFiles({ ...sheetOf('a', 'b', 'c'), shown: 'c' }, new Set(['c'])).shown).toBe('b');
    expect(withoutFiles(sheetOf('a'), new Set(['a'])).shown).toBeNull();
    fc.assert(
      fc.property(fc.subarray(['a', 'b', 'c', 'd']), fc.constantFrom('a', 'b', 'c', 'd'), (gone, shown) => {
        const { files, shown: now } = withoutFiles({ ...sheetOf('a', 'b', 'c', 'd'), shown }, new Set(gone));
        const left = files.map(({ id }) => id);
        expect(left).toEqual(['a', 'b', 'c', 'd'].filter((id) => !gone.includes(id)));
        expect(now === null ? left.length === 0 : left.includes(now)).toBe(true);
        if (!gone.includes(shown)) expect(now).toBe(shown);
      }),
    );
  });

  test('stores a verdict at its file, and ignores one for a removed file', () => {
    const verdict = (id: string): FileVerdict => ({ id, kind: 'pdf', remarks: [], problem: null });
    const sheet = withVerdicts(sheetOf('a', 'b'), [verdict('b'), verdict('gone')]);
    expect(sheet.files.map((file) => file.verdict?.kind ?? null)).toEqual([null, 'pdf']);
  });
});

describe('a sheet is touched', () => {
  const sheet = sheetOf('a');
  test.each([
    ['never by files alone', sheet, false],
    [
      'by people',
      { ...sheet, draft: { ...emptyDraft, signees: addSignees([], [{ email: 'a@b.ch', name: '', note: '' }]) } },
      true,
    ],
    ['by a comment', { ...sheet, draft: { ...emptyDraft, comment: 'x' } }, true],
    ['not by what is as it was', { ...sheet, draft: { ...emptyDraft } }, false],
    ['by text that is in the field still', { ...sheet, pending: 0 }, true],
    ['by what differs for a file', withFile(sheet, 'a', { own: { ...nothingOwn, comment: 'x' } }), true],
  ])('%s', (_how, given, touched) => {
    expect(isTouched(given)).toBe(touched);
  });
});

test('signatures of a revised document get places where its pages are shown, and no other kind of file shows any', () => {
  const placeable = (name: string | null) => {
    const file = name === null ? null : copyOf({ id: 'f', name, size: 10 });
    const revised = { submissionId: 's', name: name ?? 'Gone.pdf', file };
    return isPlaceable({ ...newSheet(emptyDraft, { revised }), places: true });
  };
  expect([placeable('Lease.pdf'), placeable('LEASE.PDF'), placeable('Lease.docx'), placeable(null)]).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

test('what the fields ask for was shown only beside the signature and law that are still chosen', () => {
  const { mode, jurisdiction } = emptyDraft;
  const file = { ...fileOf({ id: 'a', name: 'a.pdf', size: 1 }), told: { mode, jurisdiction } };
  const read = (patch: Partial<typeof emptyDraft>) => isFieldsRead({ draft: { ...emptyDraft, ...patch } }, file);
  expect([read({}), read({ comment: 'x' }), read({ mode: 'qualified' }), read({ jurisdiction: 'eidas' })]).toEqual([
    true,
    true,
    false,
    false,
  ]);
  expect(isFieldsRead({ draft: emptyDraft }, copyOf({ id: 'a', name: 'a.pdf', size: 1 }))).toBe(false);
});
