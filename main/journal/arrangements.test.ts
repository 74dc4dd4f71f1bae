import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createArrangements } from './arrangements.ts';
import { createEvents } from './events.ts';
import { migrations } from './migrations.ts';

let database: DatabaseSync;

beforeEach(() => {
  database = new DatabaseSync(':memory:');
  for (const script of migrations) database.exec(script);
});
afterEach(() => database.close());

const profile = (id: string) => ({ id, connectionId: 'c', label: `Profile ${id}`, content: { version: 1 } });

test.each([
  ['text that is not JSON', `UPDATE profile SET content = '{' WHERE id = 'b'`],
  ['nothing in it', `UPDATE profile SET content = '' WHERE id = 'b'`],
])('a row with %s is left out, counted, and stays in the file', (_what, damage) => {
  const profiles = createArrangements(database, createEvents(database), 'profile');
  for (const id of ['a', 'b', 'd']) profiles.save(profile(id), 1);
  expect(profiles.unreadable()).toBe(0);
  database.exec(damage);
  expect(profiles.of('c')).toEqual([profile('a'), profile('d')]);
  expect(profiles.unreadable()).toBe(1);
  expect(database.prepare('SELECT count(*) AS rows FROM profile').get()).toEqual({ rows: 3 });
});
