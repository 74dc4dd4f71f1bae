import { expect, test } from 'vitest';
import type { ConnectionFields } from '../../preload/contract/connection.ts';
import { sampleConnection } from '../account/testing/sample-connection.ts';
import { openJournal } from '../journal/journal.ts';
import { createOperations } from './operations.ts';

function prepare(names: readonly string[] | undefined, given: readonly string[] | null = null) {
  const { journal } = openJournal(':memory:');
  const fields: { now: ConnectionFields } = { now: sampleConnection.fields };
  const take = (operations: readonly string[] | undefined) => {
    fields.now = { ...sampleConnection.fields, ...(operations && { operations: [...operations] }) };
  };
  take(names);
  const find = (id: string) => (id === 'c' ? { id, fields: fields.now } : undefined);
  const begin = () => createOperations({ settings: journal.settings, find, given });
  return { take, begin, fields };
}

test('nothing is on before a file or the policy says so', () => {
  const { begin } = prepare(undefined);
  expect(begin().reportOf('c')).toEqual({ on: [], refused: [], unknown: [] });
  expect(begin().isOn('c', 'resend-invitation')).toBe(false);
  expect(prepare(undefined, ['resend-invitation']).begin().isOn('another', 'resend-invitation')).toBe(false);
});

test('a name that this version does not know is told and does nothing', () => {
  const { begin } = prepare(['resend-invitation', 'merge', 'resend-invitation']);
  expect(begin().reportOf('c')).toEqual({ on: ['resend-invitation'], refused: [], unknown: ['merge'] });
});

test('the policy counts alone, also an empty one', () => {
  expect(prepare(['resend-invitation'], []).begin().reportOf('c').on).toEqual([]);
  expect(prepare([], ['add-observer']).begin().reportOf('c').on).toEqual(['add-observer']);
});

test('what the service does not have stays off after a restart, until the file or the address is another one', () => {
  const { begin, take, fields } = prepare(['resend-invitation', 'add-observer']);
  begin().giveUp('c', 'resend-invitation');
  expect(begin().reportOf('c')).toMatchObject({ on: ['add-observer'], refused: ['resend-invitation'] });
  begin().giveUp('c', 'add-observer');
  expect(begin().reportOf('c').on).toEqual([]);
  fields.now = { ...fields.now, base: 'https://other.example.ch/api/v1' };
  expect(begin().reportOf('c').on).toHaveLength(2);
  take(['resend-invitation']);
  expect(begin().isOn('c', 'resend-invitation')).toBe(true);
});
