import { expect, test } from 'vitest';
import { emptyState } from '../../preload/contract/empty-state.ts';
import { sampleConnection } from '../account/testing/sample-connection.ts';
import { openJournal } from '../journal/journal.ts';
import { createPublishedState } from '../published-state.ts';
import { readDocument } from '../signing/answers/document.ts';
import { failed, success } from '../signing/outcome.ts';
import { createDocuments } from './documents.ts';

const WINDOW = 15 * 60_000;

/** Documents of a service that answers each look with these people. */
function prepare(people: readonly string[] = ['a@example.test', 'b@example.test']) {
  const { journal } = openJournal(':memory:');
  journal.connections.save({ ...sampleConnection, id: 'c' }, 0);
  const asked: string[] = [];
  let now = 1_000_000;
  let isBusy = false;
  let told = Promise.withResolvers<void>();
  const documents = createDocuments({
    clock: { now: () => now, monotonic: () => now, after: () => () => {} },
    journal,
    state: createPublishedState({ ...emptyState, connections: [{ ...sampleConnection, id: 'c' }] }),
    clientOf: () => ({
      async details(id) {
        asked.push(id);
        if (isBusy) return failed({ kind: 'busy', certainty: 'refused', details: '' });
        const signees = people.map((email) => ({ email, signStatus: 'pending' }));
        const document = readDocument({ documentId: id, documentStatus: 'in-progress', signees });
        if (document === null) throw new Error('no document');
        return success(document);
      },
      download: () => Promise.reject(new Error('nothing is signed')),
    }),
    accountOf: () => sampleConnection.username,
    placeOf: () => ({ folder: '/nowhere', createBelow: null, base: 'https://service.test' }),
    tell: () => told.resolve(),
    onChanged() {},
    onFault(error) {
      throw error;
    },
  });
  return {
    asked,
    refuse: () => {
      isBusy = true;
    },
    /** One check that shows these documents, and what was asked after it. */
    async check(ids: readonly string[]): Promise<readonly string[]> {
      now += WINDOW;
      told = Promise.withResolvers();
      asked.length = 0;
      const shown = ids.map((documentId) => ({ documentId, name: documentId, status: 'in-progress' }));
      const seen = { account: sampleConnection.username, askedAt: now, documents: shown, whole: true, unreadable: 0 };
      documents.checked('c', seen, { documents: [], changed: [], total: null });
      // The app tells what may be lost when the check is done.
      await told.promise;
      return [...asked];
    },
  };
}

const ids = (from: number, count: number) => Array.from({ length: count }, (_, at) => `d${from + at}`);

test('each check reads again who has signed, for those that wait longest', async () => {
  const { check } = prepare();
  expect(await check(ids(0, 50))).toHaveLength(50);
  const second = await check(ids(0, 50));
  const third = await check(ids(0, 50));
  expect([second, third]).toEqual([ids(0, 20), ids(20, 20)]);
});

test('a document of one person is not read again: the overview says when this person signs', async () => {
  const { check } = prepare(['a@example.test']);
  await check(['d1']);
  expect(await check(['d1'])).toEqual([]);
});

test('the first refusal ends the reading', async () => {
  const { check, refuse } = prepare();
  await check(ids(0, 5));
  refuse();
  expect(await check(ids(0, 5))).toHaveLength(1);
});
