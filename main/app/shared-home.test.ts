/** A home that two computers share has the data folder and the state folder of both in it. */
import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Problem } from '../../preload/contract/problem.ts';
import { accepted, sampleSubmission } from '../submission/testing/sample-submission.ts';
import { createDrivenClock, stoppedClock } from '../testing/clocks.ts';
import { openOwnJournal } from './open-state.ts';
import { openWhenFree } from './open-when-free.ts';
import { startApp } from './testing/start-app.ts';

let home: string;
let dataFolder: string;

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'countersign-home-'));
  dataFolder = join(home, 'data');
  mkdirSync(dataFolder);
});
afterEach(() => rmSync(home, { recursive: true }));

const on = (machine: string | null) => ({
  clock: stoppedClock(5),
  dataFolder,
  stateFolder: join(home, 'state'),
  machine,
});

/** One run of the app, which has held everything it had to hold. */
function run(machine: string | null, ...ids: readonly string[]) {
  const { journal, testimony } = openOwnJournal(on(machine));
  expect(journal.submissions.beWitnessed(5)).toEqual({ ok: true });
  for (const id of ids) journal.submissions.commit([accepted(sampleSubmission(id))]);
  const { own } = journal.lease;
  journal.close();
  return { testimony, own };
}

describe('a home of two computers', () => {
  test('gives them two names, and neither goes on by itself with what the other has written', () => {
    const anna = run('anna', 'a');
    const beat = run('beat', 'b');
    expect([beat.testimony, beat.own === anna.own]).toEqual(['unknown', false]);
    expect(run('anna')).toEqual({ testimony: 'older', own: anna.own });
    expect(run('anna').testimony).toBe('known');
    expect(run('beat')).toEqual({ testimony: 'older', own: beat.own });
  });

  test('that is copied late starts nothing twice: the copy holds what the other computer may have sent since', () => {
    run('anna', 'a');
    const copy = join(home, 'copy');
    for (const name of ['data', 'state']) cpSync(join(home, name), join(copy, name), { recursive: true });
    run('anna', 'sent-since');
    const { journal, testimony } = openOwnJournal({
      ...on('beat'),
      dataFolder: join(copy, 'data'),
      stateFolder: join(copy, 'state'),
    });
    journal.close();
    expect(testimony).toBe('unknown');
  });

  test('lets the second computer wait until the first has ended', async () => {
    const { journal } = openOwnJournal(on('anna'));
    journal.submissions.beWitnessed(5);
    journal.lease.renew(5);
    const clock = createDrivenClock(5);
    const told: Problem[] = [];
    let isOpen = false;
    const opening = openWhenFree({ ...on('beat'), clock }, (problem) => void told.push(problem));
    void opening.finally(() => {
      isOpen = true;
    });
    await clock.advance(60_000);
    expect([isOpen, told.map(({ key }) => key)]).toEqual([false, ['journal-elsewhere']]);
    journal.close();
    await clock.advance(1_000);
    const opened = await opening;
    opened.journal.close();
    expect(opened).toMatchObject({ durable: true, testimony: 'unknown' });
  });

  test('names each of them in a watched folder', () => {
    const idsAfter = (machine: string) => {
      startApp(dataFolder, { stateFolder: join(home, 'state'), machine }).close();
      const files = globSync('**/computer.json', { cwd: join(home, 'state') });
      return new Set(files.map((file) => readFileSync(join(home, 'state', file), 'utf8')));
    };
    expect(['anna', 'beat', 'anna'].map((machine) => idsAfter(machine).size)).toEqual([1, 2, 2]);
  });
});

test('a computer that does not tell its name, and one that gets a name by an update, keep their state', () => {
  const before = run(null, 'a');
  expect(run(null)).toEqual({ testimony: 'known', own: before.own });
  expect(run('anna')).toEqual({ testimony: 'known', own: before.own });
  expect(run('beat').testimony).toBe('unknown');
});

test('a state folder whose owner cannot be read belongs to nobody here', () => {
  run('anna', 'a');
  writeFileSync(join(home, 'state', 'machine'), '');
  expect(run('anna').testimony).toBe('unknown');
  expect(run('anna').testimony).toBe('known');
});
