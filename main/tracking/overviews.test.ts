import { expect, test } from 'vitest';
import type { Overview } from '../signing/answers/overview.ts';
import { failed, type Outcome, success } from '../signing/outcome.ts';
import { readOverviews } from './overviews.ts';

const all = { signal: new AbortController().signal, allPages: true, draftsOnly: false };
const names = (count: number, from = 0) => Array.from({ length: count }, (_, at) => `d${from + at}`);

function page(ids: readonly string[], more: Partial<Overview> = {}): Overview {
  return {
    documents: ids.map((documentId) => ({
      documentId,
      documentStatus: documentId.startsWith('d') ? 'draft' : 'in-progress',
      documentName: `${documentId}.pdf`,
      documentMimeType: null,
      thumbnailUrl: null,
      signStatus: null,
      signKey: null,
      policy: { canWithdraw: null, canDelete: null },
      raw: {},
    })),
    unreadable: 0,
    pagination: { offset: null, limit: null },
    size: null,
    raw: {},
    ...more,
  };
}

function answering(...answers: readonly (Overview | Outcome<Overview>)[]) {
  const asked: { offset: number | undefined; status: string | undefined }[] = [];
  const left = [...answers];
  return {
    asked,
    client: {
      async overview({ offset, documentStatus }: { offset?: number; documentStatus?: string } = {}) {
        asked.push({ offset, status: documentStatus });
        const next = left.shift() ?? page([]);
        return 'ok' in next ? next : success(next);
      },
    },
  };
}

async function read(wish: Partial<typeof all>, ...answers: readonly (Overview | Outcome<Overview>)[]) {
  const { client, asked } = answering(...answers);
  const outcome = await readOverviews(client, { ...all, ...wish });
  if (!outcome.ok) throw new Error(outcome.failure.kind);
  return { ...outcome.value, offsets: asked.map(({ offset }) => offset), asked };
}

const lost = failed({ kind: 'timed-out', certainty: 'unclear', details: '' });

test('nobody waits: one page, however many there are', async () => {
  const { offsets, complete, documents, total } = await read({ allPages: false }, page(names(1_000), { size: 1_500 }));
  expect([offsets, complete, documents.length, total]).toEqual([[0], false, 1_000, 1_500]);
});

test('somebody waits: as many pages as there are, each from where the one before ended', async () => {
  const answers = [page(names(1_000), { size: 1_300 }), page(names(300, 1_000), { size: 1_300 })];
  const { offsets, complete, drafts, documents } = await read({}, ...answers);
  expect([offsets, complete, drafts.length, documents.length]).toEqual([[0, 1_000], true, 1_300, 1_000]);
});

test.each([
  ['the size of one answer is no size of the whole', 1_000],
  ['without a size a full page may not be the last', null],
])('%s: the next page tells', async (_why, size) => {
  const { offsets, complete } = await read(
    {},
    page(names(1_000), { size }),
    page(names(5, 1_000), { size: size && 5 }),
  );
  expect([offsets, complete]).toEqual([[0, 1_000], true]);
});

test('a service that gives fewer at once than asked for is asked on', async () => {
  const some = (from: number, size: number | null) =>
    page(names(100, from), { size, pagination: { offset: from, limit: 100 } });
  expect(await read({}, some(0, 200), some(100, 200))).toMatchObject({ offsets: [0, 100], complete: true });
  expect(await read({}, some(0, null), some(100, null))).toMatchObject({ offsets: [0, 100, 200], complete: true });
  const silent = (from: number) => page(names(100, from), { size: 200 });
  expect(await read({}, silent(0), silent(100))).toMatchObject({ offsets: [0, 100], complete: true });
});

test('a page that fails takes nothing from the others, and proves nothing', async () => {
  const { complete, drafts } = await read({}, page(names(1_000), { size: 1_300 }), lost);
  expect([complete, drafts.length]).toEqual([false, 1_000]);
});

test('a first page that fails is the failure', async () => {
  const { client } = answering(lost);
  expect(await readOverviews(client, all)).toEqual(lost);
});

test('entries nobody can read leave it open what is missing', async () => {
  const { complete } = await read({}, page(names(3), { size: 4, unreadable: 1 }));
  expect(complete).toBe(false);
});

test('ten pages are enough', async () => {
  const pages = Array.from({ length: 12 }, (_, at) => page(names(1_000, at * 1_000), { size: 12_000 }));
  const { offsets, complete } = await read({}, ...pages);
  expect([offsets.length, complete]).toEqual([10, false]);
});

test('drafts alone are asked for where only they matter, and one that moved to the next page counts once', async () => {
  const first = page([...names(999), 'x1'], { size: 1_002 });
  const { drafts, asked } = await read({ draftsOnly: true }, first, page(['d998', 'd999'], { size: 1_002 }));
  expect(asked.map(({ status }) => status)).toEqual(['draft', 'draft']);
  expect(drafts.map(({ documentId }) => documentId)).toEqual(names(1_000));
});

test('stopped in the middle: no further page', async () => {
  const stopping = new AbortController();
  stopping.abort();
  expect(await read({ signal: stopping.signal }, page(names(1_000), { size: 5_000 }))).toMatchObject({ offsets: [0] });
});
