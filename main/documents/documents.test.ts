import { describe, expect, test } from 'vitest';
import { limits } from '../../preload/contract/limits.ts';
import { sampleConnection } from '../account/testing/sample-connection.ts';
import { accepted, sampleSubmission } from '../submission/testing/sample-submission.ts';
import { sampleDocuments, WINDOW } from './testing/sample-documents.ts';

const ids = (from: number, count: number) => Array.from({ length: count }, (_, at) => `d${from + at}`);

test('each check reads again who has signed, for those that wait longest', async () => {
  const { check } = sampleDocuments();
  expect(await check(ids(0, 50))).toHaveLength(50);
  const second = await check(ids(0, 50));
  const third = await check(ids(0, 50));
  expect([second, third]).toEqual([ids(0, 20), ids(20, 20)]);
});

test('a document of one person is not read again: the overview says when this person signs', async () => {
  const { check } = sampleDocuments(['a@example.test']);
  await check(['d1']);
  expect(await check(['d1'])).toEqual([]);
});

test('a document that no longer runs is read, and its row says how it ended, whatever page shows it', async () => {
  const { check, statuses, entry } = sampleDocuments(['a@example.test']);
  await check(ids(0, 4));
  statuses.set('d3', 'signed');
  expect(await check(ids(0, 2), { whole: false, running: 'some' })).toEqual([]);
  expect(await check(ids(0, 2), { whole: false, running: 'all' })).toEqual(['d2', 'd3']);
  expect([entry('d2')?.documentStatus, entry('d3')?.documentStatus]).toEqual(['in-progress', 'signed']);
});

test('what earlier pages of a reading said changes nothing that is known since', async () => {
  const { check, journal, statuses } = sampleDocuments(['a@example.test']);
  const status = () => journal.documentFacts.find('c', 'd0')?.status;
  statuses.set('d0', 'rejected');
  await check(['d0', 'd1']);
  statuses.set('d0', 'in-progress');
  const fresh = [{ documentId: 'd1', name: 'd1', status: 'in-progress' }];
  await check(['d0', 'd1'], { fresh, whole: false });
  expect(status()).toBe('rejected');
  await check(['d0', 'd1'], { whole: false });
  expect(status()).toBe('in-progress');
});

test('what a check showed of an account that has signed out meanwhile is not kept', async () => {
  const { check, journal, signInAs } = sampleDocuments();
  signInAs('service-2');
  await check(['d1']);
  expect(journal.documentFacts.find('c', 'd1')).toBeNull();
});

test('the first refusal ends the reading', async () => {
  const { check, refuse } = sampleDocuments();
  await check(ids(0, 5));
  refuse();
  expect(await check(ids(0, 5))).toHaveLength(1);
});

test('what the account withdrew by another connection is no copy that may be lost', async () => {
  const { check, gone, journal, problems } = sampleDocuments(['a@example.test']);
  journal.connections.save({ ...sampleConnection, id: 'other' }, 0);
  await check(['d1', 'd2', 'd3']);
  gone.add('d1').add('d2');
  const stage = { kind: 'done', as: 'withdrawn' } as const;
  const ended = (id: string, connectionId: string) =>
    journal.submissions.commit([accepted(sampleSubmission(id, { connectionId, documentId: id, stage }))]);
  ended('d1', 'other');
  for (let checks = 0; checks < 3; checks += 1) await check(['d3']);
  expect(problems()).toEqual(['copies-lost-perhaps']);
  ended('d2', 'c');
  await check(['d3']);
  expect(problems()).toEqual([]);
});

