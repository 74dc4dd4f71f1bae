import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { moved } from '../submission/testing/sample-submission.ts';
import { outboxFolder } from './testing/outbox-folder.ts';
import { recordingClient } from './testing/recording-client.ts';
import { checkOf } from './testing/submission-steps.ts';

let here: ReturnType<typeof outboxFolder>;
let calls: string[];

beforeEach(() => {
  here = outboxFolder();
  calls = [];
});
afterEach(() => here[Symbol.asyncDispose]());

/** Started with the journal that was put back, and with a service that would take everything. */
function openOlder() {
  return here.open({ older: here.testimony !== 'known', clientOf: () => recordingClient(calls) });
}

/** What the app did after the copy of its journal was made. */
function change(id: string, patch: Parameters<typeof moved>[1]): void {
  const row = here.row(id);
  if (row === null) throw new Error(`There is no ${id}.`);
  expect(here.journal.submissions.commit([moved(row, patch)])).toEqual({ ok: true });
}

describe('a journal that was put back to an earlier day', () => {
  test('is noticed, and every open row is looked for before anything goes on', async () => {
    await here.take(here.open(), ['a', 'b', 'c']);
    change('c', { stage: { kind: 'done', as: 'started' }, documentId: 'd-c', startedAt: 3 });
    await here.backUp();
    // After that, a was uploaded and started.
    await here.open().ready;
    change('a', { stage: { kind: 'done', as: 'started' }, documentId: 'd-a', startedAt: 4 });
    await here.putBack();

    expect(here.testimony).toBe('older');
    const outbox = openOlder();
    expect(await outbox.ready).toEqual({ stopped: null, restored: 0, stoppedRows: 2, unreadable: 0 });
    expect(calls).toEqual([]);
    expect([here.row('a'), here.row('b')]).toMatchObject([
      { recovered: true, stage: { kind: 'unclear', step: 'upload', nextTryAt: null }, reason: { kind: 'recovered' } },
      { recovered: true, stage: { kind: 'unclear', step: 'upload' } },
    ]);
    expect(here.stageOf('c')).toEqual({ kind: 'done', as: 'started' });
    expect(outbox.wantsCheck('c1')).toBe(true);
  });

  test('a start it does not know is looked up, and not made again', async () => {
    await here.take(here.open(), ['a']);
    change('a', { documentId: 'd-a', signeesAdded: 1, stage: { kind: 'ready', step: 'start', nextTryAt: 1 } });
    await here.backUp();
    await here.open().ready;
    change('a', { stage: { kind: 'done', as: 'started' }, startedAt: 4 });
    await here.putBack();
    await openOlder().ready;
    expect(calls).toEqual(['details d-a']);
    expect(here.stageOf('a')).toMatchObject({ kind: 'unclear', step: 'start', looking: true });
  });

  test('a draft that may have been sent since is looked up as well', async () => {
    await here.take(here.open(), ['a']);
    const draft = { goal: 'draft', documentId: 'd-a', signeesAdded: 1, stage: { kind: 'done', as: 'draft' } } as const;
    change('a', draft);
    await here.backUp();
    await here.open().ready;
    change('a', { goal: 'send', stage: { kind: 'done', as: 'started' }, startedAt: 4 });
    await here.putBack();
    expect(await openOlder().ready).toMatchObject({ stoppedRows: 1 });
    expect(calls).toEqual(['details d-a']);
    expect(here.row('a')).toMatchObject({ recovered: true, stage: { kind: 'unclear', step: 'start' } });
  });

  test('files handed over since come back from the spool, and no copy is swept', async () => {
    await here.take(here.open(), ['a']);
    await here.backUp();
    await here.take(here.open(), ['b', 'c']);
    await here.putBack();
    expect(here.row('b')).toBeNull();
    expect(await openOlder().ready).toMatchObject({ restored: 2, stoppedRows: 1 });
    expect(here.copies()).toBe(3);
    expect(here.row('b')).toMatchObject({ recovered: true, stage: { kind: 'unclear', step: 'upload' } });
    expect(calls).toEqual([]);
  });

  test('no copy goes on its word, not even of a row it calls cancelled', async () => {
    await here.take(here.open(), ['a']);
    change('a', { stage: { kind: 'done', as: 'cancelled' } });
    await here.restart(() => rmSync(join(here.folder, 'state', 'witness')));
    expect(here.testimony).toBe('unknown');
    await openOlder().ready;
    expect(here.copies()).toBe(1);
    // With a witness for it the next start tidies up.
    await here.restart();
    await openOlder().ready;
    expect(here.copies()).toBe(0);
  });

  test('is the known one from then on: the next start goes on as ever', async () => {
    await here.take(here.open(), ['a']);
    await here.backUp();
    await here.take(here.open(), ['b']);
    await here.putBack();
    await openOlder().ready;
    await here.restart();
    expect(here.testimony).toBe('known');
    expect(await openOlder().ready).toMatchObject({ restored: 0, stoppedRows: 0 });
    expect(here.row('a')?.recovered).toBe(true);
    expect(calls).toEqual([]);
  });

  test('an end of the app in the middle is taken up again', async () => {
    await here.take(here.open(), ['a']);
    await here.backUp();
    await here.take(here.open(), ['b']);
    await here.putBack();
    const { submissions } = here.journal;
    const restore = () => ({ ok: false, reason: 'unwritable', details: 'full' }) as const;
    const cut = here.open({ older: true, journal: { ...here.journal, submissions: { ...submissions, restore } } });
    expect((await cut.ready).stopped).toMatchObject({ kind: 'not-recorded' });
    await here.restart();
    expect(here.testimony).toBe('older');
    expect(await openOlder().ready).toMatchObject({ stopped: null, restored: 1 });
  });
});

describe('what was on hold', () => {
  test('is on hold again after two whole readings without a trace, and starts only with Send', async () => {
    await here.take(here.open(), ['a'], { goal: 'hold', stage: { kind: 'held' } });
    await here.backUp();
    await here.take(here.open(), ['b']);
    await here.putBack();
    const outbox = openOlder();
    await outbox.ready;
    for (let checks = 0; checks < 2; checks += 1)
      outbox.checked('c1', checkOf(6_000), { documents: [], changed: [], total: 0 });
    expect(here.row('a')).toMatchObject({ stage: { kind: 'held' }, goal: 'hold' });
    // The other one was to be sent. After a loss that takes another press of Send, too.
    expect(here.row('b')).toMatchObject({ stage: { kind: 'held' }, goal: 'hold' });
    expect(calls).toEqual([]);
    expect(await outbox.command('b', { kind: 'send', startAfter: 5_000 })).toEqual({ ok: true });
    expect(calls).toEqual(['upload b.pdf']);
  });
});
