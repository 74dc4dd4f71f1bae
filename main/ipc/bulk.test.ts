import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { emptyState } from '../../preload/contract/empty-state.ts';
import type { Language } from '../../preload/contract/language.ts';
import { limits } from '../../preload/contract/limits.ts';
import { directReader } from '../intake/document-reader.ts';
import { pdfOf } from '../intake/testing/sample-files.ts';
import { createTray } from '../intake/tray.ts';
import { outboxFolder } from '../outbox/testing/outbox-folder.ts';
import { createPublishedState } from '../state/published-state.ts';
import type { Submission } from '../submission/submission.ts';
import { accepted, sampleSubmission } from '../submission/testing/sample-submission.ts';
import { createTexts } from '../words/texts.ts';
import { bulkHandlers } from './bulk.ts';

let home: string;
let here: ReturnType<typeof outboxFolder>;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'countersign-bulk-'));
  here = outboxFolder();
});
afterEach(async () => {
  await here[Symbol.asyncDispose]();
  rmSync(home, { recursive: true, force: true });
});

interface Given {
  readonly language?: Language;
  readonly savePath?: string | null;
}

function createBulk({ language = 'en', savePath = null }: Given = {}) {
  let count = 0;
  const tray = createTray({
    folder: join(home, 'tray'),
    newId: () => `f${(count += 1)}`,
    documentReader: directReader,
  });
  const asked: string[] = [];
  const handlers = bulkHandlers({
    tray,
    journal: here.journal,
    desktop: {
      pickSmallFile: async () => ({ kind: 'cancelled' }),
      pickSavePath: async (title, name) => {
        asked.push(`${title}: ${name}`);
        return savePath;
      },
    },
    state: createPublishedState({ ...emptyState, language, locale: language, active: 'c1' }),
    texts: () => createTexts().in(language),
  });
  return { tray, handlers, asked };
}

test('hashes a document of any size, unless it has changed since it was handed over', async () => {
  const { tray, handlers } = createBulk();
  const content = pdfOf(`% ${'x'.repeat(limits.pieceBytes * 2 + 7)}`);
  const paths = ['a.pdf', 'b.pdf'].map((name) => join(home, name));
  for (const path of paths) writeFileSync(path, content);
  const { files } = await tray.offer(paths);
  const ids = files.map(({ id }) => id);
  const hash = createHash('sha256').update(content).digest('hex');
  expect(await handlers['bulk.contents']({ ids })).toEqual({ contents: ids.map((id) => ({ id, content: hash })) });
  writeFileSync(paths[0] ?? '', 'another');
  rmSync(paths[1] ?? '');
  expect(await handlers['bulk.contents']({ ids: [...ids, 'nobody'] })).toEqual({
    contents: [...ids, 'nobody'].map((id) => ({ id, content: null })),
  });
});

test('finds earlier submissions of a connection, without cancelled and withdrawn ones', async () => {
  const sha256 = 'a'.repeat(64);
  const base = sampleSubmission('s');
  const submission = (id: string, more: Partial<Submission>): Submission => ({
    ...base,
    id,
    connectionId: 'c1',
    wish: { ...base.wish, file: { ...base.wish.file, sha256 } },
    ...more,
  });
  const done = (as: Extract<Submission['stage'], { kind: 'done' }>['as']) => ({ stage: { kind: 'done', as } as const });
  const submissions = [
    submission('held', { stage: { kind: 'held' } }),
    submission('elsewhere', { connectionId: 'c2' }),
    submission('cancelled', done('cancelled')),
    submission('withdrawn', done('withdrawn')),
    submission('deleted', done('deleted')),
    submission('draft', done('draft')),
    submission('started', { ...done('started'), finishedAt: null }),
    submission('signed', { ...done('started'), finishedAt: 5 }),
    // The person pressed Undo, but the start may be faster.
    submission('too late?', { cancelled: true, stage: { kind: 'calling', step: 'start', since: 1 } }),
    // Nobody knows whether it was sent.
    submission('given up', done('given-up')),
  ];
  expect(here.journal.submissions.commit(submissions.map(accepted))).toEqual({ ok: true });
  const { handlers } = createBulk();
  const { taken } = await handlers['bulk.taken']({ connectionId: 'c1', contents: [sha256, 'b'.repeat(64)] });
  expect(taken.map(({ submissionId, state }) => [submissionId, state])).toEqual([
    ['held', 'prepared'],
    ['draft', 'draft'],
    ['started', 'under-way'],
    ['signed', 'finished'],
    ['too late?', 'under-way'],
    ['given up', 'perhaps'],
  ]);
  expect(taken[0]?.signees).toEqual(base.wish.signees.map(({ email }) => email));
});

test.each([
  ['en', ','],
  ['de', ';'],
] as const)('a list in %s is saved as a spreadsheet there expects it', async (language, separator) => {
  const savePath = join(home, 'list.csv');
  const { handlers, asked } = createBulk({ language, savePath });
  const rows = [
    ['File', 'Note'],
    ['Plan.pdf', '=HYPERLINK("x")'],
  ];
  expect(await handlers['bulk.save']({ what: 'sample', rows })).toEqual({ ok: true });
  expect(asked).toEqual([expect.stringContaining(createTexts().in(language)('bulk.dialog.sampleName'))]);
  expect(readFileSync(savePath, 'utf8')).toBe(
    `\uFEFFFile${separator}Note\r\nPlan.pdf${separator}"'=HYPERLINK(""x"")"\r\n`,
  );
});

test('reports a list that could not be saved', async () => {
  const { handlers } = createBulk({ savePath: join(home, 'no such folder', 'list.csv') });
  const table = { what: 'rest' as const, rows: [['File']] };
  expect(await handlers['bulk.save'](table)).toMatchObject({ ok: false, problem: { key: 'file-not-written' } });
  expect(await createBulk().handlers['bulk.save'](table)).toEqual({ ok: 'cancelled' });
});
