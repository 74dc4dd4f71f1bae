import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openJournal } from './journal.ts';

const FILE_HEADER = 32;
const FRAME_HEADER = 24;

/** The transactions in SQLite's log: the last frame of each one says how large the database is then. */
function commitsIn(log: Buffer): number {
  const frame = FRAME_HEADER + log.readUInt32BE(8);
  const sizes = Array.from({ length: (log.length - FILE_HEADER) / frame }, (_, number) =>
    log.readUInt32BE(FILE_HEADER + number * frame + 4),
  );
  return sizes.filter((size) => size > 0).length;
}

test('one problem of many documents is one transaction', () => {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-facts-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, 'journal.sqlite');
  const { journal } = openJournal(path);
  onTestFinished(() => journal.close());
  const ids = Array.from({ length: 100 }, (_, number) => `d${number}`);
  const shown = { at: 1, before: null, account: null };
  journal.documentFacts.see(
    'c',
    ids.map((id) => ({ id, status: 'signed' })),
    shown,
  );
  const commits = () => commitsIn(readFileSync(`${path}-wal`));
  const before = commits();
  journal.documentFacts.setSaveProblem('c', ids, { key: 'copy-folder-full', params: { folder: '/signed' } });
  expect(commits() - before).toBe(1);
  expect([...journal.documentFacts.uncopied('c')].map(({ saveProblem }) => saveProblem?.key)).toEqual(
    ids.map(() => 'copy-folder-full'),
  );
});

test('a document that was not found for a moment has its status as long as before, and so its deadline', () => {
  const { journal } = openJournal(':memory:');
  onTestFinished(() => journal.close());
  const facts = journal.documentFacts;
  const see = (status: string, at: number, before: number) =>
    facts.see('c', [{ id: 'd1', status }], { at, before, account: 'anna' });
  see('in-progress', 10, 5);
  see('signed', 20, 15);
  facts.setGone('c', 'd1', 30);
  expect(facts.find('c', 'd1')).toMatchObject({ goneAt: 30, since: 20, notBefore: 15 });
  expect(see('signed', 40, 35)).toEqual(['d1']);
  expect(facts.find('c', 'd1')).toMatchObject({ goneAt: null, since: 20, notBefore: 15 });
  facts.setGone('c', 'd1', 50);
  see('rejected', 60, 55);
  expect(facts.find('c', 'd1')).toMatchObject({ goneAt: null, since: 60, notBefore: 55 });
});

test('what ended while another account was signed in has ended since a check of its own one', () => {
  const { journal } = openJournal(':memory:');
  onTestFinished(() => journal.close());
  const facts = journal.documentFacts;
  facts.see('c', [{ id: 'd1', status: 'in-progress' }], { at: 10, before: 5, account: 'anna' });
  // Signing in forgets the time of the last check.
  const back = { at: 90, before: null, account: 'anna' };
  facts.see(
    'c',
    ['d1', 'd2'].map((id) => ({ id, status: 'signed' })),
    back,
  );
  expect(facts.find('c', 'd1')).toMatchObject({ since: 90, notBefore: 10 });
  expect(facts.find('c', 'd2')).toMatchObject({ since: 90, notBefore: null });
});
