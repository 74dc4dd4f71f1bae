import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { emptyState } from '../../preload/contract/empty-state.ts';
import { sampleConnection } from '../account/testing/sample-connection.ts';
import { pdfOf } from '../intake/testing/sample-files.ts';
import { openJournal } from '../journal/journal.ts';
import { createPublishedState } from '../state/published-state.ts';
import { sampleSubmission } from '../submission/testing/sample-submission.ts';
import { createOutbox } from './outbox.ts';
import { quietOutbox } from './testing/quiet-outbox.ts';

test('resumes an interrupted rebuild and restores submissions from the spool', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-sending-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const begin = (file: string) => {
    const { journal } = openJournal(join(folder, file));
    const state = createPublishedState({ ...emptyState, connections: [sampleConnection], active: 'c' });
    const sending = createOutbox({
      ...quietOutbox,
      journal,
      state,
      folder: join(folder, 'spool'),
      newId: () => 'new',
    });
    const end = () => {
      sending.close();
      journal.close();
    };
    return { journal, state, queue: sending, end };
  };

  const before = begin('before.sqlite');
  const path = join(folder, 'a.pdf');
  writeFileSync(path, pdfOf());
  await before.queue.take(
    [
      {
        path,
        submission(file) {
          const sample = sampleSubmission('a', { connectionId: 'c' });
          return { ...sample, wish: { ...sample.wish, file } };
        },
      },
    ],
    () => {},
  );
  before.end();

  // A repaired journal with another submission. The app ended before it searched the spool.
  const { journal } = openJournal(join(folder, 'after.sqlite'));
  journal.submissions.restore([sampleSubmission('b', { connectionId: 'c' })], 1);
  journal.settings.set('rebuild', true);
  journal.close();

  const after = begin('after.sqlite');
  await after.queue.ready;
  await expect
    .poll(() =>
      after.journal.submissions
        .open()
        .map(({ id }) => id)
        .toSorted(),
    )
    .toEqual(['a', 'b']);
  expect(after.journal.settings.get('rebuild')).toBe(false);
  after.end();
});