describe('documents that were not read in their window', () => {
  const one = ['a@example.test'];

  test('are read in the next ones, those that wait for unknown people before the rejected', async () => {
    const { check, statuses } = sampleDocuments(one);
    for (const id of ids(100, 150)) statuses.set(id, 'rejected');
    const first = await check(ids(0, 250));
    expect(first).toEqual(ids(0, 200));
    expect(await check(ids(0, 250))).toEqual(ids(200, 50));
    expect(await check(ids(0, 250))).toEqual([]);
  });

  test('are read the newest first, where nobody knows for whom they wait', async () => {
    const { check } = sampleDocuments(one);
    expect((await check(ids(20, 300))).slice(0, 250)).toEqual(ids(20, 250));
    expect(await check(ids(0, 320))).toEqual([...ids(0, 20), ...ids(270, 50)]);
    expect(await check(ids(0, 320))).toEqual([]);
  });

  test('and failed at the first look do not come first again', async () => {
    const { check, broken } = sampleDocuments(one);
    for (const id of ids(0, 260)) broken.add(id);
    await check(ids(0, 300));
    expect((await check(ids(0, 300))).slice(0, 50)).toEqual(ids(250, 50));
  });

  test('and were sent from here do not come first: their people are known', async () => {
    const { check, journal } = sampleDocuments(one);
    const stage = { kind: 'done', as: 'started' } as const;
    journal.submissions.commit([accepted(sampleSubmission('s', { connectionId: 'c', documentId: 'd0', stage }))]);
    expect(await check(ids(0, 3))).toEqual(['d1', 'd2', 'd0']);
  });

  test('are read after a refusal, once', async () => {
    const { check, refuse, statuses, peopleOf } = sampleDocuments(one);
    await check(ids(0, 5));
    for (const id of ids(0, 5)) statuses.set(id, 'rejected');
    refuse();
    expect(await check(ids(0, 5))).toHaveLength(1);
    refuse(false);
    expect((await check(ids(0, 5))).toSorted()).toEqual(ids(0, 5));
    expect([await check(ids(0, 5)), peopleOf('d4')]).toEqual([[], 1]);
  });

  test('are read once after they were withdrawn, behind all others: they tell who had signed', async () => {
    const { check, statuses } = sampleDocuments(one);
    await check(ids(0, 5));
    for (const id of ids(0, 5)) statuses.set(id, 'withdrawn');
    const read = await check(ids(0, 10));
    expect([read.slice(0, 5).toSorted(), read.slice(5).toSorted()]).toEqual([ids(5, 5), ids(0, 5)]);
    expect(await check(ids(0, 10))).toEqual([]);
  });

  test('and cannot be read hold up no others', async () => {
    const { check, statuses, broken } = sampleDocuments(one);
    for (const id of ids(0, 150)) statuses.set(id, 'rejected');
    for (const id of ids(0, 120)) broken.add(id);
    await check(ids(0, 150));
    expect((await check(ids(0, 150))).slice(0, 50)).toEqual(ids(100, 50));
  });
});

describe('what a person reads in the details', () => {
  const prepareSeen = async () => {
    const prepared = sampleDocuments();
    await prepared.check(['d1', 'd2']);
    prepared.changed.length = 0;
    return prepared;
  };

  test('is in the row, too: a document that was signed since the last check', async () => {
    const { documents, statuses, entry, changed, journal } = await prepareSeen();
    statuses.set('d1', 'signed');
    await documents.details('c', 'd1');
    expect([entry('d1')?.documentStatus, entry('d2')?.documentStatus]).toEqual(['signed', 'in-progress']);
    expect(entry('d1')).toMatchObject({ canWithdraw: false, due: { what: 'deleted' }, people: { all: 2 } });
    expect(changed).toEqual(['d1']);
    // The next check saves it.
    expect([...journal.documentFacts.uncopied('c')].map(({ id }) => id)).toEqual(['d1']);
  });

  test('tells of a draft that was started before the look, also where no check has shown it', async () => {
    const { documents, statuses, stillDrafts, journal, check } = await prepareSeen();
    const stage = { kind: 'done', as: 'started' } as const;
    journal.submissions.commit([
      accepted(sampleSubmission('s1', { connectionId: 'c', documentId: 'd1', startedAt: 7, stage })),
      accepted(sampleSubmission('s2', { connectionId: 'c', documentId: 'd3', startedAt: 8, stage })),
      accepted(sampleSubmission('s3', { connectionId: 'c', documentId: 'd4', stage: { ...stage, as: 'draft' } })),
    ]);
    for (const id of ['d1', 'd3', 'd4']) statuses.set(id, 'draft');
    for (const id of ['d2', 'd3', 'd4']) await documents.details('c', id);
    expect(stillDrafts).toEqual(['d3 8']);
    statuses.set('d1', 'in-progress');
    await check(['d1', 'd2']);
    expect(stillDrafts).toEqual(['d3 8']);
    // The list shows it as running, and its details do not.
    const shown = [{ documentId: 'd1', name: 'd1', status: 'in-progress' }];
    statuses.set('d1', 'draft');
    await check(['d1'], { documents: shown, fresh: shown });
    expect(stillDrafts).toEqual(['d3 8', 'd1 7']);
  });

  test('is in the row, too: a document that the service has deleted, noted once', async () => {
    const { documents, gone, entry, journal, pass } = await prepareSeen();
    gone.add('d1');
    await documents.details('c', 'd1');
    expect(await documents.details('c', 'd1')).toMatchObject({
      failure: { kind: 'not-found', certainty: 'refused' },
    });
    // A service may not find for a moment what it has.
    expect(entry('d1')?.goneAt).toBeNull();
    pass(limits.missesApartMs);
    for (let looks = 0; looks < 2; looks += 1)
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      expect(await documents.details('c', 'd1')).toMatchObject({
        failure: { kind: 'not-found', certainty: 'permanent' },
      });
    expect(entry('d1')?.goneAt).not.toBeNull();
    expect(journal.historyOf('document:d1', ['document-gone'], 10)).toHaveLength(1);
  });

  test('counts a look that finds the document: the ones before prove nothing any more', async () => {
    const { documents, gone, entry, pass } = await prepareSeen();
    gone.add('d1');
    await documents.details('c', 'd1');
    gone.delete('d1');
    await documents.details('c', 'd1');
    gone.add('d1');
    pass(limits.missesApartMs);
    await documents.details('c', 'd1');
    expect(entry('d1')?.goneAt).toBeNull();
  });

  test('brings no earlier status back, and no status that we do not know', async () => {
    const { documents, statuses, check, entry } = await prepareSeen();
    statuses.set('d1', 'rejected');
    await check(['d1', 'd2']);
    for (const status of ['in-progress', 'a status of tomorrow']) {
      statuses.set('d1', status);
      await documents.details('c', 'd1');
      expect(entry('d1')?.documentStatus).toBe('rejected');
    }
  });

  test('says nothing about a document of another account', async () => {
    const { documents, gone, entry, signInAs } = await prepareSeen();
    signInAs('service-2');
    gone.add('d1');
    await documents.details('c', 'd1');
    expect(entry('d1')?.goneAt).toBeNull();
  });
});

