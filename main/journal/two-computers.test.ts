import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { accepted, sampleSubmission } from '../submission/testing/sample-submission.ts';
import { type OpenedJournal, openJournal } from './journal.ts';
import { createLeaseWatch, LEASE_MS, type LeaseWatch } from './writers.ts';

let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-two-'));
  file = join(folder, 'journal.sqlite');
});
afterEach(() => rmSync(folder, { recursive: true }));

type Computer = 'anna' | 'beat';

/** Opens the shared journal on a computer, each of which has its own witness. */
const open = (computer: Computer, now = 5): OpenedJournal => openBy(computer, now);

/** One of several tries of a start, which watches the notes of other computers. */
const openBy = (computer: Computer, now: number, watch?: LeaseWatch): OpenedJournal =>
  openJournal(file, now, join(folder, computer, 'journal.witness'), undefined, watch);

/** One run of the app, which has held everything it had to hold. */
function run(computer: Computer, ...ids: readonly string[]) {
  const { journal, testimony } = open(computer);
  expect(journal.submissions.beWitnessed(5)).toEqual({ ok: true });
  for (const id of ids) journal.submissions.commit([accepted(sampleSubmission(id))]);
  journal.close();
  return testimony;
}

describe('a journal in a folder that travels', () => {
  test('is older when another computer has written since, although it has all that this one noted', () => {
    expect([run('anna', 'a'), run('anna')]).toEqual(['unknown', 'known']);
    expect(run('beat', 'b')).toBe('unknown');
    expect(run('anna', 'c')).toBe('older');
    expect(run('beat')).toBe('older');
    expect(run('beat')).toBe('known');
  });

  test('is older when it comes back as this computer left it, and another has written its own since', () => {
    run('anna', 'a');
    const left = readFileSync(file);
    run('beat', 'b');
    writeFileSync(file, left);
    expect(run('anna')).toBe('older');
    expect(run('anna')).toBe('known');
  });

  test('names in its history who took it over', () => {
    run('anna', 'a');
    run('beat');
    const { journal } = open('beat');
    expect(journal.history('journal')).toMatchObject([{ kind: 'unwitnessed' }, { kind: 'taken-over' }]);
    journal.close();
  });

  test('stays older until everything is held, and is not taken over before', () => {
    run('anna', 'a');
    for (const testimony of ['unknown', 'unknown']) {
      const opened = open('beat');
      opened.journal.close();
      expect(opened.testimony).toBe(testimony);
    }
    expect(run('anna')).toBe('known');
  });

  test.each([
    ['known if it ends with the event that this computer noted last', [], 'known'],
    ['older if it has further ones', ['b'], 'older'],
  ] as const)('written before journals named their writer, is %s', (_, later, testimony) => {
    run('anna', 'a');
    const database = new DatabaseSync(file);
    database.exec(`DELETE FROM setting WHERE name = 'writer'`);
    database.close();
    const { journal } = openJournal(file, 5);
    for (const id of later) journal.submissions.commit([accepted(sampleSubmission(id))]);
    journal.close();
    expect(run('anna')).toBe(testimony);
  });
});

