import { expect, test } from 'vitest';
import { changeOf } from '../submission/testing/sample-submission.ts';
import { outboxFolder } from './testing/outbox-folder.ts';
import { quietOutbox } from './testing/quiet-outbox.ts';
import { checkOf, listed } from './testing/submission-steps.ts';

test.each(['signed', 'rejected', 'withdrawn'])(
  'a %s document behind the newest page is finished, and its copy let go',
  async (status) => {
    await using here = outboxFolder();
    await here.take(here.open(), ['a']);
    const row = here.row('a');
    if (row === null) throw new Error('It was not accepted.');
    const started = { documentId: 'd1', stage: { kind: 'done', as: 'started' } } as const;
    here.journal.submissions.commit([changeOf(row, started)]);
    await here.restart();
    const outbox = here.open();
    await outbox.ready;
    const older = checkOf(6_000, [listed('d1', 'a.pdf', status)]);
    await outbox.checked('c1', older, { documents: [], changed: [], total: 150 });
    expect(here.row('a')?.finishedAt).toBe(5_000);
    await here.restart();
    const later = here.open({ clock: { ...quietOutbox.clock, now: () => 5_000 + 30 * 86_400_000 } });
    await later.ready;
    expect(here.copies()).toBe(0);
  },
);
