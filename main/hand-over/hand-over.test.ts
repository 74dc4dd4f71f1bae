import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { emptyState } from '../../preload/contract/empty-state.ts';
import type { SubmitInput } from '../../preload/contract/sending.ts';
import type { State } from '../../preload/contract/state.ts';
import { sampleConnection } from '../account/testing/sample-connection.ts';
import { directReader } from '../intake/document-reader.ts';
import { pdfOf } from '../intake/testing/sample-files.ts';
import { createTray } from '../intake/tray.ts';
import { outboxFolder } from '../outbox/testing/outbox-folder.ts';
import { sampleChoices } from '../profiles/testing/sample-choices.ts';
import { createPublishedState } from '../state/published-state.ts';
import { stoppedClock } from '../testing/clocks.ts';
import { createHandOver } from './hand-over.ts';

let home: string;
let here: ReturnType<typeof outboxFolder>;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'countersign-hand-over-'));
  here = outboxFolder();
});
afterEach(async () => {
  await here[Symbol.asyncDispose]();
  rmSync(home, { recursive: true });
});

async function prepare(names: readonly string[]) {
  let ids = 0;
  let now = 5_000;
  const newId = () => `n${(ids += 1)}`;
  const tray = createTray({ folder: join(home, 'tray'), newId, documentReader: directReader });
  const state = createPublishedState({ ...emptyState, connections: [sampleConnection], active: 'c' });
  const progress: State['handOver'][] = [];
  state.subscribe(({ patch }) => {
    if (patch.handOver !== undefined) progress.push(patch.handOver);
  });
  const faults: unknown[] = [];
  const paths = names.map((name) => join(home, name));
  for (const path of paths) writeFileSync(path, pdfOf(`% ${path}`));
  const { files } = await tray.offer(paths);
  const handOver = createHandOver({
    // Each look at the clock is a second later.
    clock: { ...stoppedClock(), now: () => (now += 1_000) },
    journal: here.journal,
    outbox: here.open(),
    tray,
    state,
    newId,
    onFault: (error) => void faults.push(error),
  });
  const beat = { email: 'beat@muster.ch', name: '', comment: '', order: 0 };
  const choices = [
    sampleChoices,
    { ...sampleChoices, comment: 'Another one' },
    { ...sampleChoices, signees: [beat] },
    { ...sampleChoices, signees: [], scanPredefined: true },
    { ...sampleChoices, signees: [{ ...beat, email: 'BEAT@muster.ch' }] },
  ];
  const submit = (items: SubmitInput['items'], connectionId = 'c') =>
    handOver.submit({ connectionId, goal: 'hold', choices, items: [...items] });
  const rows = () => here.journal.pages.page({ connectionId: 'c', limit: 100 }).rows;
  return { tray, paths, files, submit, rows, progress, faults, state };
}

test('all rows of one hand-over have one moment and one time for Undo; each has its own choices', async () => {
  const { files, submit, rows, progress, faults } = await prepare(['a.pdf', 'b.pdf', 'c.pdf']);
  const results = await submit(files.map(({ id }, at) => ({ fileId: id, choice: at % 2 })));
  expect(results.map(({ ok }) => ok)).toEqual([true, true, true]);
  expect(new Set(rows().map(({ acceptedAt }) => acceptedAt)).size).toBe(1);
  expect(new Set(rows().map(({ startAfter }) => startAfter)).size).toBe(1);
  expect(rows().map(({ wish }) => [wish.file.name, wish.comment])).toEqual([
    ['c.pdf', sampleChoices.comment],
    ['b.pdf', 'Another one'],
    ['a.pdf', sampleChoices.comment],
  ]);
  expect(progress).toEqual([{ done: 0, all: 3 }, { done: 3, all: 3 }, null]);
  expect(faults).toEqual([]);
});

test('a submission knows whether the person was shown what the fields of its file ask for', async () => {
  const { files, submit, rows } = await prepare(['a.pdf', 'b.pdf']);
  const shown = [{ fieldsRead: true as const }, {}];
  await submit(files.map(({ id }, at) => ({ fileId: id, choice: 3, ...shown[at] })));
  expect(rows().map(({ wish }) => [wish.file.name, wish.fieldsRead])).toEqual([
    ['b.pdf', undefined],
    ['a.pdf', true],
  ]);
});

test('a bad file is refused with its reason and stays in the tray; the others are taken', async () => {
  const { files, submit, rows, paths, tray } = await prepare(['a.pdf', 'b.pdf']);
  writeFileSync(paths[0] ?? '', 'Another content by now');
  const results = await submit(files.map(({ id }) => ({ fileId: id, choice: 0 })));
  expect(results).toMatchObject([{ ok: false, problem: { key: 'file-modified' } }, { ok: true }]);
  expect(rows()).toHaveLength(1);
  expect(await tray.place(files[0]?.id ?? '')).toEqual({ kind: 'changed' });
  expect(await tray.place(files[1]?.id ?? '')).toEqual({ kind: 'vanished' });
});