describe('while another computer writes the journal', () => {
  test('it is not touched, and the fault names the computer', () => {
    run('anna', 'a');
    const { journal } = open('anna');
    journal.lease.renew(5);
    // The synchronised copy of the journal that is open elsewhere.
    copyFileSync(file, `${file}.copy`);
    const before = readdirSync(folder).toSorted();
    const opened = open('beat', 6);
    expect(opened).toMatchObject({
      durable: false,
      failure: { fault: 'elsewhere', details: hostname().slice(0, 120) },
    });
    opened.journal.close();
    expect(
      readdirSync(folder)
        .filter((name) => name !== 'beat')
        .toSorted(),
    ).toEqual(before);
    expect(readFileSync(file)).toEqual(readFileSync(`${file}.copy`));
    journal.close();
    expect(run('beat')).toBe('unknown');
  });

  test('it is told from the moment in which that computer became the writer', () => {
    const { journal } = open('anna');
    expect(journal.submissions.beWitnessed(5)).toEqual({ ok: true });
    const opened = open('beat', 6);
    expect(opened.failure).toMatchObject({ fault: 'elsewhere' });
    opened.journal.close();
    journal.close();
  });

  /** Anna's computer writes at this moment of its own clock, and goes without a word. */
  function stopWithoutWord(at: number): void {
    const { journal } = open('anna');
    journal.lease.renew(at);
    const [note = ''] = readdirSync(`${file}.writers`);
    const kept = readFileSync(join(`${file}.writers`, note));
    journal.close();
    writeFileSync(join(`${file}.writers`, note), kept);
  }

  const HOUR = 60 * 60_000;
  const noon = 1_000 * HOUR;

  test.each([-3 * HOUR, -1, 0, 1, 3 * HOUR])(
    'its lease ends when its note did not change for ten minutes of our clock, also if its own clock is %d ms off',
    (offMs) => {
      run('anna', 'a');
      stopWithoutWord(noon + offMs);
      let at = 0;
      const watch = createLeaseWatch(() => at);
      const isOpenAt = (ms: number) => {
        let isOpen = false;
        for (; at <= ms; at += 5_000) {
          const { durable, journal } = openBy('beat', noon + at, watch);
          isOpen = durable;
          journal.close();
        }
        return isOpen;
      };
      expect(isOpenAt(LEASE_MS - 5_000)).toBe(false);
      expect(isOpenAt(LEASE_MS)).toBe(true);
    },
  );

  test('a change of its note begins the ten minutes anew, and a sleep of ours does not count', () => {
    run('anna', 'a');
    let at = 0;
    const watch = createLeaseWatch(() => at);
    for (const moment of [noon, noon + 1]) {
      stopWithoutWord(moment);
      for (const next of [0, 5_000, 8 * HOUR]) {
        at += next;
        const opened = openBy('beat', noon + at, watch);
        expect(opened.failure).toMatchObject({ fault: 'elsewhere' });
        opened.journal.close();
      }
    }
  });

  test('nobody waits twice for the same note, nor for one from the day before', () => {
    run('anna', 'a');
    stopWithoutWord(noon);
    const dayAfter = open('beat', noon + 25 * HOUR);
    expect(dayAfter.durable).toBe(true);
    dayAfter.journal.close();
    let at = 0;
    const watch = createLeaseWatch(() => at);
    for (; at <= LEASE_MS; at += 5_000) openBy('beat', noon, watch).journal.close();
    const opened = openBy('beat', noon, watch);
    expect(opened.journal.submissions.beWitnessed(noon)).toEqual({ ok: true });
    opened.journal.lease.renew(noon);
    opened.journal.close();
    const again = open('beat', noon + 1);
    expect(again.durable).toBe(true);
    again.journal.close();
  });

  test('the one that slept sees that another has taken it over', () => {
    run('anna', 'a');
    const asleep = open('anna');
    // Beat has a copy of the folder as it was synchronised, with the notes of all computers.
    const theirs = join(folder, 'theirs.sqlite');
    copyFileSync(file, theirs);
    const beat = openJournal(theirs, 5 + LEASE_MS, join(folder, 'beat', 'journal.witness'));
    expect(asleep.journal.lease.takenBy()).toBeNull();
    expect(beat.journal.submissions.beWitnessed(6)).toEqual({ ok: true });
    beat.journal.lease.renew(6 + LEASE_MS);
    const synchronise = () => {
      for (const name of readdirSync(`${theirs}.writers`))
        copyFileSync(join(`${theirs}.writers`, name), join(`${file}.writers`, name));
    };
    synchronise();
    expect(asleep.journal.lease.takenBy()).toMatchObject({ name: hostname().slice(0, 120) });
    asleep.journal.close();
    beat.journal.close();
    synchronise();
    expect(run('anna')).toBe('older');
  });
});

describe('verifying the history', () => {
  const verified = async () => {
    const { journal } = open('anna');
    const found = await journal.verify();
    journal.close();
    return found;
  };

  test('asks the witness: a history that was written anew is told, also when the witness has followed it since', async () => {
    run('anna', 'a', 'b');
    expect(await verified()).toEqual({ ok: true });
    // A whole history of its own, with the writer and the hashes that belong to it.
    const writer = new DatabaseSync(file);
    const row = writer.prepare(`SELECT value FROM setting WHERE name = 'writer'`).get();
    writer.close();
    rmSync(file);
    run('beat', 'x', 'y', 'z');
    const forged = new DatabaseSync(file);
    forged.prepare(`UPDATE setting SET value = ? WHERE name = 'writer'`).run(String(row?.['value']));
    forged.close();
    const unlike = { ok: false, broken: { seq: 2, what: 'witness' } };
    expect(await verified()).toEqual(unlike);
    expect(run('anna')).toBe('older');
    expect(run('anna')).toBe('known');
    expect(await verified()).toEqual(unlike);
  });
  test('says so when there is no note, also when the witness has followed it since', async () => {
    run('anna', 'a', 'b');
    rmSync(join(folder, 'anna', 'journal.witness'));
    expect(run('anna')).toBe('unknown');
    expect(run('anna', 'c')).toBe('known');
    expect(await verified()).toEqual({ ok: false, broken: { seq: 2, what: 'unwitnessed' } });
    rmSync(join(folder, 'anna', 'journal.witness'));
    writeFileSync(join(folder, 'anna', 'journal.witness'), 'nothing');
    expect(await verified()).toMatchObject({ ok: false, broken: { what: 'unwitnessed' } });
  });

  test('says so as soon as the note is gone, also while the app runs', async () => {
    run('anna', 'a');
    const { journal } = open('anna');
    rmSync(join(folder, 'anna', 'journal.witness'));
    journal.submissions.commit([accepted(sampleSubmission('b'))]);
    expect(await journal.verify()).toEqual({ ok: false, broken: { seq: 2, what: 'unwitnessed' } });
    journal.close();
    expect([run('anna'), await verified()]).toMatchObject(['unknown', { broken: { what: 'unwitnessed' } }]);
  });

  test('says so of a history that was written before journals named their writer, and had no note', async () => {
    const { journal } = openJournal(file, 5);
    for (const id of ['a', 'b']) journal.submissions.commit([accepted(sampleSubmission(id))]);
    journal.close();
    expect(run('anna', 'c')).toBe('unknown');
    expect(await verified()).toEqual({ ok: false, broken: { seq: 2, what: 'unwitnessed' } });
  });

  test('knows a journal that began on this computer, and blames no other one for coming later', async () => {
    run('anna', 'a');
    run('beat', 'b');
    run('anna');
    expect(await verified()).toEqual({ ok: true });
  });
});
