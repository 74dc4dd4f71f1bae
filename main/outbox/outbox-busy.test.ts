import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { emptyState } from '../../preload/contract/empty-state.ts';
import { sampleConnection } from '../account/testing/sample-connection.ts';
import { nodeDisk } from '../intake/spool-disk.ts';
import { openJournal } from '../journal/journal.ts';
import { createPublishedState } from '../published-state.ts';
import { accepted, moved, sampleSubmission } from '../submission/testing/sample-submission.ts';
import { createOutbox, type OutboxDeps } from './outbox.ts';
import { createDrivenClock } from './testing/driven-clock.ts';

const row = sampleSubmission('a', { connectionId: 'c', account: 'service-1' });

/** The queue over a journal with one row; `well` says whether its spool can be opened. */
function sending({ well = true, patch = {} }: { well?: boolean; patch?: Partial<OutboxDeps> } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-busy-'));
  const { journal } = openJournal(join(folder, 'journal.sqlite'));
  journal.submissions.commit([accepted(row)]);
  const told: string[] = [];
  const made = createOutbox({
    clock: { now: () => 5_000, monotonic: () => 1, after: () => () => {} },
    journal,
    state: createPublishedState({ ...emptyState, connections: [sampleConnection], active: 'c' }),
    durable: true,
    rebuild: false,
    older: false,
    accountOf: () => 'service-1',
    ...(well ? {} : { disk: { ...nodeDisk, makeFolder: () => Promise.reject(new Error('EROFS')) } }),
    folder: join(folder, 'spool'),
    clientOf: () => null,
    onSignInNeeded() {},
    onWaiting() {},
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

test('a connection is busy while the journal has an open row, also when the queue is stopped', async () => {
  const { isBusy, ready, openOf } = sending({ well: false });
  expect((await ready).stopped).not.toBeNull();
  expect([openOf('c'), isBusy('c')]).toEqual([[], true]);
});

test('an outbox that the disk stopped at the start tells it once, and opens when the disk is well', async () => {
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

test('it is busy before the spool has been gone through: a copy may wait there for it', async () => {
  const { isBusy, ready } = sending();
  expect(isBusy('d')).toBe(true);
  await ready;
  await expect.poll(() => isBusy('d')).toBe(false);
  expect(isBusy('c')).toBe(true);
});

test('it is no longer busy when its last row is at rest', async () => {
  const { isBusy, ready, journal } = sending();
  await ready;
  journal.submissions.commit([moved(row, { stage: { kind: 'done', as: 'started' } })]);
  await expect.poll(() => isBusy('c')).toBe(false);
});

test('without a journal on the disk nothing is sent, and no connection is busy', () => {
  const { isBusy } = sending({ patch: { durable: false } });
  expect(isBusy('d')).toBe(false);
});

test('a person is told how many documents an older journal concerns', async () => {
  const { told, ready } = sending({ patch: { older: true } });
  await ready;
  await expect.poll(() => told).toEqual(['journal-older']);
});
