import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { accepted, sampleSubmission } from '../submission/testing/sample-submission.ts';
import type { StoredOrder } from './document-orders.ts';
import { type Journal, openJournal } from './journal.ts';
import { openWitness } from './witness.ts';

let folder: string;
let path: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-witness-'));
  path = join(folder, 'state', 'journal.witness');
});
afterEach(() => rmSync(folder, { recursive: true }));

const hashOf = (seq: number, journal = 'a') => `${journal}${seq}`.padEnd(64, '0');
/** A journal with this many events. */
const links = (count: number, journal?: string) => (seq: number) => (seq <= count ? hashOf(seq, journal) : null);

/** Notes a range of events, as the app does in one run. */
function note(from: number, to: number): void {
  const witness = openWitness(path);
  for (let seq = from; seq <= to; seq += 1) witness.note({ seq, hash: hashOf(seq) });
  witness.close();
}

function testify(hashAt: (seq: number) => string | null) {
  const witness = openWitness(path);
  const testimony = witness.testify(hashAt);
  witness.close();
  return testimony;
}

describe('the witness says', () => {
  test('unknown, if it has noted nothing', () => {
    expect(testify(links(9))).toBe('unknown');
  });

  test('known, for the journal it has followed', () => {
    note(1, 7);
    expect(testify(links(7))).toBe('known');
  });

  test('known, for a journal that has newer events', () => {
    note(1, 7);
    expect(testify(links(12))).toBe('known');
  });

  test('older, for a restored copy', () => {
    note(1, 7);
    expect(testify(links(6))).toBe('older');
    expect(testify(links(0))).toBe('older');
  });

  test('older, for a restored copy with other events since', () => {
    note(1, 7);
    expect(testify((seq) => (seq <= 5 ? hashOf(seq) : links(9, 'b')(seq)))).toBe('older');
  });
});

describe('the two places in the file of the witness', () => {
  test.each([1, 2])('follow a new journal from its event %i on', (seq) => {
    note(1, 7);
    note(seq, seq);
    expect(testify(links(seq))).toBe('known');
  });

  test.each([0, 1])('survive a power cut while place %i is written', (place) => {
    note(1, 7);
    const bytes = readFileSync(path);
    bytes.fill(0, place * 128, place * 128 + 60);
    writeFileSync(path, bytes);
    expect(testify(links(7))).toBe('known');
    // Only the event before is left.
    expect(testify(links(5))).toBe('older');
  });

  test('say unknown if both are damaged', () => {
    note(1, 7);
    writeFileSync(path, Buffer.alloc(256, 'x'));
    expect(testify(links(7))).toBe('unknown');
  });

  test('are read as far as possible from a truncated file', () => {
    note(1, 7);
    writeFileSync(path, readFileSync(path).subarray(0, 200));
    expect(testify(links(7))).toBe('known');
  });

  test('hold the largest numbers', () => {
    note(Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER);
    expect(testify((seq) => hashOf(seq))).toBe('known');
  });
});

describe('a witness that cannot be written', () => {
  test('says unknown and stops nothing', () => {
    writeFileSync(join(folder, 'state'), 'a file where a folder should be');
    note(1, 3);
    expect(testify(links(3))).toBe('unknown');
  });

  test('also if there is a folder of its name', () => {
    mkdirSync(path, { recursive: true });
    note(1, 3);
    expect(testify(links(3))).toBe('unknown');
  });
});

const contracts = { id: 'p', connectionId: 'c', label: 'Contracts', content: {} };
const order: StoredOrder = {
  connectionId: 'c',
  documentId: 'd',
  kind: 'withdraw',
  account: null,
  askedAt: 5,
  stage: { kind: 'ready', nextTryAt: 5 },
  attempts: 0,
  problem: null,
};

describe('a journal with a witness', () => {
  const file = () => join(folder, 'journal.sqlite');

  /** One run of the app. */
  function run(...ids: readonly string[]) {
    const { journal, testimony } = openJournal(file(), 5, path);
    journal.submissions.beWitnessed(1);
    for (const id of ids) journal.submissions.commit([accepted(sampleSubmission(id))]);
    journal.close();
    return testimony;
  }

  test('is known after every run', () => {
    expect([run('a', 'b'), run(), run('c'), run()]).toEqual(['unknown', 'known', 'known', 'known']);
  });

  test('is older if an earlier copy replaces it', () => {
    run('a');
    const backup = readFileSync(file());
    run('b');
    writeFileSync(file(), backup);
    expect(run('c')).toBe('older');
    // After that the witness follows the restored journal.
    expect(run()).toBe('known');
  });

  test.each<[string, (journal: Journal) => void]>([
    ['another profile', (journal) => journal.profiles.save({ ...contracts, content: { signees: [] } }, 6)],
    ['a profile that is gone', (journal) => journal.profiles.remove('p', 6)],
    ['a watched folder that is gone', (journal) => journal.folders.remove('f', 6)],
    ['an order that a person let go', (journal) => journal.documentOrders.letGo(order, 6)],
    ['a pause', (journal) => void journal.submissions.setPaused(true, 6)],
  ])('is older if an earlier copy does not know of %s', (_, change) => {
    const first = openJournal(file(), 5, path).journal;
    first.submissions.beWitnessed(1);
    first.profiles.save(contracts, 5);
    first.folders.save({ ...contracts, id: 'f' }, 5);
    first.documentOrders.ask([order]);
    first.close();
    const backup = readFileSync(file());
    const second = openJournal(file(), 5, path).journal;
    second.submissions.beWitnessed(1);
    change(second);
    second.close();
    writeFileSync(file(), backup);
    expect(run()).toBe('older');
  });

  test('stays older until the submissions are rebuilt', () => {
    run('a');
    const backup = readFileSync(file());
    run('b');
    writeFileSync(file(), backup);
    for (let starts = 0; starts < 2; starts += 1) {
      const { journal, testimony } = openJournal(file(), 5, path);
      journal.submissions.commit([accepted(sampleSubmission(`during-${starts}`))]);
      journal.close();
      expect(testimony).toBe('older');
    }
  });

  test('is older if the copy was made after the start, before the spool was searched', () => {
    run('a');
    const { journal } = openJournal(file(), 5, path);
    const backup = readFileSync(file());
    const log = readFileSync(`${file()}-wal`);
    journal.submissions.commit([accepted(sampleSubmission('b'))]);
    journal.close();
    writeFileSync(file(), backup);
    writeFileSync(`${file()}-wal`, log);
    expect(run()).toBe('older');
  });

  test('is accepted if there is no witness', () => {
    run('a');
    const { journal, testimony } = openJournal(file(), 5);
    journal.close();
    expect(testimony).toBe('known');
  });
});
