/** A lost journal lost the connection, too. It was set up again with another client, so it has another id. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Connection } from '../../preload/contract/connection.ts';
import { emptyState } from '../../preload/contract/empty-state.ts';
import { practiceConnectionId } from '../../preload/contract/limits.ts';
import { sampleConnection } from '../account/testing/sample-connection.ts';
import { createPublishedState } from '../state/published-state.ts';
import { settled } from '../testing/clocks.ts';
import { outboxFolder } from './testing/outbox-folder.ts';

let here: ReturnType<typeof outboxFolder>;

beforeEach(() => {
  here = outboxFolder();
});
afterEach(() => here[Symbol.asyncDispose]());

const connection = (id: string, username: string | null): Connection => ({ ...sampleConnection, id, username });

/** After the loss, with these connections. */
async function openAgain(...connections: readonly Connection[]) {
  await here.loseJournal();
  const wanted: string[] = [];
  const outbox = here.open({
    older: true,
    state: createPublishedState({ ...emptyState, connections: [...connections] }),
    accountOf: (id) => connections.find((one) => one.id === id)?.username ?? null,
    onWaiting: (id) => void wanted.push(id),
  });
  await outbox.ready;
  for (const { id } of connections) outbox.connectionReady(id);
  await settled();
  return { outbox, wanted };
}

const lost = { account: 'service-1' };

test('accepted files come into the list of the connection of their account, and a check looks for them there', async () => {
  await here.take(here.open(), ['a'], lost);
  const { wanted } = await openAgain(connection('other', 'service-2'), connection('anew', 'service-1'));
  expect(here.row('a')).toMatchObject({
    connectionId: 'anew',
    recovered: true,
    stage: { kind: 'unclear', step: 'upload' },
  });
  expect(wanted).toContain('anew');
  expect(here.journal.history('submission:a').map(({ kind }) => kind)).toContain('reconnected');
});

test('a sign-in asks for a check at once, and not again when its check is over', async () => {
  await here.take(here.open(), ['a'], lost);
  const { outbox, wanted } = await openAgain(connection('anew', 'service-1'));
  wanted.length = 0;
  outbox.connectionReady('anew');
  expect(wanted).toEqual(['anew']);
  await settled();
  expect(wanted).toEqual(['anew']);
});

test('files accepted while nobody was signed in come back, also beside a connection that nobody has signed in at', async () => {
  await here.take(here.open(), ['a'], { account: null });
  await openAgain(connection('unused', null), connection('anew', 'service-1'));
  expect(here.row('a')).toMatchObject({ connectionId: 'anew', recovered: true });
});

test('without a connection of their account, they wait in another list until there is one', async () => {
  await here.take(here.open(), ['a'], lost);
  await openAgain(connection('other', 'service-2'));
  expect(here.row('a')).toMatchObject({ connectionId: 'other', account: 'service-1', recovered: true });
  const { outbox } = await openAgain(connection('other', 'service-2'), connection('anew', 'service-1'));
  expect(outbox.openOf('anew').map(({ id }) => id)).toEqual(['a']);
});

test('nothing goes to the practice, where it would vanish with it, and nothing comes from there', async () => {
  await here.take(here.open(), ['a'], lost);
  const known = here.row('a')?.connectionId ?? '';
  await openAgain(connection(practiceConnectionId, 'service-9'));
  expect(here.row('a')?.connectionId).toBe(known);
  const { outbox } = await openAgain(connection(practiceConnectionId, 'service-9'), connection('anew', 'service-2'));
  expect(outbox.openOf('anew').map(({ id }) => id)).toEqual(['a']);
  await here.take(outbox, ['p'], { account: 'service-9', connectionId: practiceConnectionId });
  await openAgain(connection('anew', 'service-2'));
  expect(here.row('p')?.connectionId).toBe(practiceConnectionId);
});

test('a user of the same name at another service is somebody else, as long as the own connection is there', async () => {
  await here.take(here.open(), ['a'], lost);
  const known = here.row('a')?.connectionId ?? '';
  const other = connection('other', 'service-1');
  const elsewhere = { ...other, fields: { ...other.fields, base: 'https://other.example.ch' } };
  await openAgain(connection(known, 'service-2'), elsewhere);
  expect(here.row('a')?.connectionId).toBe(known);
  await openAgain(connection(known, 'service-2'), connection('anew', 'service-1'));
  expect(here.row('a')?.connectionId).toBe('anew');
});

test('a connection that is there keeps its own, also while another account is signed in at it', async () => {
  await here.take(here.open(), ['a'], lost);
  const known = here.row('a')?.connectionId ?? '';
  await openAgain(connection(known, 'service-2'));
  expect(here.row('a')?.connectionId).toBe(known);
});
