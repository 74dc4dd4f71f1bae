import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { accepted, sampleSubmission } from '../submission/testing/sample-submission.ts';
import { openJournal } from './journal.ts';
import { openWitness } from './witness.ts';

let folder: string;
let path: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-witness-'));
  path = join(folder, 'state', 'journal.witness');
});
afterEach(() => rmSync(folder, { recursive: true }));

const hashOf = (seq: number, journal = 'a') => `${journal}${seq}`.padEnd(64, '0');
/** A journal with that many links. */
const links = (count: number, journal?: string) => (seq: number) => (seq <= count ? hashOf(seq, journal) : null);

/** Notes all links from one to another, as an app does in one run. */
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

describe('what the witness says', () => {
  test('of a journal it has seen nothing of: nothing is known', () => {
    expect(testify(links(9))).toBe('unknown');
  });

  test('of the journal it has followed: it is known', () => {
    note(1, 7);
    expect(testify(links(7))).toBe('known');
  });

  test('of a journal that went on without it: it is known, for to lag behind is no contradiction', () => {
    note(1, 7);
    expect(testify(links(12))).toBe('known');
  });

  test('of a journal that was put back: it is older', () => {
    note(1, 7);
    expect(testify(links(6))).toBe('older');
    expect(testify(links(0))).toBe('older');
  });

  test('of a journal that was put back and went on another way: it is older', () => {
    note(1, 7);
    expect(testify((seq) => (seq <= 5 ? hashOf(seq) : links(9, 'b')(seq)))).toBe('older');
  });
});

describe('the two places', () => {
  test.each([1, 2])('follow a journal that began anew, from its link %i on', (seq) => {
    note(1, 7);
    note(seq, seq);
    expect(testify(links(seq))).toBe('known');
  });

  test.each([0, 1])('a power cut while place %i is written leaves the other one', (place) => {
    note(1, 7);
    const bytes = readFileSync(path);
    bytes.fill(0, place * 128, place * 128 + 60);
    writeFileSync(path, bytes);
    expect(testify(links(7))).toBe('known');
    // What is left is the place before at most.
    expect(testify(links(5))).toBe('older');
  });

  test('when both are damaged nothing is known', () => {
    note(1, 7);
    writeFileSync(path, Buffer.alloc(256, 'x'));
    expect(testify(links(7))).toBe('unknown');
  });

  test('a file that was cut off is read as far as it goes', () => {
    note(1, 7);
    writeFileSync(path, readFileSync(path).subarray(0, 200));
    expect(testify(links(7))).toBe('known');
  });

  test('hold the largest numbers', () => {
    note(Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER);
    expect(testify((seq) => hashOf(seq))).toBe('known');
  });
});

describe('a place that cannot be written', () => {
  test('knows nothing, and keeps nothing from working', () => {
    writeFileSync(join(folder, 'state'), 'a file where a folder should be');
    note(1, 3);
    expect(testify(links(3))).toBe('unknown');
  });

  test('nor does a folder under its name', () => {
    mkdirSync(path, { recursive: true });
    note(1, 3);
    expect(testify(links(3))).toBe('unknown');
  });
});

describe('a journal with a witness', () => {
  const file = () => join(folder, 'journal.sqlite');

  /** One run of the app. */
  function run(...ids: readonly string[]) {
    const { journal, testimony } = openJournal(file(), 5, path);
    journal.submissions.beWitnessed();
    for (const id of ids) journal.submissions.commit([accepted(sampleSubmission(id))]);
    journal.close();
    return testimony;
  }

  test('is known after every run, whatever was written', () => {
    expect([run('a', 'b'), run(), run('c'), run()]).toEqual(['unknown', 'known', 'known', 'known']);
  });

  test('is older when an earlier copy of it takes its place', () => {
    run('a');
    const backup = readFileSync(file());
    run('b');
    writeFileSync(file(), backup);
    expect(run('c')).toBe('older');
    // From then on the witness follows the journal that was put back.
    expect(run()).toBe('known');
  });

  test('stays older until the queue was built again', () => {
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

  test('without a witness to ask is taken as it is', () => {
    run('a');
    const { journal, testimony } = openJournal(file(), 5);
    journal.close();
    expect(testimony).toBe('known');
  });
});
