import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { emptyReading, type Reading } from '../tracking/reading.ts';
import { type Journal, openJournal } from './journal.ts';

let folder: string;
let journal: Journal;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-readings-'));
  open();
});
afterEach(() => {
  journal.close();
  rmSync(folder, { recursive: true });
});

function open(): void {
  ({ journal } = openJournal(join(folder, 'journal.sqlite')));
}

function restart(): void {
  journal.close();
  open();
}

function reading(ids: readonly string[], patch: Partial<Reading> = {}): Reading {
  const documents = new Map(ids.map((id) => [id, { documentId: id, name: `${id}.pdf`, status: 'draft' }]));
  return { ...emptyReading('service-1', 5), documents, read: ids.length, largest: ids.length, ...patch };
}

test('a reading survives a restart unchanged', () => {
  const begun = reading(['c', 'b'], { read: 3, unreadable: 1 });
  journal.readings.save('one', begun, null);
  restart();
  expect(journal.readings.find('one')).toEqual(begun);
  expect(journal.readings.find('two')).toBeNull();
});

test('appends the documents of a later window', () => {
  const first = reading(['c', 'b']);
  const second = reading(['c', 'b', 'a'], { largest: 2 });
  journal.readings.save('one', first, null);
  journal.readings.save('one', second, journal.readings.find('one'));
  restart();
  expect([...(journal.readings.find('one')?.documents.keys() ?? [])]).toEqual(['c', 'b', 'a']);
});

test('keeps new documents before the others', () => {
  journal.readings.save('one', reading(['c', 'b']), null);
  journal.readings.save('one', reading(['e', 'd', 'c', 'b', 'a']), journal.readings.find('one'));
  restart();
  expect([...(journal.readings.find('one')?.documents.keys() ?? [])]).toEqual(['e', 'd', 'c', 'b', 'a']);
});

test('replaces the old reading by a new one', () => {
  journal.readings.save('one', reading(['c', 'b']), null);
  journal.readings.save('one', reading(['x'], { account: null }), null);
  expect(journal.readings.find('one')).toMatchObject({ account: null, documents: new Map(reading(['x']).documents) });
  journal.readings.clear('one');
  expect(journal.readings.find('one')).toBeNull();
});
