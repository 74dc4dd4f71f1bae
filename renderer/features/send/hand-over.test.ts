import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { emptyState } from '../../../preload/contract/empty-state.ts';
import type { Choices, Problem } from '../../../preload/contract/index.ts';
import { useMirror } from '../../store/mirror.ts';
import { useUi } from '../../store/ui.ts';
import { draftFrom } from './draft-choices.ts';
import { handOver } from './hand-over.ts';
import { missingParts } from './missing-parts.ts';
import { withFile } from './sheet.ts';
import { changeSheet, closeSheet, setDraft } from './sheet-actions.ts';
import { useSheet } from './sheet-store.ts';
import { chooseFiles } from './take-files.ts';
import { createMain, sheet } from './testing/main-of-sheet.ts';

const vanished: Problem = { key: 'file-vanished', params: { name: '' } };
const choices: Choices = {
  mode: 'advanced',
  jurisdiction: 'eidas',
  alias: 'Muster AG',
  comment: 'As agreed',
  sendMail: 'all',
  scanPredefined: false,
  extra: {},
  signees: [{ email: 'anna@muster.ch', name: '', comment: '', order: null }],
};

beforeEach(() => {
  useSheet.setState({ sheet: null, setAside: null, refused: [] });
  useUi.setState({ fault: null, screen: 'settings', arrived: null });
  useMirror.setState({ revision: 1, state: { ...emptyState, active: 'c1' } });
});
afterEach(() => vi.unstubAllGlobals());