describe('a refusal that a person meets in the details', () => {
  const HOUR = 60 * 60_000;

  test('keeps the checks and the readers of this account waiting as long as the service asked', async () => {
    const { documents, check, refuse, pace, now, asked } = sampleDocuments();
    await check(ids(0, 3));
    refuse(true, HOUR);
    await documents.details('c', 'd0');
    refuse(false);
    expect([pace.pauseEnd('c'), pace.nextCheck('c')]).toEqual([now() + HOUR, now() + HOUR]);
    expect(await check(ids(0, 3))).toEqual([]);
    // A person need not wait.
    await documents.details('c', 'd0');
    expect(asked).toEqual(['d0']);
  });

  test('means one window if it names no time, and any other failure means no wait', async () => {
    const { documents, check, refuse, broken, pace, now } = sampleDocuments();
    await check(ids(0, 3));
    broken.add('d1');
    await documents.details('c', 'd1');
    expect(pace.pauseEnd('c')).toBe(0);
    refuse();
    await documents.details('c', 'd0');
    expect(pace.pauseEnd('c')).toBe(now() + WINDOW);
  });

  test('counts for each connection of this account at this service, and for no other', async () => {
    const { documents, check, refuse, pace, now, journal } = sampleDocuments();
    const { fields } = sampleConnection;
    journal.connections.save({ ...sampleConnection, id: 'same' }, 0);
    journal.connections.save({ ...sampleConnection, id: 'other-account', username: 'service-2' }, 0);
    journal.connections.save(
      { ...sampleConnection, id: 'other', fields: { ...fields, base: 'https://other.test' } },
      0,
    );
    await check(ids(0, 3));
    refuse(true, HOUR);
    await documents.details('c', 'd0');
    const ends = ['same', 'other-account', 'other'].map(pace.pauseEnd);
    expect(ends).toEqual([now() + HOUR, 0, 0]);
  });

  test('shortens no longer pause', async () => {
    const { documents, check, refuse, pace, now } = sampleDocuments();
    await check(ids(0, 3));
    refuse(true, HOUR);
    await documents.details('c', 'd0');
    refuse(true, 1_000);
    await documents.details('c', 'd0');
    expect(pace.pauseEnd('c')).toBe(now() + HOUR);
  });
});

test('a draft and a running document may change soon, a withdrawn one not', async () => {
  const { documents, check, statuses } = sampleDocuments(['a@example.test']);
  const waits: boolean[] = [];
  for (const status of ['draft', 'in-progress', 'withdrawn']) {
    statuses.set('d1', status);
    // oxlint-disable-next-line no-await-in-loop -- one check after the other
    await check(['d1']);
    waits.push(documents.isWaiting('c'));
  }
  expect(waits).toEqual([true, true, false]);
});

test.each([
  ['another document', ['d2'], 1],
  ['nothing, which proves nothing', [], 2],
])('after a list that shows %s, one is told as deleted in time', async (_what, shown, looks) => {
  const { check, gone, journal } = sampleDocuments(['a@example.test']);
  await check(['d1', 'd2']);
  gone.add('d1');
  const isGone = () => (journal.documentFacts.find('c', 'd1')?.goneAt ?? null) !== null;
  for (let look = 1; look <= looks; look += 1) {
    expect(isGone()).toBe(false);
    // oxlint-disable-next-line no-await-in-loop -- one check after the other
    await check(shown);
  }
  expect(isGone()).toBe(true);
});

