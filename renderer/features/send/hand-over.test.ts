import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { emptyState } from '../../../preload/contract/empty-state.ts';
import type { Choices, Problem } from '../../../preload/contract/index.ts';
import { limits } from '../../../preload/contract/limits.ts';
import { useMirror } from '../../store/mirror.ts';
import { useUi } from '../../store/ui.ts';
import { draftFrom } from './draft-choices.ts';
import { handOver } from './hand-over.ts';
import { missingParts } from './missing-parts.ts';
import { withFile } from './sheet.ts';
import { changeSheet, closeSheet, dropSetAside, openSend, reopenSheet, setDraft } from './sheet-actions.ts';
import { useSheet } from './sheet-store.ts';
import { chooseFiles, takeFiles, takeOpenedFiles } from './take-files.ts';
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

  test('a held submission gets its new choices and is sent; refused, the sheet stays open', async () => {
    const asked: unknown[] = [];
    const released: string[] = [];
    const copy = { id: 'copy', name: 'Lease.pdf', size: 9 };
    const answers = [{ ok: false as const, problem: { key: 'not-now' as const, params: {} } }, { ok: true as const }];
    createMain({
      'outbox.choices': () => ({ ok: true, choices, file: copy, name: 'Lease.pdf', revisable: true }),
      'files.release': ({ ids }) => {
        released.push(...ids);
        return { ok: true };
      },
      'outbox.revise': (input) => {
        asked.push(input);
        return answers.shift() ?? { ok: true };
      },
    });
    useMirror.setState({ revision: 2, state: { ...emptyState, active: 'c1' } });
    await openSend({ submissionId: 's1' });
    expect(sheet()).toMatchObject({ revised: { submissionId: 's1', name: 'Lease.pdf', file: copy }, files: [] });
    expect(await handOver('send')).toMatchObject({ kind: 'refused' });
    setDraft({ comment: 'Changed' });
    changeSheet((now) => withFile(now, 'copy', { told: choices }));
    expect(await handOver('send')).toEqual({ kind: 'all' });
    const changed = { ...choices, comment: 'Changed' };
    expect(asked).toEqual([
      { id: 's1', choices, sends: true },
      { id: 's1', choices: changed, fieldsRead: true, sends: true },
    ]);
    // The file opened for the preview is released.
    expect(released).toEqual(['copy']);
  });

  test('a held submission that was sent before is saved, and its row says how it goes once more', async () => {
    const problem = { key: 'sent-before', params: { name: 'Lease.pdf' } } as const;
    createMain({
      'outbox.choices': () => ({ ok: true, choices, file: null, name: 'Lease.pdf', revisable: true }),
      'outbox.revise': () => ({ ok: false, problem }),
    });
    useMirror.setState({ revision: 2, state: { ...emptyState, active: 'c1' } });
    await openSend({ submissionId: 's1' });
    expect(await handOver('send')).toEqual({ kind: 'all' });
    expect([useSheet.getState().sheet, useUi.getState().fault]).toEqual([null, problem]);
    useUi.setState({ fault: null });
  });

  test('a held submission that was only viewed releases its copy', async () => {
    const copy = { id: 'copy', name: 'Lease.pdf', size: 9 };
    const { released } = createMain({
      'outbox.choices': () => ({ ok: true, choices, file: copy, name: 'Lease.pdf', revisable: true }),
    });
    useMirror.setState({ revision: 2, state: { ...emptyState, active: 'c1' } });
    await openSend({ submissionId: 's1' });
    await closeSheet();
    expect(useSheet.getState()).toMatchObject({ sheet: null, setAside: null });
    expect(released).toEqual(['copy']);
  });

  test('files opened meanwhile never join the sheet of a held submission, nor does that sheet replace theirs', async () => {
    const opened = { files: [{ id: 'new', name: 'Offer.pdf', size: 9 }], refused: [], pathless: [] };
    const waiting = Promise.withResolvers<void>();
    createMain({
      'outbox.choices': () => ({ ok: true, choices, file: null, name: 'Lease.pdf', revisable: true }),
      'files.takeOpened': async () => {
        await waiting.promise;
        return opened;
      },
    });
    useMirror.setState({ revision: 2, state: { ...emptyState, active: 'c1' } });
    const taking = takeOpenedFiles();
    await openSend({ submissionId: 's1' });
    waiting.resolve();
    await taking;
    expect(sheet()).toMatchObject({ revised: null, files: [{ id: 'new' }] });
    await openSend({ submissionId: 's1' });
    expect(sheet()).toMatchObject({ revised: { submissionId: 's1' }, files: [] });
    expect(useSheet.getState().setAside).toMatchObject({ files: [{ id: 'new' }] });
  });

  test('an earlier submission opens with its choices for another file', async () => {
    createMain({
      'outbox.choices': () => ({ ok: true, choices, file: null, name: 'Old.pdf', revisable: false }),
    });
    await openSend({ submissionId: 'gone-long-ago' });
    expect(sheet()).toMatchObject({ revised: null, draft: { mode: 'advanced', alias: 'Muster AG', ordered: false } });
    expect(missingParts(sheet(), { goal: 'send', modes: null })).toEqual([{ kind: 'no-file' }]);
  });
});