describe('handing over', () => {
  test('all files are taken: the sheet closes and the list is shown', async () => {
    const { submitted } = createMain();
    await chooseFiles();
    expect(await handOver('draft')).toEqual({ kind: 'all' });
    expect(submitted).toMatchObject([
      { connectionId: 'c1', goal: 'draft', items: [{ fileId: 'f1' }, { fileId: 'f2' }, { fileId: 'f3' }] },
    ]);
    expect(useSheet.getState()).toMatchObject({ sheet: null, setAside: null });
    expect(useUi.getState()).toMatchObject({ screen: 'documents', arrived: 's-f1' });
  });

  test('the files of which the person was shown what their fields ask for say so', async () => {
    const { submitted } = createMain();
    await chooseFiles();
    const { mode, jurisdiction } = sheet().draft;
    changeSheet((now) => withFile(now, 'f2', { told: { mode, jurisdiction } }));
    await handOver('send');
    expect(submitted[0]?.items.map(({ fileId, fieldsRead }) => [fileId, fieldsRead])).toEqual([
      ['f1', undefined],
      ['f2', true],
      ['f3', undefined],
    ]);
  });

  test('a file that went bad stops all before the first is sent; skipped, the others are sent', async () => {
    const { bad, submitted, released } = createMain();
    await chooseFiles();
    bad.set('f2', vanished);
    expect(await handOver('send')).toEqual({ kind: 'looked', left: 1 });
    expect(submitted).toEqual([]);
    expect(
      missingParts(
        { ...sheet(), draft: { ...sheet().draft, alias: 'x', scanPredefined: true } },
        { goal: 'send', modes: null },
      ),
    ).toMatchObject([{ kind: 'bad-files', files: [{ id: 'f2' }] }]);
    useSheet.setState({
      sheet: { ...sheet(), files: sheet().files.map((file) => ({ ...file, leftOut: file.id === 'f2' })) },
    });
    expect(await handOver('send')).toEqual({ kind: 'all' });
    expect(submitted[0]?.items.map(({ fileId }) => fileId)).toEqual(['f1', 'f3']);
    expect(released).toEqual(['f2']);
  });

  test('the file that a person knows to be bad stays, and the others are sent', async () => {
    const { bad, submitted } = createMain();
    bad.set('f2', vanished);
    await chooseFiles();
    expect(await handOver('send')).toEqual({ kind: 'some', taken: 2, left: 1 });
    expect(submitted[0]?.items.map(({ fileId }) => fileId)).toEqual(['f1', 'f3']);
    expect(sheet().files.map(({ id }) => id)).toEqual(['f2']);
    expect(useUi.getState().arrived).toBeNull();
  });

  test('a refused file stays with its reason, and the others leave the sheet', async () => {
    createMain({
      'outbox.submit': ({ items }) => ({
        results: items.map(({ fileId }) =>
          fileId === 'f2' ? { ok: false, fileId, problem: vanished } : { ok: true, fileId, submissionId: fileId },
        ),
      }),
    });
    await chooseFiles();
    expect(await handOver('send')).toEqual({ kind: 'some', taken: 2, left: 1 });
    expect(sheet().files).toMatchObject([{ id: 'f2', refusal: vanished }]);
    expect(sheet().shown).toBe('f2');
  });

  test('places of signatures go along with the one document on whose pages they were chosen', async () => {
    const { submitted } = createMain();
    const place = { page: 1, x: 60, y: 80, width: 170, height: 50 };
    const draft = draftFrom({ ...choices, signees: choices.signees.map((one) => ({ ...one, place })) });
    const sent = async (patch: Partial<ReturnType<typeof sheet>>, files: number) => {
      await chooseFiles();
      const opened = { kind: 'opens', isDynamicForm: false } as const;
      changeSheet((now) => ({
        ...now,
        draft,
        places: true,
        files: now.files.slice(0, files).map((file) => ({ ...file, opened })),
        ...patch,
      }));
      await handOver('send');
      return submitted.at(-1)?.choices[0]?.signees[0]?.place;
    };
    expect(await sent({}, 1)).toEqual(place);
    expect(await sent({}, 2)).toBeUndefined();
    expect(await sent({ places: false }, 1)).toBeUndefined();
    expect(await sent({ draft: { ...draft, scanPredefined: true } }, 1)).toBeUndefined();
  });

  test('sends many files in one call, and equal choices once', async () => {
    const names = Array.from({ length: 120 }, (_, at) => `${at}.pdf`);
    const { submitted } = createMain({
      'files.choose': () => ({
        files: names.map((name) => ({ id: name, name, size: 10 })),
        refused: [],
        pathless: [],
      }),
    });
    await chooseFiles();
    const [first, ...rest] = sheet().files;
    if (!first) throw new Error('The sheet has no file.');
    useSheet.setState({
      sheet: { ...sheet(), files: [{ ...first, own: { people: null, alias: null, comment: 'Another one' } }, ...rest] },
    });
    expect(await handOver('send')).toEqual({ kind: 'all' });
    expect(submitted.map(({ items, choices: sets }) => [items.length, sets.length])).toEqual([[120, 2]]);
    expect(submitted[0]?.items.map(({ choice }) => choice)).toEqual([0, ...rest.map(() => 1)]);
    expect(submitted[0]?.choices.map(({ comment }) => comment)).toEqual(['Another one', '']);
  });

  test('names the earlier document of a file, unless the press added people to whom it may have gone before', async () => {
    const content = 'a'.repeat(64);
    const about = { content, name: 'a.pdf', acceptedAt: 1, scanPredefined: false, state: 'under-way' } as const;
    const [first, both] = [
      { ...about, submissionId: 's1', signees: ['anna@muster.ch'] },
      { ...about, submissionId: 's2', signees: ['anna@muster.ch', 'beat@muster.ch'] },
    ];
    const beat = { email: 'beat@muster.ch', name: '', comment: '', order: null };
    const { submitted } = createMain({
      'bulk.contents': ({ ids }) => ({ contents: ids.map((id) => ({ id, content })) }),
      'bulk.taken': () => ({ taken: [both, first] }),
      'outbox.submit': (input) => {
        submitted.push(input);
        return {
          results: input.items.map(({ fileId }) => ({
            ok: false,
            fileId,
            problem: { key: 'sent-meanwhile', params: {} },
          })),
        };
      },
    });
    await chooseFiles();
    await expect.poll(() => sheet().files.map(({ earlier }) => earlier?.length)).toEqual([2, 2, 2]);
    const { draft: shown } = sheet();
    await handOver('send', shown);
    expect(submitted[0]?.items.map(({ earlier }) => earlier)).toEqual(['s1', 's1', 's1']);
    setDraft({ signees: draftFrom({ ...choices, signees: [...choices.signees, beat] }).signees });
    for (const { id } of sheet().files) changeSheet((now) => withFile(now, id, { refusal: null }));
    await handOver('send', shown);
    expect(submitted[1]?.items.map(({ earlier }) => earlier)).toEqual([undefined, undefined, undefined]);
  });

  test('keeps the files in the sheet when the call fails', async () => {
    createMain({
      'outbox.submit': () => {
        throw new Error('Broken off');
      },
    });
    await chooseFiles();
    await expect(handOver('send')).rejects.toThrow();
    expect(sheet()).toMatchObject({ handing: false });
    expect(sheet().files).toHaveLength(3);
  });

  test('while sending, the sheet cannot be closed or sent twice, and new files open another sheet', async () => {
    const arrived = Promise.withResolvers<void>();
    const go = Promise.withResolvers<void>();
    const { released } = createMain({
      'outbox.submit': async ({ items }) => {
        arrived.resolve();
        await go.promise;
        return { results: items.map(({ fileId }) => ({ ok: true, fileId, submissionId: `s-${fileId}` })) };
      },
    });
    await chooseFiles();
    const handing = handOver('send');
    await arrived.promise;
    await closeSheet();
    const late = chooseFiles();
    expect(await handOver('send')).toEqual({ kind: 'all' });
    expect(sheet()).toMatchObject({ handing: true, files: [{ id: 'f1' }, { id: 'f2' }, { id: 'f3' }] });
    go.resolve();
    expect(await handing).toEqual({ kind: 'all' });
    await late;
    expect(released).toEqual([]);
    expect(useSheet.getState().setAside).toBeNull();
    expect(sheet()).toMatchObject({ handing: false, files: [{ id: 'f4' }, { id: 'f5' }, { id: 'f6' }] });
  });
});
