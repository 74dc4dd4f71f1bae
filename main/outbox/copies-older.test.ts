import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { decide } from '../submission/decide/decide.ts';
import { changeOf } from '../submission/testing/sample-submission.ts';
import { settled } from '../testing/clocks.ts';
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

/** Opens the outbox with the restored journal and a service that accepts every call. */
function openOlder() {
  return here.open({ older: here.testimony !== 'known', clientOf: () => recordingClient(calls) });
}

/** A change after the backup of the journal. */
function change(id: string, patch: Parameters<typeof changeOf>[1]): void {
  const row = here.row(id);
  if (row === null) throw new Error(`There is no ${id}.`);
  expect(here.journal.submissions.commit([changeOf(row, patch)])).toEqual({ ok: true });
}

describe('a restored older journal', () => {
  test('is detected, and every open submission is searched for before it continues', async () => {
    await here.take(here.open(), ['a', 'b', 'c']);
    change('c', { stage: { kind: 'done', as: 'started' }, documentId: 'd-c', startedAt: 3 });
    await here.backUp();
    // Now a is uploaded and started.
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

  test('asks about a start that no check has shown: the document may have been withdrawn since', async () => {
    await here.take(here.open(), ['a', 'b']);
    for (const id of ['a', 'b'])
      change(id, { stage: { kind: 'done', as: 'started' }, documentId: `d-${id}`, startedAt: 3 });
    const seen = { at: 4, before: null, account: 'service-1' };
    here.journal.documentFacts.see('c1', [{ id: 'd-a', status: 'draft' }], seen);
    here.journal.documentFacts.see('c1', [{ id: 'd-b', status: 'in-progress' }], seen);
    await here.backUp();
    await here.open().ready;
    change('a', { attempts: 1 });
    await here.putBack();
    // They are stopped only where the service says that a start had no effect.
    expect(await openOlder().ready).toMatchObject({ stoppedRows: 0 });
    expect([here.row('a'), here.row('b')]).toMatchObject([
      { recovered: true, stage: { kind: 'done', as: 'started' } },
      { recovered: false },
    ]);
  });

  test('does not repeat a start that it does not know', async () => {
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

  test('asks about a withdrawal that it was about to make, and does not call the document started', async () => {
    await here.take(here.open(), ['a']);
    const stage = { kind: 'ready', step: 'withdraw', nextTryAt: 1 } as const;
    change('a', { documentId: 'd-a', startedAt: 3, stage });
    await here.backUp();
    await here.open().ready;
    change('a', { attempts: 1 });
    await here.putBack();
    await openOlder().ready;
    expect(calls).toEqual(['details d-a']);
    const row = here.row('a');
    expect(row?.stage).toMatchObject({ kind: 'unclear', step: 'withdraw', looking: true });
    if (row === null) throw new Error('There is no a.');
    const untold = { name: null, type: null, mode: null, jurisdiction: null, alias: null, comment: null, sha256: null };
    const running = { documentId: 'd-a', status: 'in-progress', createdAt: 1, signees: [], ...untold };
    const answer = { ok: true, value: running } as const;
    const decided = decide(row, { kind: 'seen', documentId: 'd-a', skewMs: 0, answer }, { now: 5, roll: () => 0 });
    expect(decided?.submission).toMatchObject({ recovered: false, stage: { kind: 'needs-you', step: 'withdraw' } });
  });

  test('looks at a draft that may have been sent since', async () => {
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

  test('gets newer submissions back from the spool, and no copy is removed', async () => {
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

  test('does not remove a copy, not even of a cancelled submission', async () => {
    await here.take(here.open(), ['a']);
    change('a', { stage: { kind: 'done', as: 'cancelled' } });
    await here.backUp();
    change('a', { attempts: 1 });
    await here.putBack();
    expect(here.testimony).toBe('older');
    await openOlder().ready;
    expect(here.copies()).toBe(1);
    // The witness knows the journal by now, so the next start removes the copy.
    await here.restart();
    await openOlder().ready;
    expect(here.copies()).toBe(0);
  });

  test('is accepted at the next start', async () => {
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

  test('is repaired at the next start if the app ended half-way', async () => {
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

test('an older journal stays older until its orders for documents are held, too', async () => {
  await here.take(here.open(), ['a']);
  await here.backUp();
  await here.take(here.open(), ['b']);
  await here.putBack();
  const full = new Error('ENOSPC');
  const holdRest = () => {
    throw full;
  };
  expect((await here.open({ older: true, holdRest }).ready).stopped).toMatchObject({ kind: 'not-recorded' });
  expect(here.faults.splice(0)).toEqual([full]);
  await here.restart();
  expect(here.testimony).toBe('older');
  let held = 0;
  const later = here.open({ older: true, holdRest: () => void (held += 1) });
  expect(await later.ready).toMatchObject({ stopped: null });
  await here.restart();
  expect([here.testimony, held]).toEqual(['known', 1]);
});

describe('a submission on hold', () => {
  test('is on hold again after two whole readings without a trace, and needs Send', async () => {
    await here.take(here.open(), ['a'], { goal: 'hold', stage: { kind: 'held' } });
    await here.backUp();
    await here.take(here.open(), ['b']);
    await here.putBack();
    const outbox = openOlder();
    await outbox.ready;
    for (let checks = 0; checks < 2; checks += 1) {
      await outbox.checked('c1', checkOf(6_000), { documents: [], changed: [], total: 0 });
      await settled();
    }
    expect(here.row('a')).toMatchObject({ stage: { kind: 'held' }, goal: 'hold' });
    // The other one was being sent. After a loss it needs another press of Send as well.
    expect(here.row('b')).toMatchObject({ stage: { kind: 'held' }, goal: 'hold' });
    expect(calls).toEqual([]);
    expect(await outbox.command('b', { kind: 'send', startAfter: 5_000 })).toEqual({ ok: true });
    await settled();
    expect(calls).toEqual(['upload b.pdf']);
  });
});
