import { describe, expect, onTestFinished, test } from 'vitest';
import type { ListedDocument } from '../../preload/contract/document.ts';
import { emptyState } from '../../preload/contract/empty-state.ts';
import type { RowsChanged } from '../../preload/contract/list.ts';
import { wholeList } from '../../preload/contract/list-choices.ts';
import type { State } from '../../preload/contract/state.ts';
import { sampleConnection } from '../account/testing/sample-connection.ts';
import { documentEntryOf } from '../documents/document-entry.ts';
import { openJournal } from '../journal/journal.ts';
import { toRow } from '../outbox/row.ts';
import { createPublishedState } from '../state/published-state.ts';
import type { Submission } from '../submission/submission.ts';
import { accepted, sampleSubmission } from '../submission/testing/sample-submission.ts';
import { createDrivenClock } from '../testing/clocks.ts';
import { createList } from './list.ts';

const listed = (id: string, documentStatus: string, name = `${id}.pdf`): ListedDocument => ({
  id,
  name,
  mimeType: '',
  documentStatus,
  signStatus: null,
  canWithdraw: true,
  canDelete: true,
});

function prepare() {
  const { journal } = openJournal(':memory:');
  const clock = createDrivenClock(1_000_000_000);
  const connections = ['c', 'd'].map((id) => ({ ...sampleConnection, id }));
  for (const connection of connections) journal.connections.save(connection, 0);
  const state = createPublishedState({ ...emptyState, connections, active: 'c' });
  const told: RowsChanged[] = [];
  const faults: unknown[] = [];
  const list = createList({
    clock,
    state,
    journal,
    submissionOf: journal.submissions.find,
    rowOf: (one) => toRow(one, { now: clock.now(), host: 'h', progress: null, account: one.account, listed: null }),
    entryOf: (connectionId, id) => documentEntryOf(journal, connectionId, id, null),
    onFault: (error) => void faults.push(error),
  });
  list.onChanged((event) => void told.push(event));
  onTestFinished(() => {
    list.close();
    journal.close();
    expect(faults).toEqual([]);
  });
  const put = (...submissions: readonly Submission[]) => {
    const done = journal.submissions.commit(submissions.map((one) => accepted(one)));
    if (!done.ok) throw new Error('not written');
  };
  const see = (connectionId: string, ...documents: ListedDocument[]) => {
    journal.documents.see(connectionId, documents, 1);
    journal.documentsSeen.replace(connectionId, documents);
  };
  return { journal, clock, state, list, told, put, see };
}

const submission = (id: string, patch: Partial<Submission> = {}) =>
  sampleSubmission(id, { connectionId: 'c', ...patch });
const started = { stage: { kind: 'done', as: 'started' } } as const;
const keysOf = ({ rows }: { readonly rows: readonly { readonly key: string }[] }) => rows.map(({ key }) => key);

test('serves the rows of the shown connection: documents, open submissions and ended ones', async () => {
  const { list, put, see, state } = prepare();
  put(submission('open'), submission('ended', started), submission('of another', { connectionId: 'd' }));
  see('c', listed('d1', 'draft'));
  see('d', listed('d2', 'draft'));
  list.follow('c');
  const part = await list.rows(wholeList, 0, 100);
  expect(part.groups).toEqual([
    { group: 'sending', count: 1, folded: false },
    { group: 'waiting', count: 1, folded: false },
    { group: 'drafts', count: 1, folded: false },
  ]);
  expect(keysOf(part)).toEqual(['submission:open', 'submission:ended', 'd1']);
  expect(part.total).toBe(3);
  expect(state.get().list).toMatchObject({ ready: true, revision: part.revision, counts: { all: 3, drafts: 1 } });
});

