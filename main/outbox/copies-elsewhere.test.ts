/** Two computers whose data folder is synchronised: neither removes what the other may need. */
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { limits } from '../../preload/contract/limits.ts';
import { openJournal } from '../journal/journal.ts';
import { changeOf, sampleSubmission } from '../submission/testing/sample-submission.ts';
import { stoppedClock } from '../testing/clocks.ts';
import { outboxFolder } from './testing/outbox-folder.ts';

let here: ReturnType<typeof outboxFolder>;

beforeEach(() => {
  here = outboxFolder();
});
afterEach(() => here[Symbol.asyncDispose]());

const openHere = (patch: Parameters<typeof here.open>[0] = {}) =>
  here.open({ older: here.testimony !== 'known', ...patch });

function change(id: string, patch: Parameters<typeof changeOf>[1]): void {
  const row = here.row(id);
  if (row === null) throw new Error(`There is no ${id}.`);
  expect(here.journal.submissions.commit([changeOf(row, patch)])).toEqual({ ok: true });
}

test('copies that another computer accepted meanwhile stay, and their documents come into the list', async () => {
  await here.take(openHere(), ['a']);
  const annas = join(here.folder, 'annas.sqlite');
  await here.moveTo('beat', () => copyFileSync(join(here.folder, 'journal.sqlite'), annas));
  const anna = openJournal(annas, 5_000, join(here.folder, 'state', 'witness'));
  expect(anna.testimony).toBe('known');
  const stillOpen = here.open({ journal: anna.journal });
  await openHere().ready;
  await here.take(stillOpen, ['b', 'c']);
  expect(here.row('b')).toBeNull();
  await here.restart(() => anna.journal.close());

  expect(here.testimony).toBe('known');
  expect(await openHere().ready).toMatchObject({ restored: 2 });
  expect(here.copies()).toBe(3);
  expect([here.row('b'), here.row('c')]).toMatchObject([{ recovered: true }, { recovered: true }]);
});

test('a copy that was given up here stays for the other computer until the service has deleted all of it', async () => {
  await here.take(openHere(), ['a']);
  await here.moveTo('beat');
  await openHere().ready;
  change('a', { stage: { kind: 'done', as: 'given-up' }, recovered: false, reason: null, changedAt: 6_000 });
  for (const [now, copies] of [
    [7_000, 1],
    [7_000 + 2 * limits.lifecycleMs.finished, 0],
  ] as const) {
    await here.restart();
    expect(here.testimony).toBe('known');
    await openHere({ clock: stoppedClock(now) }).ready;
    expect(here.copies()).toBe(copies);
  }
});

test('a correction is stored beside the file of the other computer, and the later one counts', async () => {
  const { file: _file, ...choices } = sampleSubmission('a').wish;
  const right = { ...choices, signees: [{ email: 'right@example.ch' }] };
  await here.take(openHere(), ['a'], { goal: 'hold', stage: { kind: 'held' }, changedAt: 10 });
  await here.moveTo('beat');
  await openHere().ready;
  change('a', { goal: 'hold', stage: { kind: 'held' }, recovered: false, reason: null });
  await here.restart();
  expect(await openHere().command('a', { kind: 'revise', choices: right })).toEqual({ ok: true });
  await here.moveTo('state');
  await here.loseJournal();
  expect(await openHere().ready).toMatchObject({ restored: 1 });
  expect(here.row('a')?.wish.signees).toEqual(right.signees);
});