test('a file on its way cannot be handed over a second time', async () => {
  const { files, submit, rows } = await prepare(['a.pdf']);
  const items = files.map(({ id }) => ({ fileId: id, choice: 0 }));
  const [first, second] = await Promise.all([submit(items), submit(items)]);
  expect(first).toMatchObject([{ ok: true }]);
  expect(second).toMatchObject([{ ok: false, problem: { key: 'not-now' } }]);
  expect(rows()).toHaveLength(1);
});

test('a connection that is gone takes nothing, and a file without choices is refused', async () => {
  const { files, submit, rows } = await prepare(['a.pdf']);
  const items = files.map(({ id }) => ({ fileId: id, choice: 7 }));
  expect(await submit(items, 'gone')).toMatchObject([{ ok: false, problem: { key: 'signed-out' } }]);
  expect(await submit(items)).toMatchObject([{ ok: false }]);
  expect(rows()).toEqual([]);
});

test('files belong to the account of their own connection, whichever the window shows', async () => {
  const { files, submit, rows, state } = await prepare(['a.pdf']);
  const shown = { ...sampleConnection, id: 'd', username: 'service-2' };
  state.publish({ connections: [sampleConnection, shown], active: 'd' });
  expect(await submit(files.map(({ id }) => ({ fileId: id, choice: 0 })))).toMatchObject([{ ok: true }]);
  expect(rows().map(({ connectionId, account }) => [connectionId, account])).toEqual([['c', 'service-1']]);
});

describe('the same content', () => {
  const refused = { ok: false, problem: { key: 'sent-meanwhile' } };

  test('for the same people is refused in the moment of the commit, unless the person was shown the earlier one', async () => {
    const { paths, tray, submit, rows } = await prepare(['a.pdf']);
    writeFileSync(join(home, 'copy.pdf'), readFileSync(paths[0] ?? ''));
    const { files } = await tray.offer([paths[0] ?? '', join(home, 'copy.pdf')]);
    // Two windows, a folder and a window: both are copied at the same time.
    const ends = await Promise.all(files.map(({ id }) => submit([{ fileId: id, choice: 0 }])));
    const kept = ends.flat().filter(({ ok }) => !ok);
    expect(kept).toMatchObject([refused]);
    const fileId = kept[0]?.fileId ?? '';
    expect(await submit([{ fileId, choice: 1 }])).toMatchObject([refused]);
    // The fields of a file may name the same people.
    expect(await submit([{ fileId, choice: 3 }])).toMatchObject([refused]);
    expect(rows()).toHaveLength(1);
    expect(await submit([{ fileId, choice: 0, earlier: rows()[0]?.id ?? '' }])).toMatchObject([{ ok: true }]);
    expect(rows()).toHaveLength(2);
  });

  test('for others is taken; of two files of one hand-over only the first, unless that was shown', async () => {
    const { paths, tray, submit, rows } = await prepare(['a.pdf']);
    const copies = ['b.pdf', 'c.pdf'].map((name) => join(home, name));
    for (const path of copies) writeFileSync(path, readFileSync(paths[0] ?? ''));
    const { files } = await tray.offer([...paths, ...copies]);
    const [one, ...others] = files.map(({ id }) => ({ fileId: id, choice: 0 }));
    expect(await submit([{ fileId: one?.fileId ?? '', choice: 2 }])).toMatchObject([{ ok: true }]);
    expect(await submit(others.map((item) => ({ ...item, choice: 4 })))).toMatchObject([refused, refused]);
    expect(await submit(others)).toMatchObject([{ ok: true }, refused]);
    const { files: again } = await tray.offer(copies);
    const earlier = rows()[0]?.id ?? '';
    const shown = again.map(({ id }) => ({ fileId: id, choice: 0, earlier, twin: true as const }));
    expect(await submit(shown)).toMatchObject([{ ok: true }, { ok: true }]);
    expect(rows()).toHaveLength(4);
  });
});

test('the names of the files that a document was made from are kept with it, and others have none', async () => {
  const { tray, files, submit, rows } = await prepare(['a.pdf']);
  const transfer = '7d9fd7ab-5ab8-4c8c-a5e1-0a4a4f3bd3c1';
  const parts = ['Contract.pdf', 'Annex\u202efdp.exe'];
  const piece = { transfer, name: 'Whole.pdf', bytes: pdfOf('% whole'), last: true };
  const received = await tray.receive(piece, parts);
  const joined = received !== null && 'files' in received ? received.files : [];
  await submit([...files, ...joined].map(({ id }) => ({ fileId: id, choice: 0 })));
  const kept = new Map(rows().map(({ wish }) => [wish.file.name, wish.file]));
  expect(kept.get('Whole.pdf')).toMatchObject({ parts });
  expect(kept.get('a.pdf')).not.toHaveProperty('parts');
});