test('asked before the journal is read, it answers when the first rows are there', async () => {
  const { list, put, state } = prepare();
  const lists: State['list'][] = [];
  state.subscribe(({ patch }) => lists.push(...(patch.list ? [patch.list] : [])));
  put(...Array.from({ length: 2_500 }, (_, at) => submission(`s${at}`, { ...started, acceptedAt: at })));
  list.follow('c');
  const first = await list.rows(wholeList, 0, 3);
  expect(keysOf(first)).toEqual(['submission:s2499', 'submission:s2498', 'submission:s2497']);
  await expect.poll(async () => (await list.rows(wholeList, 2_499, 1)).rows[0]?.key).toBe('submission:s0');
  // Until all rows are read, nobody may say how many there are.
  expect(lists.filter(({ ready, counts }) => ready !== (counts.all === 2_500))).toEqual([]);
  expect(lists.at(-1)?.ready).toBe(true);
});

test('an answer that comes after another connection was shown is of that connection', async () => {
  const { list, put } = prepare();
  put(submission('mine'), submission('theirs', { connectionId: 'd' }));
  list.follow('c');
  const late = list.rows(wholeList, 0, 10);
  list.follow('d');
  expect(keysOf(await late)).toEqual(['submission:theirs']);
});

test('submissions that came back from the spool are listed, also for one who has only this function', async () => {
  const { list, put } = prepare();
  list.follow('c');
  expect((await list.rows(wholeList, 0, 10)).total).toBe(0);
  put(submission('back'));
  const { restored } = list;
  restored();
  expect(keysOf(await list.rows(wholeList, 0, 10))).toEqual(['submission:back']);
});

test('the row whose details are open is told again when submissions came back from the spool', async () => {
  const { list, put, told, clock } = prepare();
  put(submission('a'));
  list.follow('c');
  await list.row('submission:a');
  list.restored();
  await list.rows(wholeList, 0, 10);
  await clock.advance(100);
  list.uploadProgressed('a');
  await clock.advance(100);
  // By the answer, by what has come back, and by the change.
  const opened = told.flatMap((event) => event.opened?.key ?? []);
  expect(opened).toEqual(['submission:a', 'submission:a', 'submission:a']);
  list.follow('d');
  list.follow('c');
  await list.rows(wholeList, 0, 10);
  list.uploadProgressed('a');
  await clock.advance(100);
  expect(told.flatMap((event) => event.opened?.key ?? [])).toEqual(opened);
});

test('revisions grow over changes and connections, and stay while nothing moves', async () => {
  const { list, put } = prepare();
  put(submission('a'));
  list.follow('c');
  const { revision } = await list.rows(wholeList, 0, 10);
  list.submissionChanged(submission('a'));
  expect((await list.rows(wholeList, 0, 10)).revision).toBe(revision);
  list.submissionChanged(submission('a', started));
  const moved = (await list.rows(wholeList, 0, 10)).revision;
  expect(moved).toBeGreaterThan(revision);
  list.follow('d');
  expect((await list.rows(wholeList, 0, 10)).revision).toBeGreaterThan(moved);
});

test('tells changes of rows that were asked for, a few times a second, and of no others', async () => {
  const { list, put, told, clock } = prepare();
  put(submission('seen'), submission('far', { acceptedAt: 1 }));
  list.follow('c');
  expect(keysOf(await list.rows(wholeList, 0, 1))).toEqual(['submission:seen']);
  list.uploadProgressed('seen');
  list.uploadProgressed('seen');
  list.uploadProgressed('far');
  expect(told).toEqual([]);
  await clock.advance(100);
  expect(told.map(keysOf)).toEqual([['submission:seen']]);
  // A few searches in the palette do not end that.
  for (let typed = 0; typed < 4; typed += 1) await list.rows({ ...wholeList, search: 'far' }, 0, 1, true);
  list.uploadProgressed('seen');
  await clock.advance(100);
  expect(told.map(keysOf)).toEqual([['submission:seen'], ['submission:seen']]);
});

