import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { emptyState } from '../../preload/contract/empty-state.ts';
import { sampleConnection } from '../account/testing/sample-connection.ts';
import { nodeDisk } from '../intake/spool-disk.ts';
import { openJournal } from '../journal/journal.ts';
import { createPublishedState } from '../state/published-state.ts';
import { accepted, changeOf, sampleSubmission } from '../submission/testing/sample-submission.ts';
import { createDrivenClock } from '../testing/clocks.ts';
import { createOutbox } from './outbox.ts';
import type { OutboxDeps } from './outbox-parts.ts';
import { quietOutbox } from './testing/quiet-outbox.ts';

const row = sampleSubmission('a', { connectionId: 'c', account: 'service-1' });

/** An outbox with one stored submission. `well`: can its spool be opened? */
function sending({ well = true, patch = {} }: { well?: boolean; patch?: Partial<OutboxDeps> } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-busy-'));
  const { journal } = openJournal(join(folder, 'journal.sqlite'));
  journal.submissions.commit([accepted(row)]);
  const told: string[] = [];
  const made = createOutbox({
    ...quietOutbox,
    journal,
    state: createPublishedState({ ...emptyState, connections: [sampleConnection], active: 'c' }),
    accountOf: () => 'service-1',
    ...(well ? {} : { disk: { ...nodeDisk, makeFolder: () => Promise.reject(new Error('EROFS')) } }),
    folder: join(folder, 'spool'),
    notify: ({ key }) => void told.push(key),
    onFault() {},
    newId: () => 'new',
    ...patch,
  });
  onTestFinished(async () => {
    made.close();
    await made.ready;
    journal.close();
    rmSync(folder, { recursive: true });
  });
  return { ...made, made, journal, told };
}

test('a connection is busy while it has an open submission, also if the outbox is stopped', async () => {
  const { isBusy, ready, openOf } = sending({ well: false });
  expect((await ready).stopped).not.toBeNull();
  expect([openOf('c'), isBusy('c')]).toEqual([[], true]);
});

test('an outbox with a failing disk tells it once, and opens when the disk works again', async () => {
  let ill = true;
  const failing = () => Promise.reject(new Error('EROFS'));
  const disk = { ...nodeDisk, makeFolder: (path: string) => (ill ? failing() : nodeDisk.makeFolder(path)) };
  const clock = createDrivenClock(5_000);
  const state = createPublishedState({ ...emptyState, connections: [sampleConnection], active: 'c' });
  const { made, told } = sending({ patch: { clock, disk, state } });
  const working = () => state.get().outbox.working;
  await expect.poll(working).toBe(false);
  await clock.advance(60_000);
  expect((await made.ready).stopped).not.toBeNull();
  ill = false;
  await expect.poll(() => clock.advance(60_000).then(working)).toBe(true);
  expect([made.openOf('c').length, told]).toEqual([1, ['spool-disk-error']]);
});

test('a connection is busy until the spool is searched, which may have a submission of it', async () => {
  const { isBusy, ready } = sending();
  expect(isBusy('d')).toBe(true);
  await ready;
  await expect.poll(() => isBusy('d')).toBe(false);
  expect(isBusy('c')).toBe(true);
});

test('a connection is no longer busy after its last submission is done', async () => {
  const { isBusy, ready, journal } = sending();
  await ready;
  journal.submissions.commit([
    changeOf(journal.submissions.find('a') ?? row, { stage: { kind: 'done', as: 'started' } }),
  ]);
  await expect.poll(() => isBusy('c')).toBe(false);
});

test('without a durable journal it sends nothing, and no connection is busy', () => {
  const { isBusy } = sending({ patch: { durable: false } });
  expect(isBusy('d')).toBe(false);
});

test('tells a person how many submissions an older journal concerns', async () => {
  const { told, ready } = sending({ patch: { older: true } });
  await ready;
  await expect.poll(() => told).toEqual(['journal-older']);
});
