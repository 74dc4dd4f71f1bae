import { expect, test } from 'vitest';
import { createDrivenClock } from '../testing/clocks.ts';
import { createGatheredFiles } from './gathered-files.ts';

function prepare() {
  const clock = createDrivenClock(0);
  const opened: (readonly string[])[] = [];
  return { clock, opened, files: createGatheredFiles({ clock, open: (paths) => void opened.push(paths) }) };
}

test('thirty starts that follow each other closely are one gesture', async () => {
  const { clock, opened, files } = prepare();
  for (let number = 1; number <= 30; number += 1) {
    files.add([`${number}.pdf`]);
    // oxlint-disable-next-line no-await-in-loop
    await clock.advance(50);
  }
  expect([opened, files.count()]).toEqual([[], 30]);
  await clock.advance(250);
  expect(opened.map(({ length }) => length)).toEqual([30]);
  expect([files.count(), clock.waiting()]).toEqual([0, []]);
});

test('a later start is a gesture of its own', async () => {
  const { clock, opened, files } = prepare();
  files.add(['a.pdf']);
  await clock.advance(400);
  files.add(['b.pdf', 'c.pdf']);
  await clock.advance(400);
  expect(opened).toEqual([['a.pdf'], ['b.pdf', 'c.pdf']]);
});

test('starts that never end keep nobody waiting', async () => {
  const { clock, opened, files } = prepare();
  for (let number = 0; number < 25; number += 1) {
    files.add([`${number}.pdf`]);
    // oxlint-disable-next-line no-await-in-loop
    await clock.advance(100);
  }
  expect(opened).toHaveLength(1);
});

test('nothing to open waits for nothing, and nothing is opened after the end', async () => {
  const { clock, opened, files } = prepare();
  files.add([]);
  expect(clock.waiting()).toEqual([]);
  files.add(['a.pdf']);
  files.close();
  await clock.advance(5_000);
  expect(opened).toEqual([]);
});