test('the row whose details are open comes whole, the rows of the list without long texts', async () => {
  const { list, put, told, clock } = prepare();
  const sample = submission('a');
  put({ ...sample, wish: { ...sample.wish, comment: 'A long story' } });
  list.follow('c');
  expect((await list.rows(wholeList, 0, 10)).rows[0]?.submission?.comment).toBe('');
  expect((await list.row('submission:a')).row?.submission?.comment).toBe('A long story');
  list.uploadProgressed('a');
  await clock.advance(100);
  expect(told.map(({ opened }) => opened?.submission?.comment)).toEqual(['A long story', undefined]);
  await list.rows(wholeList, 0, 10);
  expect(told.at(-1)?.opened?.submission?.comment).toBe('A long story');
  expect((await list.row('nobody')).row).toBeNull();
});

test('a document that a check or a look changed is read again', async () => {
  const { journal, list, see, state, clock } = prepare();
  see('c', listed('d1', 'in-progress'), listed('d2', 'in-progress'));
  list.follow('c');
  await list.rows(wholeList, 0, 10);
  see('c', listed('new', 'draft'), listed('d1', 'signed'));
  list.documentsChanged('c', null);
  await expect
    .poll(async () => (await list.rows(wholeList, 0, 10)).groups)
    .toEqual([
      { group: 'finished', count: 1, folded: false },
      { group: 'drafts', count: 1, folded: false },
    ]);
  expect(state.get().list).toMatchObject({ documents: 2, missing: 1 });
  const copy = { documentId: 'd1', path: '/copies/d1.pdf', sha256: 'x', size: 1, at: 1 };
  journal.savedCopies.add({ connectionId: 'c', ...copy });
  list.documentsChanged('c', 'd1');
  list.documentsChanged('d', 'd1');
  await clock.advance(100);
  expect(state.get().list.missing).toBe(0);
  expect((await list.row('d1')).row?.document?.saved).toMatchObject({ name: 'd1.pdf' });
});

test('a document that only the list of the last check knows has its name', async () => {
  const { journal, list } = prepare();
  journal.documentsSeen.replace('c', [listed('d1', 'draft', 'Early.pdf')]);
  list.follow('c');
  expect((await list.rows(wholeList, 0, 10)).rows[0]?.document?.name).toBe('Early.pdf');
});

describe('a document that the service has deleted', () => {
  const DAY = 24 * 60 * 60_000;
  const deletedAfter = (ageMs: number, statuses: readonly string[]) => {
    const prepared = prepare();
    const { journal, list, see, clock } = prepared;
    const at = clock.now() - ageMs;
    see('c', ...statuses.map((status) => listed(status, status)));
    const seen = statuses.map((status) => ({ id: status, status }));
    journal.documentFacts.see('c', seen, { at, before: null, account: null });
    for (const status of statuses) journal.documentFacts.setGone('c', status, at);
    journal.documentsSeen.replace('c', []);
    list.follow('c');
    return prepared;
  };

  test('stays among the finished for ever, however it ended', async () => {
    const statuses = ['in-progress', 'rejected', 'signed', 'withdrawn', 'a status of tomorrow'];
    const { list } = deletedAfter(900 * DAY, statuses);
    const { rows, groups } = await list.rows(wholeList, 0, 10);
    expect([rows.map(({ key }) => key).toSorted(), groups]).toEqual([
      statuses.toSorted(),
      [{ group: 'finished', count: 5, folded: false }],
    ]);
  });

  test('stays for sixty days when it was a draft', async () => {
    expect(keysOf(await deletedAfter(59 * DAY, ['draft']).list.rows(wholeList, 0, 10))).toEqual(['draft']);
    expect(keysOf(await deletedAfter(61 * DAY, ['draft']).list.rows(wholeList, 0, 10))).toEqual([]);
  });
});