test('a request for all copies is told with its number, kept for the next start, and ends with the last copy', async () => {
  const { documents, check, statuses, gone, state, journal } = sampleDocuments(['a@example.test']);
  for (const id of ['d1', 'd2']) statuses.set(id, 'signed');
  await check(['d1', 'd2']);
  // The folder for copies cannot be reached.
  await documents.saveNow('c', null);
  expect([state.get().savingAll, journal.settings.get('savingAll')]).toEqual([{ c: 2 }, { c: 2 }]);
  await check(['d1', 'd2']);
  expect(state.get().savingAll).toEqual({ c: 2 });
  for (const id of ['d1', 'd2']) {
    gone.add(id);
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await documents.details('c', id);
  }
  await check([]);
  expect([state.get().savingAll, journal.settings.get('savingAll')]).toEqual([{}, {}]);
});

test('a copy that only another account can get is not said to be saved', async () => {
  const { documents, check, journal, statuses, signInAs } = sampleDocuments(['a@example.test']);
  for (const id of ['d1', 'd2']) statuses.set(id, 'signed');
  await check(['d1', 'd2']);
  signInAs('service-2');
  const now = { account: sampleConnection.username, now: 'service-2' };
  const refused = { key: 'copy-other-account', params: now };
  const answers = [await documents.saveNow('c', 'd1'), await documents.saveNow('c', null)];
  expect(answers).toEqual([refused, refused]);
  expect(await documents.saveThese('c', ['d1', 'd2'])).toEqual({ count: 0, problem: refused });
  // Nobody can get what the service has deleted.
  for (const id of ['d1', 'd2']) journal.documentFacts.setGone('c', id, 9_000_000);
  expect(await documents.saveNow('c', null)).toBeNull();
});

test.each(['nothing', 'a draft'])(
  'a document that was started here, of which the checks showed %s, is missed when it is deleted',
  async (before) => {
    const { check, gone, statuses, journal, now } = sampleDocuments(['a@example.test']);
    statuses.set('d1', 'draft');
    await check(before === 'nothing' ? ['d0'] : ['d0', 'd1']);
    const startedAt = now() + 60_000;
    const started = { connectionId: 'c', documentId: 'd1', startedAt, stage: { kind: 'done', as: 'started' } } as const;
    const submission = sampleSubmission('s', { ...started, account: sampleConnection.username });
    journal.submissions.commit([accepted(submission)]);
    gone.add('d1');
    // The list may show it late, and an empty one proves nothing.
    await check(['d0']);
    await check([]);
    expect(journal.documentFacts.find('c', 'd1')?.status ?? 'draft').toBe('draft');
    for (let checks = 0; checks < 3; checks += 1) await check(['d0']);
    const fact = journal.documentFacts.find('c', 'd1');
    expect(fact).toMatchObject({ status: 'in-progress', since: startedAt });
    expect(fact?.goneAt).not.toBeNull();
    const { name } = submission.wish.file;
    expect(journal.documents.find('c', 'd1')).toMatchObject({ name, canWithdraw: true });
    // Nobody has read that people can sign it.
    const told = journal.history('document:d1').map(({ content }) => content);
    expect(told).not.toContainEqual(expect.objectContaining({ documentStatus: 'in-progress' }));
  },
);

test('a document that another account started here is not missed in the list of this one', async () => {
  const { check, journal } = sampleDocuments();
  const stage = { kind: 'done', as: 'started' } as const;
  const of = { connectionId: 'c', documentId: 'd1', startedAt: 1, account: 'service-2', stage };
  journal.submissions.commit([accepted(sampleSubmission('s', of))]);
  await check(['d0']);
  expect(journal.documentFacts.find('c', 'd1')).toBeNull();
});

test.each([
  ['still works on', { kind: 'ready', step: 'start', nextTryAt: 0 }, []],
  ['is done with', { kind: 'done', as: 'started' }, ['d1']],
] as const)(
  'a document that another connection of the account %s is left to it or read',
  async (_what, stage, read) => {
    const { check, journal } = sampleDocuments();
    journal.connections.save({ ...sampleConnection, id: 'c2' }, 0);
    const of = { connectionId: 'c2', documentId: 'd1', account: sampleConnection.username, stage } as const;
    journal.submissions.commit([accepted(sampleSubmission('s', of))]);
    await check(['d1']);
    expect(await check(['d1'])).toEqual(read);
  },
);
