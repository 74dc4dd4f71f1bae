import { expect, test } from 'vitest';
import { emptyState } from '../../preload/contract/empty-state.ts';
import { sampleConnection } from '../account/testing/sample-connection.ts';
import { readDocument } from '../signing/answers/document.ts';
import { failed, type Outcome, success } from '../signing/outcome.ts';
import { createPublishedState } from '../state/published-state.ts';
import { createTexts } from '../words/texts.ts';
import { documentsHandlers } from './documents.ts';

const answer = {
  documentId: 'd1',
  documentStatus: 'in-progress',
  signStatus: 'a status of tomorrow',
  documentUrl: 'https://files.example.ch/key-in-the-path/d1?key=in-the-query',
  thumbnailUrl: null,
  signees: [
    {
      email: 'anna@muster.ch',
      signStatus: 'rejected',
      rejectReason: 'The price is wrong',
      signUrl: 'https://s.ch/of-anna',
    },
  ],
  observers: ['otto@muster.ch', { email: 'ida@muster.ch' }, { name: 7, signUrl: 'https://s.ch/of-an-observer' }],
  somethingNew: { kept: true },
};

type Answered = Outcome<NonNullable<ReturnType<typeof readDocument>>>;

function handlersWith(outcome: Answered, connection = sampleConnection) {
  const state = createPublishedState({ ...emptyState, connections: [connection], active: connection.id });
  const checks = {
    follow: () => {},
    start: () => {},
    wanted: () => {},
    allowNow: () => {},
    now: () => ({ ok: true }) as const,
    clockMoved: () => {},
    windowShown: () => {},
    wake: () => {},
    stop: () => {},
    close: () => {},
  };
  const documents = {
    details: async () => outcome,
    copyOf: async () => ({ path: '' }),
    saveNow: async () => null,
    reader: { verified: async () => ({ path: '', size: 0 }), read: () => Promise.reject(new Error('not asked')) },
    verification: { start() {}, stop() {} },
    checkups: { stored: async () => ({ checkup: null }), checkAgain: async () => ({ checkup: null }) },
  };
  const orders = { order: async () => 0, answer: () => false };
  const desktop = { openFile: async () => true, dragFile: () => true, showInFolder() {} };
  const list = {
    rows: () => Promise.reject(new Error('not asked')),
    row: () => Promise.reject(new Error('not asked')),
    positionOf: () => Promise.reject(new Error('not asked')),
  };
  const clientOf = () => ({});
  const texts = () => createTexts().in('en');
  const personOrders = {
    possible: () => [],
    of: () => ({ can: [], orders: [] }),
    order: () => null,
    drop: () => false,
  };
  return documentsHandlers({
    clock: { now: () => 0 },
    journal: { people: { named: (people) => [...people] }, submissions: { ownerOf: () => null } },
    state,
    checks,
    documents,
    orders,
    personOrders,
    list,
    desktop,
    texts,
    clientOf,
  });
}

const details = (outcome: Answered) => handlersWith(outcome)['documents.details']({ id: 'd1' });

test('details keep unknown fields and show all people, but no address that opens the file or a signing page', async () => {
  const document = readDocument(answer);
  if (!document) throw new Error('not a document');
  const found = await details(success(document));
  expect(found).toMatchObject({
    ok: true,
    details: {
      signStatus: 'a status of tomorrow',
      signees: [{ email: 'anna@muster.ch', status: 'rejected', reason: 'The price is wrong' }],
      observers: ['otto@muster.ch', 'ida@muster.ch', '?'],
    },
  });
  const text = JSON.stringify(found);
  expect(text).toContain('somethingNew');
  expect(text).toContain('https://files.example.ch/…');
  expect(text).not.toMatch(/key-in-the-path|in-the-query|of-anna|of-an-observer/);
});

test('says that the document is gone, not that the service failed', async () => {
  const gone = failed({ kind: 'not-found', certainty: 'permanent', details: 'HTTP 404' });
  expect(await details(gone)).toMatchObject({ ok: false, problem: { key: 'document-gone' } });
  const perhaps = failed({ kind: 'not-found', certainty: 'refused', details: 'HTTP 404' });
  expect(await details(perhaps)).toMatchObject({ ok: false, problem: { key: 'document-not-found' } });
  const down = failed({ kind: 'unavailable', certainty: 'unclear', details: 'HTTP 503' });
  expect(await details(down)).toMatchObject({ ok: false, problem: { key: 'service-down' } });
});

test('after a sign-out nothing is asked, and the reason is that nobody is signed in', async () => {
  const gone = failed({ kind: 'not-found', certainty: 'permanent', details: 'HTTP 404' });
  const handlers = handlersWith(gone, { ...sampleConnection, username: null, signedIn: 'never' });
  const signedOut = { ok: false, problem: { key: 'signed-out' } };
  expect(await handlers['documents.details']({ id: 'd1' })).toMatchObject(signedOut);
  expect(await handlers['documents.save']({ id: 'd1' })).toMatchObject(signedOut);
  expect(await handlers['documents.save']({ id: null })).toMatchObject(signedOut);
});