test('no message is larger than 64 kB, however much is written into the rows', async () => {
  const { journal, list, put, see, told, clock } = prepare();
  const long = 'ä'.repeat(4_000);
  const many = Array.from({ length: 60 }, (_, at) => {
    const sample = submission(`s${at}`);
    const file = { ...sample.wish.file, name: `${at} ${'x'.repeat(200)}.pdf` };
    return { ...sample, wish: { ...sample.wish, file, alias: long.slice(0, 120), comment: long } };
  });
  put(...many);
  const documents = Array.from({ length: 40 }, (_, at) => listed(`d${at}`, 'in-progress', 'y'.repeat(250)));
  see('c', ...documents);
  const signees = Array.from({ length: 500 }, (_, at) => ({
    email: `${'person'.repeat(8)}${at}@example.ch`,
    name: 'A long name of a person',
    order: at,
    status: at === 499 ? 'rejected' : 'pending',
    reason: '界'.repeat(2_000),
  }));
  const statuses = documents.map(({ id }) => ({ id, status: 'in-progress' }));
  journal.documentFacts.see('c', statuses, { at: 1, before: null, account: null });
  for (const { id } of documents)
    journal.documentFacts.keepDetails('c', id, { created: 1, started: 1, completed: null, signees }, 1);
  list.follow('c');
  const sizeOf = (message: unknown) => Buffer.byteLength(JSON.stringify(message));
  const seen: string[] = [];
  let rejecting: unknown;
  for (let from = 0; from < 100; ) {
    const part = await list.rows(wholeList, from, 100);
    expect(sizeOf(part)).toBeLessThan(64 * 1024);
    expect(part.rows.length).toBeGreaterThan(0);
    seen.push(...keysOf(part));
    rejecting ??= part.rows.find(({ document }) => document !== null)?.document;
    from += part.rows.length;
  }
  expect(new Set(seen).size).toBe(100);
  // Few people, those with something to say first, and how many there are.
  expect(rejecting).toMatchObject({ people: { all: 500, waiting: 499 } });
  expect(rejecting).toHaveProperty('signees.0.status', 'rejected');
  // The reason of a rejection stands in the row, cut to what a row can show.
  expect(rejecting).toHaveProperty('signees.0.reason', expect.stringMatching(/^界{299}…$/));
  expect(rejecting).not.toHaveProperty('signees.1.reason');
  for (const { id } of many) list.uploadProgressed(id);
  await clock.advance(100);
  for (const message of told) expect(sizeOf(message)).toBeLessThan(64 * 1024);
  expect(sizeOf(await list.row('d0'))).toBeLessThan(64 * 1024);
});

test('finds a person among the signees of a submission, whether it is on its way or ended', async () => {
  const { list, put } = prepare();
  const of = (id: string, email: string, patch: Partial<Submission>): Submission => {
    const { wish, ...rest } = submission(id, patch);
    const signees = [
      { email: 'zoe@example.ch', comment: 'instead of anna' },
      { email, comment: '' },
    ];
    return { ...rest, wish: { ...wish, file: { ...wish.file, name: 'Anna.pdf' }, comment: 'for Anna', signees } };
  };
  put(of('a', 'anna@muster.ch', {}), of('b', 'beat@muster.ch', {}));
  put(of('c', 'anna@muster.ch', started), of('d', 'beat@muster.ch', started));
  list.follow('c');
  const people = async (person: string) => keysOf(await list.rows({ ...wholeList, person }, 0, 10)).toSorted();
  expect(await people('Anna')).toEqual(['submission:a', 'submission:c']);
  expect(await people('ch anna')).toEqual([]);
  expect(await people('zoe@example.ch')).toHaveLength(4);
});

test('a row that ended is found by each word of its name after a start', async () => {
  const { list, put } = prepare();
  const { wish } = submission('ended', started);
  put(submission('ended', { ...started, wish: { ...wish, file: { ...wish.file, name: 'Offer 2026.pdf' } } }));
  list.follow('c');
  // oxlint-disable-next-line no-await-in-loop
  for (const search of ['offer', '2026', 'offer pdf'])
    expect(keysOf(await list.rows({ ...wholeList, search }, 0, 10))).toEqual(['submission:ended']);
});

