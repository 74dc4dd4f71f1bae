import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startPracticeService } from '../../test/practice-service/practice-service.ts';
import { sampleConnection, sampleFields } from '../account/testing/sample-connection.ts';
import { openJournal } from '../journal/journal.ts';
import { plainId } from '../signing/answers/fields.ts';
import { accepted, sampleSubmission } from '../submission/testing/sample-submission.ts';
import { systemClock } from '../time/clock.ts';
import { endApp, newFolder, startApp } from './testing/start-app.ts';

test('a document that a person opens after it was rejected is finished before a check shows it', async () => {
  const service = await startPracticeService();
  const { id: userId, username, password } = service.people.createServiceUser();
  const { clientSecret, ...given } = service.connection;
  const document = { name: 'a.pdf', status: 'in-progress', signees: ['beat@example.test'] } as const;
  const { documentId } = await service.documents.add(userId, document);
  const id = plainId(documentId);
  const dataFolder = newFolder();
  const { journal } = openJournal(join(dataFolder, 'journal.sqlite'), 1, join(dataFolder, 'state', 'journal.witness'));
  journal.submissions.beWitnessed(1);
  const fields = { ...sampleFields, ...given };
  journal.connections.save({ ...sampleConnection, fields, signedIn: 'again', username }, 1);
  journal.settings.set('activeConnection', 'c');
  const started = { stage: { kind: 'done', as: 'started' }, startedAt: 2, documentId: id } as const;
  const row = sampleSubmission('s', { connectionId: 'c', account: username, ...started });
  expect(journal.submissions.commit([accepted(row)]).ok).toBe(true);
  journal.close();

  const app = startApp(dataFolder, { clock: systemClock, development: true });
  await expect
    .poll(() => app.handlers['connection.save']({ connectionId: 'c', fields, clientSecret: clientSecret ?? '' }))
    .toMatchObject({ ok: true });
  await app.handlers['account.paste']({ connectionId: 'c', text: `${username}\n${password}` });
  expect(await app.handlers['account.test']({ connectionId: 'c' })).toMatchObject({ ok: true });
  const now = async () => (await app.handlers['documents.row']({ key: 'submission:s' })).row;
  await expect
    .poll(now)
    .toMatchObject({ document: { documentStatus: 'in-progress' }, submission: { finishedAt: null } });
  await service.people.reject(documentId, 'beat@example.test');
  expect(await app.handlers['documents.details']({ id })).toMatchObject({ ok: true });
  expect(await now()).toMatchObject({
    document: { documentStatus: 'rejected' },
    submission: { finishedAt: expect.any(Number) },
  });
  await endApp(app, dataFolder);
  await service.close();
  rmSync(dataFolder, { recursive: true });
});
