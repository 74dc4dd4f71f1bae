import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { sampleConnection } from '../account/testing/sample-connection.ts';
import { openJournal } from '../journal/journal.ts';
import type { SystemNotification } from '../platform/notifier.ts';
import { accepted, sampleSubmission } from '../submission/testing/sample-submission.ts';
import { createDrivenClock } from '../testing/clocks.ts';
import { endApp, newFolder, startApp } from './testing/start-app.ts';

let dataFolder: string;
beforeEach(() => {
  dataFolder = newFolder();
});
afterEach(() => rmSync(dataFolder, { recursive: true }));

test('a person away from the window hears that a copy does not go by itself after all', async () => {
  // Without a witness, the journal would be an older one, which holds everything.
  const witness = join(dataFolder, 'state', 'journal.witness');
  const { journal } = openJournal(join(dataFolder, 'journal.sqlite'), 1, witness);
  journal.submissions.beWitnessed(1);
  journal.connections.save({ ...sampleConnection, id: 'c' }, 1);
  const held = { connectionId: 'c', goal: 'hold', stage: { kind: 'held' } } as const;
  const rows = [
    sampleSubmission('plain', held),
    sampleSubmission('overtaken', { ...held, redoOf: 'old', reason: { kind: 'overtaken' } }),
  ];
  expect(journal.submissions.commit(rows.map(accepted)).ok).toBe(true);
  journal.close();
  const shown: SystemNotification[] = [];
  const clock = createDrivenClock(10_000_000_000);
  const notifier = { show: (one: SystemNotification) => void shown.push(one), setBadge() {}, isWatched: () => false };
  const app = startApp(dataFolder, { clock, notifier });
  const hasTold = async () => {
    await clock.advance(60 * 60_000);
    return shown.length > 0;
  };
  await vi.waitUntil(hasTold, { timeout: 20_000 });
  expect(shown.map(({ title }) => title)).toEqual(['Check overtaken.pdf']);
  await endApp(app, dataFolder);
});
