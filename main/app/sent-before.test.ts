import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sampleConnection } from '../account/testing/sample-connection.ts';
import { openJournal } from '../journal/journal.ts';
import { accepted, sampleSubmission } from '../submission/testing/sample-submission.ts';
import { endApp, newFolder, startApp } from './testing/start-app.ts';

let dataFolder: string;
beforeEach(() => {
  dataFolder = newFolder();
});
afterEach(() => rmSync(dataFolder, { recursive: true }));

test('a prepared document that was sent to the same people meanwhile goes only by a second word of the person', async () => {
  const witness = join(dataFolder, 'state', 'journal.witness');
  const { journal } = openJournal(join(dataFolder, 'journal.sqlite'), 1, witness);
  journal.submissions.beWitnessed(1);
  journal.connections.save({ ...sampleConnection, id: 'c' }, 1);
  const { wish } = sampleSubmission('sent');
  const own = { connectionId: 'c', account: sampleConnection.username, wish } as const;
  const rows = [
    sampleSubmission('sent', { ...own, stage: { kind: 'done', as: 'started' }, startedAt: 2, documentId: 'd1' }),
    sampleSubmission('held', { ...own, goal: 'hold', stage: { kind: 'held' } }),
  ];
  expect(journal.submissions.commit(rows.map(accepted)).ok).toBe(true);
  journal.close();
  const app = startApp(dataFolder);
  const send = (more: { readonly again?: true }) =>
    app.handlers['outbox.command']({ id: 'held', command: { kind: 'send', ...more } });
  await expect
    .poll(() => send({}))
    .toMatchObject({ ok: false, problem: { key: 'sent-before', params: { name: wish.file.name } } });
  expect(await send({ again: true })).toEqual({ ok: true });
  await endApp(app, dataFolder);
});
