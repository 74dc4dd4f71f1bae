import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { emptyState } from '../../../../preload/contract/empty-state.ts';
import type { FileVerdict, Joined } from '../../../../preload/contract/sending.ts';
import { useMirror } from '../../../store/mirror.ts';
import { handOver } from '../hand-over.ts';
import { emptyDraft, idsOf, newSheet, type SheetFile, withFile, withOffered, withVerdicts } from '../sheet.ts';
import { closeSheet, dropSetAside } from '../sheet-actions.ts';
import { useSheet } from '../sheet-store.ts';
import { addSignees } from '../signees/signee-list.ts';
import { createMain, sheet } from '../testing/main-of-sheet.ts';
import { joinFiles, separate } from './join-actions.ts';
import { dropped, inOrder, joinable, moved, withJoined, withSeparated } from './joined-files.ts';

const all = ['a', 'b', 'c', 'd'];
const joined = { id: 'j', name: 'j.pdf', size: 40 };
const sheetOf = (...ids: readonly string[]) => {
  const files = ids.map((id) => ({ id, name: `${id}.pdf`, size: 10 }));
  const begun = withOffered(newSheet(emptyDraft), { files, refused: [] }, 1_000);
  return withVerdicts(
    begun,
    ids.map((id) => ({ id, kind: 'pdf' as const, remarks: [], problem: null })),
  );
};
const idsIn = (files: readonly SheetFile[]) => files.map(({ id }) => id);

describe('joined files', () => {
  test('stand in the place of the first part, with their parts in the chosen order', () => {
    const now = withJoined(sheetOf(...all), ['d', 'b'], joined);
    expect(idsIn(now.files)).toEqual(['a', 'j', 'c']);
    expect(idsIn(now.files[1]?.parts ?? [])).toEqual(['d', 'b']);
    expect(now.shown).toBe('j');
    // Main keeps all of them, and a part that is dropped again is no new file.
    expect(idsOf(now.files)).toEqual(['a', 'j', 'd', 'b', 'c']);
    const again = withOffered(now, { files: [{ id: 'x', name: 'b.pdf', size: 10, sameAs: 'b' }], refused: [] }, 1_000);
    expect(idsIn(again.files)).toEqual(['a', 'j', 'c']);
  });

  test('come back as they were', () => {
    const before = withFile(sheetOf(...all), 'b', { sendAnyway: true });
    const now = withSeparated(withJoined(before, ['c', 'b'], joined), 'j');
    expect(idsIn(now.files)).toEqual(['a', 'c', 'b', 'd']);
    expect(now.files[2]?.sendAnyway).toBe(true);
    expect(now.shown).toBe('c');
  });

  test('are made only of PDFs that can be sent', () => {
    const problem = { key: 'file-modified', params: {} } as const;
    const begun = withFile(withFile(sheetOf(...all), 'a', { leftOut: true }), 'b', { refusal: problem });
    const word: FileVerdict = { id: 'c', kind: 'docx', remarks: [], problem: null };
    expect(idsIn(joinable(withVerdicts(begun, [word]).files))).toEqual(['d']);
  });

  test('wait for files that are still judged, and leave out those that go alone', () => {
    const { files } = sheetOf(...all);
    expect(inOrder(files.slice(0, 2), [], new Set())).toEqual(['a', 'b']);
    expect(inOrder(files, ['b', 'a'], new Set())).toEqual(['b', 'a', 'c', 'd']);
    expect(inOrder(files, ['b', 'gone', 'a'], new Set(['a', 'd']))).toEqual(['b', 'c']);
  });

  test('keep all ids when one moves, by key or by hand', () => {
    expect(moved(all, 'c', 'up')).toEqual(['a', 'c', 'b', 'd']);
    expect(moved(all, 'c', 'down')).toEqual(['a', 'b', 'd', 'c']);
    expect(moved(all, 'a', 'up')).toBe(all);
    expect(moved(all, 'd', 'down')).toBe(all);
    expect(dropped(all, 'a', 'c', 'after')).toEqual(['b', 'c', 'a', 'd']);
    expect(dropped(all, 'd', 'b', 'before')).toEqual(['a', 'd', 'b', 'c']);
    const one = fc.constantFrom(...all, 'gone');
    fc.assert(
      fc.property(
        fc.shuffledSubarray(all),
        one,
        one,
        fc.constantFrom('before', 'after', 'on'),
        (ids, id, to, place) => {
          expect(dropped(ids, id, to, place).toSorted()).toEqual(ids.toSorted());
          expect(moved(ids, id, 'up').toSorted()).toEqual(ids.toSorted());
        },
      ),
    );
  });
});

describe('joining in the sheet', () => {
  let answer: Joined = { ok: true, file: joined };
  const begin = () => {
    const main = createMain({ 'files.join': () => answer });
    useMirror.setState({ state: { ...emptyState, active: 'c' } });
    useSheet.setState({ sheet: { ...sheetOf(...all), connectionId: 'c' }, setAside: null });
    return main;
  };
  beforeEach(() => {
    answer = { ok: true, file: joined };
  });
  afterEach(() => vi.unstubAllGlobals());
  const join = (ids: readonly string[], isWanted = true) => joinFiles({ ids, name: 'j', isWanted: () => isWanted });

  test('judges the new file, and sends it once; its parts are released', async () => {
    const main = begin();
    expect(await join(['b', 'a', 'c', 'd'])).toBeNull();
    await expect.poll(() => sheet().files).toMatchObject([{ id: 'j', verdict: { kind: 'pdf' } }]);
    const signees = addSignees([], [{ email: 'anna@muster.ch', name: '', note: '' }]);
    useSheet.setState({ sheet: { ...sheet(), draft: { ...emptyDraft, alias: 'Beat', signees } } });
    await handOver('send');
    expect(main.submitted.map(({ items }) => items)).toEqual([[{ fileId: 'j', choice: 0 }]]);
    expect(main.released.toSorted()).toEqual(all);
    expect(useSheet.getState().sheet).toBeNull();
  });

  test('separated again, all files are sent one by one', async () => {
    const main = begin();
    await join(['a', 'b']);
    await separate('j');
    expect(idsIn(sheet().files)).toEqual(all);
    expect(main.released).toEqual(['j']);
  });

  test('closed for good, all files are released', async () => {
    const main = begin();
    await join(['a', 'b']);
    await closeSheet();
    expect(main.released).toEqual([]);
    await dropSetAside();
    expect(main.released.toSorted()).toEqual([...all, 'j']);
  });

  test('that comes too late changes nothing: cancelled, or a file was removed', async () => {
    const main = begin();
    expect(await join(['a', 'b'], false)).toBeNull();
    expect(await join(['a', 'gone'])).toBeNull();
    expect(idsIn(sheet().files)).toEqual(all);
    expect(main.released).toEqual(['j', 'j']);
  });

  test('that was refused says why, and changes nothing', async () => {
    begin();
    answer = { ok: 'alone', files: [{ id: 'b', why: 'signed' }] };
    expect(await join(['a', 'b'])).toEqual(answer);
    answer = { ok: false, problem: { key: 'join-failed', params: {} } };
    expect(await join(['a', 'b'])).toEqual(answer);
    expect(idsIn(sheet().files)).toEqual(all);
  });
});
