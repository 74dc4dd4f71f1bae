import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Connection } from '../../preload/contract/connection.ts';
import { sampleConnection } from '../account/testing/sample-connection.ts';
import { createConnections } from './connections.ts';
import { createDocumentsSeen } from './documents-seen.ts';
import { migrations } from './migrations.ts';

let database: DatabaseSync;

beforeEach(() => {
  database = new DatabaseSync(':memory:');
  for (const script of migrations) database.exec(script);
});
afterEach(() => database.close());

const connection = (id: string): Connection => ({ ...sampleConnection, id });

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

test.each(['{', '{"id":7}', 'null'])('an unreadable stored document (%s) does not hide the others', (entry) => {
  const document = (id: string) => ({
    id,
    name: `${id}.pdf`,
    mimeType: 'application/pdf',
    documentStatus: 'draft',
    signStatus: null,
    canWithdraw: false,
    canDelete: true,
  });
  createConnections(database).save(connection('a'), 0);
  const seen = createDocumentsSeen(database);
  seen.replace('a', [document('x'), document('y'), document('z')]);
  database.prepare(`UPDATE document_seen SET entry = ? WHERE id = 'y'`).run(entry);
  expect(seen.list('a')).toEqual([document('x'), document('z')]);
});
