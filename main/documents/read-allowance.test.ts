import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { limits } from '../../preload/contract/limits.ts';
import { broken, DAY, NOW, sampleSaver } from './testing/sample-saver.ts';

const WINDOW = limits.pollingMs + 1_000;
const numbered = (count: number, kind: string) => Array.from({ length: count }, (_none, at) => `${kind}${at}`);

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-allowance-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** A service that answers so many details per window, and refuses the others. */
function limitedTo(most: () => number, copies: readonly string[]) {
  const sample = sampleSaver(folder, copies);
  const { asked, saver, journal } = sample;
  let [inWindow, refusals] = [0, 0];
  sample.whileAsked(() => {
    inWindow += 1;
    const isRefused = inWindow > most();
    if (isRefused) refusals += 1;
    sample.set({ refusal: isRefused ? broken('busy') : null });
  });
  const read = new Set<string>();
  const seen = (ids: readonly string[]) =>
    journal.documentFacts.see(
      'c',
      ids.map((id) => ({ id, status: 'in-progress' })),
      { at: NOW, before: null, account: 'service-1' },
    );
  return {
    journal,
    refusals: () => refusals,
    read: () => read.size,
    /** One window: a check, which wants these documents read first. Returns how many details it asked for. */
    async window(first: readonly string[], later: readonly string[] = []): Promise<number> {
      sample.pass(WINDOW);
      inWindow = 0;
      asked.length = 0;
      seen(first);
      const wanted = first.filter((id) => !read.has(id)).slice(0, 250);
      await saver.run('c', later, wanted);
      for (const id of wanted) if ((journal.documentFacts.find('c', id)?.signees ?? null) !== null) read.add(id);
      return asked.filter((one) => one.startsWith('details')).length;
    },
    pass: sample.pass,
    /** From now on the service names no address for the files. */
    failCopies: () => sample.set({ answer: { documentUrl: null } }),
    /** The details that the last window asked for, of documents of this kind. */
    askedFor: (kind: string) => asked.filter((one) => one.startsWith(`details ${kind}`)).length,
  };
}

test('a service that answers 60 per window is hardly ever asked for more, and everything is read and saved', async () => {
  const copies = numbered(80, 'copy');
  const service = limitedTo(() => 60, copies);
  const first = numbered(300, 'new');
  await service.window(first);
  await service.window(first);
  expect(service.refusals()).toBe(2);
  expect(await service.window(first)).toBe(48);
  let windows = 3;
  for (; service.read() < 300 || service.journal.savedCopies.count('c') < 80; windows += 1) await service.window(first);
  expect(service.refusals()).toBe(2);
  expect(windows).toBeLessThanOrEqual(9);
});

test('one refusal teaches nothing, and after a week without one everything is tried again', async () => {
  let most = 30;
  const service = limitedTo(() => most, []);
  const first = numbered(2_000, 'new');
  await service.window(first);
  most = 1_000;
  expect(await service.window(first)).toBe(250);
  most = 40;
  await service.window(first);
  expect(await service.window(first)).toBe(32);
  expect(await service.window(first)).toBe(33);
  service.pass(8 * DAY);
  most = 1_000;
  expect(await service.window(first)).toBe(250);
});

test('copies that always fail leave a quarter of what is allowed for people who may have signed', async () => {
  const service = limitedTo(() => 20, numbered(60, 'copy'));
  for (let count = 0; count < 2; count += 1) await service.window(numbered(40, 'new'));
  service.failCopies();
  await service.window([], numbered(30, 'running'));
  expect(service.refusals()).toBe(2);
  expect([service.askedFor('copy'), service.askedFor('running')]).toEqual([12, 4]);
});

test('half of what is allowed is for copies and running documents, also while thousands are read for the first time', async () => {
  const service = limitedTo(() => 20, numbered(40, 'copy'));
  const first = numbered(500, 'new');
  const later = numbered(30, 'running');
  for (let count = 0; count < 2; count += 1) await service.window(first, later);
  const before = [service.read(), service.journal.savedCopies.count('c')];
  await service.window(first, later);
  expect([service.read() - (before[0] ?? 0), service.journal.savedCopies.count('c') - (before[1] ?? 0)]).toEqual([
    8, 6,
  ]);
});
