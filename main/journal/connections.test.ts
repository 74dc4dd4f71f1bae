import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Connection } from '../../preload/contract/connection.ts';
import { sampleConnection } from '../account/testing/sample-connection.ts';
import { createConnections } from './connections.ts';
import { createDeadlines } from './deadlines.ts';
import { createDocumentsSeen } from './documents-seen.ts';
import { migrations } from './migrations.ts';

let database: DatabaseSync;

beforeEach(() => {
  database = new DatabaseSync(':memory:');
  for (const script of migrations) database.exec(script);
});
afterEach(() => database.close());

const connection = (id: string): Connection => ({ ...sampleConnection, id });

const document = (id: string) => ({
  id,
  name: `${id}.pdf`,
  mimeType: 'application/pdf',
  documentStatus: 'draft',
  signStatus: null,
  canWithdraw: false,
  canDelete: true,
});

test.each([
  ['text that is not JSON', `UPDATE connection SET fields = '{' WHERE id = 'b'`],
  ['fields of another shape', `UPDATE connection SET fields = '[]' WHERE id = 'b'`],
  ['an unknown word', `UPDATE connection SET signed_in = 'perhaps' WHERE id = 'b'`],
])('one connection with %s leaves the others as they are, and is counted', (_what, damage) => {
  const connections = createConnections(database);
  for (const [at, id] of ['a', 'b', 'c'].entries()) connections.save(connection(id), at);
  expect(connections.unreadable()).toBe(0);
  database.exec(damage);
  expect(connections.list()).toEqual([connection('a'), connection('c')]);
  expect(connections.unreadable()).toBe(1);
  connections.save(connection('b'), 9);
  expect([connections.list().length, connections.unreadable()]).toEqual([3, 0]);
});

test('the list of documents goes when another service user signs in, also after nobody was', () => {
  const connections = createConnections(database);
  const seen = createDocumentsSeen(database);
  const signedIn = (username: string | null) => {
    connections.save({ ...connection('a'), username }, 0);
    return seen.list('a').map(({ id }) => id);
  };
  signedIn('service-1');
  seen.replace('a', [document('x')]);
  expect([signedIn('service-1'), signedIn(null), signedIn('service-1')]).toEqual([['x'], ['x'], ['x']]);
  expect([signedIn(null), signedIn('service-2')]).toEqual([['x'], []]);
  seen.replace('a', [document('y')]);
  const { get, set } = createDeadlines(database);
  for (const name of ['checked', 'next-check'] as const) set('a', name, 7);
  signedIn('service-2');
  expect([get('a', 'checked'), get('a', 'next-check')]).toEqual([7, 7]);
  expect(signedIn('service-1')).toEqual([]);
  // Nobody has checked the list of this one.
  expect([get('a', 'checked'), get('a', 'next-check')]).toEqual([null, 7]);
});

test('a connection leaves its service although the rule of a folder is damaged', () => {
  const connections = createConnections(database);
  const row = database.prepare('INSERT INTO folder (id, connection_id, path, content) VALUES (?, ?, ?, ?)');
  for (const [id, content] of Object.entries({ a: '{', b: '{"account":"anna"}' })) row.run(id, 'c', id, content);
  database.exec(`INSERT INTO reading_document VALUES ('c', 'd', 'Old.pdf', 'signed')`);
  connections.leaveService('c');
  const contents = database.prepare('SELECT content FROM folder ORDER BY id').all();
  expect(contents).toEqual([{ content: '{' }, { content: '{"account":null}' }]);
  expect(database.prepare('SELECT * FROM reading_document').all()).toEqual([]);
});

test('the list of an earlier version is of the service user who is signed in', () => {
  const earlier = new DatabaseSync(':memory:');
  const listedFor = migrations.findIndex((script) => script.includes('ADD COLUMN listed_for'));
  for (const script of migrations.slice(0, listedFor)) earlier.exec(script);
  earlier.exec(`INSERT INTO connection (id, fields, colour, signed_in, has_secret, username, saved_copies, created)
    VALUES ('a', '{}', 0, 'yes', 1, 'service-1', '', 0)`);
  const seen = createDocumentsSeen(earlier);
  seen.replace('a', [document('x')]);
  for (const script of migrations.slice(listedFor)) earlier.exec(script);
  const connections = createConnections(earlier);
  connections.save({ ...connection('a'), username: 'service-1' }, 0);
  expect(seen.list('a').map(({ id }) => id)).toEqual(['x']);
  connections.save({ ...connection('a'), username: 'service-2' }, 0);
  expect(seen.list('a')).toEqual([]);
  earlier.close();
});

test.each(['{', '{"id":7}', 'null'])('an unreadable stored document (%s) does not hide the others', (entry) => {
  createConnections(database).save(connection('a'), 0);
  const seen = createDocumentsSeen(database);
  seen.replace('a', [document('x'), document('y'), document('z')]);
  database.prepare(`UPDATE document_seen SET entry = ? WHERE id = 'y'`).run(entry);
  expect(seen.list('a')).toEqual([document('x'), document('z')]);
});
