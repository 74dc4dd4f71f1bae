import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { statementsOf } from './statements.ts';

const all = Array.from({ length: 450 }, (_, at) => ({ id: String(at).padStart(4, '0') }));

function tableOf(rows: typeof all) {
  const database = new DatabaseSync(':memory:');
  database.exec('CREATE TABLE thing (id TEXT PRIMARY KEY) STRICT');
  const { each, put, change } = statementsOf(database);
  const add = put('thing', ['id'], ['id']);
  for (const { id } of rows) add(id);
  return {
    read: each('id', z.object({ id: z.string() }), 'SELECT id FROM thing WHERE id > ? ORDER BY id LIMIT ?'),
    remove: change('DELETE FROM thing WHERE id = ?'),
  };
}

test.each([0, 1, 199, 200, 201, 400, 450])('%i rows come once each, in order', (count) => {
  expect([...tableOf(all.slice(0, count)).read()]).toEqual(all.slice(0, count));
});

test('a row that goes in between is not missed by the others', () => {
  const { read, remove } = tableOf(all);
  const found: string[] = [];
  for (const { id } of read()) {
    found.push(id);
    expect(remove(id)).toBe(1);
  }
  expect(found).toEqual(all.map(({ id }) => id));
});

test('a field is read from the column of its name, and a row that changed keeps what never changes', () => {
  const database = new DatabaseSync(':memory:');
  database.exec(
    'CREATE TABLE thing (id TEXT PRIMARY KEY, last_seen INTEGER NOT NULL, first_seen INTEGER NOT NULL) STRICT',
  );
  const { read, put } = statementsOf(database);
  const row = z.object({ lastSeen: z.number(), firstSeen: z.number() });
  const one = read(row, 'FROM thing WHERE id = ?');
  const see = put('thing', ['id'], ['last_seen'], ['first_seen']);
  see('a', 1, 1);
  see('a', 2, 2);
  expect(one.get('a')).toEqual({ lastSeen: 2, firstSeen: 1 });
  expect(one.get('b')).toBeNull();
});