test('a folded section keeps its count, but none of its rows has a place or is among all of the list', async () => {
  const { list, put, see } = prepare();
  put(submission('open'), submission('ended', started));
  see('c', listed('d1', 'draft'));
  list.follow('c');
  const query = { ...wholeList, folded: ['waiting' as const] };
  const part = await list.rows(query, 0, 10);
  expect(part.groups.map(({ group, count, folded }) => [group, count, folded])).toEqual([
    ['sending', 1, false],
    ['waiting', 1, true],
    ['drafts', 1, false],
  ]);
  expect([keysOf(part), part.total]).toEqual([['submission:open', 'd1'], 2]);
  expect((await list.positionOf(query, 'd1')).position).toBe(1);
  expect((await list.positionOf(query, 'submission:ended')).position).toBeNull();
  expect((await list.selections.summary({ query, except: [] })).total).toBe(2);
  // What a person looks for is in sight.
  // oxlint-disable-next-line no-await-in-loop
  for (const looked of [{ search: 'pdf' }, { group: 'waiting' as const }, { person: 'beat' }, { soon: true }])
    expect((await list.rows({ ...query, ...looked }, 0, 10)).groups.filter(({ folded }) => folded)).toEqual([]);
});

test('finds the place of a row in a query', async () => {
  const { list, put } = prepare();
  put(submission('a', { acceptedAt: 1 }), submission('b', { acceptedAt: 2 }));
  list.follow('c');
  expect((await list.positionOf(wholeList, 'submission:a')).position).toBe(1);
  expect((await list.positionOf({ ...wholeList, group: 'drafts' }, 'submission:a')).position).toBeNull();
  expect((await list.positionOf(wholeList, 'nobody')).position).toBeNull();
});

const ended = (count: number) =>
  Array.from({ length: count }, (_, at) => submission(`s${at}`, { stage: { kind: 'done', as: 'cancelled' } }));
const archiveQuery = { ...wholeList, group: 'archive' } as const;

async function archiveAll(list: ReturnType<typeof createList>, isArchived: boolean): Promise<void> {
  const selection = { query: isArchived ? wholeList : archiveQuery, except: [] };
  await list.archive(await list.selections.able(selection, isArchived ? 'archive' : 'unarchive'), isArchived);
}

test('rows that a person put out of sight stay there after a restart, and in their connection', async () => {
  const { list, put, state, journal, clock } = prepare();
  put(...ended(3), submission('s0 of d', { connectionId: 'd', stage: { kind: 'done', as: 'cancelled' } }));
  list.follow('c');
  await archiveAll(list, true);
  await clock.advance(100);
  expect(state.get().list.counts).toMatchObject({ all: 0, archive: 3 });
  expect((await list.rows(wholeList, 0, 10)).total).toBe(0);
  list.follow('d');
  expect((await list.rows(wholeList, 0, 10)).total).toBe(1);
  list.follow('c');
  expect((await list.rows(wholeList, 0, 10)).total).toBe(0);
  expect((await list.rows(archiveQuery, 0, 10)).rows.map(({ group }) => group)).toEqual([
    'archive',
    'archive',
    'archive',
  ]);
  await archiveAll(list, false);
  expect(journal.archive.part('c', 0, 10).rows).toEqual([]);
  expect((await list.rows(wholeList, 0, 10)).total).toBe(3);
});

test('thousands of rows are put out of sight with other work in between, also when another connection is shown', async () => {
  const { list, put, journal } = prepare();
  put(...ended(3_000));
  list.follow('c');
  await expect.poll(async () => (await list.rows(wholeList, 0, 1)).total).toBe(3_000);
  const rows = await list.selections.able({ query: wholeList, except: [] }, 'archive');
  const done = list.archive(rows, true);
  list.follow('d');
  await done;
  expect((await list.rows(archiveQuery, 0, 1)).total).toBe(0);
  let stored = 0;
  for (let after: number | null = 0; after !== null; ) {
    const part = journal.archive.part('c', after, 500);
    stored += part.rows.length;
    after = part.next;
  }
  expect(stored).toBe(3_000);
});