describe('a new sheet', () => {
  test('begins with the default profile and the last sender name', async () => {
    createMain();
    const profile = { id: 'p', name: 'Contracts', isDefault: true, choices: { ...choices, alias: '' } };
    const outbox = { ...emptyState.outbox, alias: 'Frei GmbH' };
    useMirror.setState({ revision: 2, state: { ...emptyState, active: 'c1', profiles: [profile], outbox } });
    await chooseFiles();
    expect(sheet().draft).toMatchObject({ mode: 'advanced', jurisdiction: 'eidas', alias: 'Frei GmbH' });
  });

  test('can be reopened after closing with files, and releases them when it cannot', async () => {
    const { released } = createMain();
    await chooseFiles();
    const before = sheet();
    await closeSheet();
    expect(useSheet.getState().sheet).toBeNull();
    reopenSheet();
    expect(sheet()).toBe(before);
    expect(released).toEqual([]);
    await closeSheet();
    await chooseFiles();
    await closeSheet();
    expect(released).toEqual(['f1', 'f2', 'f3']);
    await dropSetAside();
    expect(released).toHaveLength(6);
  });
});

describe('a file that comes alone and cannot be sent', () => {
  const one = (name: string) => ({ files: [{ id: 'f', name, size: 10 }], refused: [], pathless: [] });

  test('opens no sheet: a notice has the reason', async () => {
    const { bad, released } = createMain({ 'files.choose': () => one('Program.pdf') });
    bad.set('f', vanished);
    await chooseFiles();
    expect(useSheet.getState()).toMatchObject({ sheet: null, refused: [{ name: 'Program.pdf', problem: vanished }] });
    expect(released).toEqual(['f']);
  });

  test('the notice leaves with the next sheet', async () => {
    createMain({ 'files.choose': () => one('Fine.pdf') });
    useSheet.setState({ refused: [{ key: 'k', name: 'Program.pdf', problem: vanished }] });
    await chooseFiles();
    expect(useSheet.getState()).toMatchObject({ sheet: { files: [{ id: 'f' }] }, refused: [] });
  });

  test('belongs to the sheet that is open, or that opened while it was judged', async () => {
    const asked = Promise.withResolvers<void>();
    const go = Promise.withResolvers<void>();
    const offers = [
      one('Program.pdf'),
      { ...one('a.pdf'), files: ['a', 'b'].map((id) => ({ id, name: id, size: 9 })) },
    ];
    createMain({
      'files.choose': () => offers.shift() ?? one('Late.pdf'),
      'files.judge': async ({ ids }) => {
        if (ids.includes('f')) {
          asked.resolve();
          await go.promise;
        }
        return { verdicts: ids.map((id) => ({ id, kind: 'pdf', remarks: [], problem: id === 'f' ? vanished : null })) };
      },
    });
    const first = chooseFiles();
    await asked.promise;
    await chooseFiles();
    go.resolve();
    await first;
    expect(useSheet.getState().refused).toEqual([]);
    expect(sheet().files.map(({ id, verdict }) => [id, verdict?.problem ?? null])).toEqual([
      ['a', null],
      ['b', null],
      ['f', vanished],
    ]);
  });

  test('on a slow drive the sheet opens before the verdict', async () => {
    const go = Promise.withResolvers<void>();
    createMain({
      'files.choose': () => one('Slow.pdf'),
      'files.judge': async ({ ids }) => {
        await go.promise;
        return { verdicts: ids.map((id) => ({ id, kind: 'pdf', remarks: [], problem: vanished })) };
      },
    });
    const chosen = chooseFiles();
    await vi.waitFor(() => expect(sheet().files).toMatchObject([{ id: 'f', verdict: null }]));
    go.resolve();
    await chosen;
    expect(sheet().files).toMatchObject([{ id: 'f', verdict: { problem: vanished } }]);
  });
});

test('refuses files beyond the limit by name', async () => {
  const asked: number[] = [];
  createMain({
    'files.offer': ({ paths }) => {
      asked.push(paths.length);
      return { files: [], refused: [], pathless: [] };
    },
  });
  await takeFiles(Array.from({ length: limits.filesAtOnce + 2 }, (_, at) => new File([], `${at}.pdf`)));
  expect(asked).toEqual([limits.filesAtOnce]);
  expect(useSheet.getState()).toMatchObject({ sheet: null, refused: [{ name: '1000.pdf' }, { name: '1001.pdf' }] });
});
