/** Thousands of rows change at once: other work has its turn in between, and nothing is lost if the app ends there. */
import { setImmediate } from 'node:timers';
import { afterEach, describe, expect, test } from 'vitest';
import { markRecovered } from '../submission/decide/recovered.ts';
import type { Change, OutboxStore } from '../submission/store.ts';
import type { Submission } from '../submission/submission.ts';
import { createMemoryStore, emptyDisk } from '../submission/testing/memory-store.ts';
import { settled } from '../testing/clocks.ts';
import { measureTurnsBy } from '../time/slices.ts';
import { drivenOutbox } from './testing/driven-outbox.ts';
import { outboxFolder } from './testing/outbox-folder.ts';
import { BEGIN, HOUR, submissionOf } from './testing/submission-steps.ts';

const ROWS = 2_000;
/** What one transaction of the journal takes here. */
const COMMIT_MS = 4;
/** More than that in one turn of the loop, and a click would wait for longer than 20 ms. */
const MOST_COMMITS = 3;
const MOST_ROWS = 50;

const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

/** A journal whose commits take time, and that counts them by the turn of the loop. */
function slowJournal(rows: readonly Submission[], inner: OutboxStore = createMemoryStore(emptyDisk())) {
  let [now, turn, running] = [0, 0, true];
  const turns = new Map<number, { commits: number; rows: number }>();
  const facts: string[] = [];
  const count = () => {
    turn += 1;
    if (running) setImmediate(count);
  };
  setImmediate(count);
  ends.push(
    measureTurnsBy(() => now),
    () => {
      running = false;
    },
  );
  for (const submission of rows)
    inner.commit([{ submission, event: { at: BEGIN, submissionId: submission.id, fact: { kind: 'accepted' } } }]);
  const store: OutboxStore = {
    ...inner,
    commit(changes: readonly Change[]) {
      now += COMMIT_MS;
      const { commits, rows: before } = turns.get(turn) ?? { commits: 0, rows: 0 };
      turns.set(turn, { commits: commits + 1, rows: before + changes.length });
      facts.push(...changes.map(({ event }) => event.fact.kind));
      return inner.commit(changes);
    },
  };
  return {
    store,
    facts,
    forget(): void {
      turns.clear();
      facts.length = 0;
    },
    most: () => ({
      commits: Math.max(...[...turns.values()].map(({ commits }) => commits)),
      rows: Math.max(...[...turns.values()].map((one) => one.rows)),
    }),
  };
}

const many = (of: (id: string) => Submission) => Array.from({ length: ROWS }, (_none, at) => of(`s${at}`));
const recovered = (id: string) => markRecovered(submissionOf(id), BEGIN);

function expectRests(journal: ReturnType<typeof slowJournal>, kind: string): void {
  expect(journal.facts.filter((fact) => fact === kind)).toHaveLength(ROWS);
  const most = journal.most();
  expect(most.commits).toBeLessThanOrEqual(MOST_COMMITS);
  expect(most.rows).toBeLessThanOrEqual(MOST_ROWS);
}

async function begun(rows: readonly Submission[], clients = true) {
  const journal = slowJournal(rows);
  const driven = drivenOutbox(BEGIN + 1_000, { store: journal.store, ...(clients ? {} : { clientOf: () => null }) });
  await driven.worker.start();
  journal.forget();
  return { journal, driven };
}

describe('2,000 rows are written in parts, with other work in between', () => {
  test('at the start, when each row gets back its time for Undo', async () => {
    const journal = slowJournal(many(recovered));
    const driven = drivenOutbox(BEGIN + 1_000, { store: journal.store });
    await driven.worker.start();
    expectRests(journal, 'restarted');
    expect(driven.worker.openOf('one')).toHaveLength(ROWS);
  });

  test('when a person presses Undo for all', async () => {
    const { journal, driven } = await begun(many(submissionOf), false);
    const ids = driven.worker.openOf('one').map(({ id }) => id);
    const answers = await driven.worker.commandAll(ids, { kind: 'undo' }, () => true);
    expect(answers.filter(({ ok }) => ok)).toHaveLength(ROWS);
    expectRests(journal, 'command');
  });

  test('when a person sends all that are prepared', async () => {
    const held = (id: string) => submissionOf(id, { stage: { kind: 'held' } });
    const { journal, driven } = await begun(many(held), false);
    const ids = driven.worker.openOf('one').map(({ id }) => id);
    const answers = await driven.worker.commandAll(ids, { kind: 'send', startAfter: BEGIN }, () => true);
    expect(answers.filter(({ ok }) => ok)).toHaveLength(ROWS);
    expectRests(journal, 'command');
  });

  test('but a copy waits while people can still sign the document that it replaces', async () => {
    const copy = submissionOf('copy', { stage: { kind: 'held' }, redoOf: 'old' });
    const { driven } = await begun([submissionOf('old'), copy], false);
    expect(await driven.worker.commandAll(['copy'], { kind: 'send', startAfter: BEGIN }, () => true)).toEqual([
      { ok: false, reason: 'not-now' },
    ]);
  });

  test('when they go to another connection', async () => {
    const { journal, driven } = await begun(many(recovered));
    expect(await driven.worker.reconnect((open) => open, 'two')).toBe(true);
    expectRests(journal, 'reconnected');
  });

  test('when the connection works again', async () => {
    const failure = { kind: 'unreachable', certainty: 'never-sent', details: '' } as const;
    const waiting = (id: string) => submissionOf(id, { reason: { kind: 'connection', failure } });
    const { journal, driven } = await begun(many(waiting), false);
    await driven.worker.connectionReady('one');
    expectRests(journal, 'connection-ready');
  });

  test('when the computer has slept', async () => {
    const { journal, driven } = await begun(many(submissionOf), false);
    await driven.worker.awake(5_000);
    expectRests(journal, 'slept');
  });

  test('when the clock was set back while the app was closed', async () => {
    const later = (id: string) => submissionOf(id, { changedAt: BEGIN + HOUR, stage: { kind: 'held' } });
    const journal = slowJournal(many(later));
    const driven = drivenOutbox(BEGIN, { store: journal.store });
    await driven.worker.start();
    await settled();
    expectRests(journal, 'clock-set-back');
  });
});

describe('between two parts', () => {
  test('of the start no call begins, and a check waits until all rows are there', async () => {
    const uploads = many((id) => submissionOf(id, { stage: { kind: 'ready', step: 'upload', nextTryAt: null } }));
    const journal = slowJournal([...uploads.slice(1), recovered('last')]);
    const driven = drivenOutbox(BEGIN + 1_000, { store: journal.store });
    const begin = driven.worker.start();
    expect(driven.worker.openOf('one').length).toBeLessThan(ROWS);
    driven.worker.pause(false);
    expect(driven.calls()).toEqual([]);
    const document = { documentId: 'd1', name: 'last.pdf', status: 'draft' };
    const checked = driven.worker.checked('one', {
      account: null,
      askedAt: BEGIN + 2_000,
      documents: [document],
      whole: true,
      unreadable: 0,
    });
    expect(driven.calls()).toEqual([]);
    await begin;
    expect(driven.calls()).toHaveLength(3);
    await settled();
    expect(driven.calls()).toContain('details d1');
    await checked;
  });

  test('of an Undo no start begins, and a row whose transaction fails is not counted', async () => {
    const { journal, driven } = await begun(many(submissionOf), false);
    let left = 20;
    const commit = journal.store.commit;
    Object.assign(journal.store, {
      commit(changes: readonly Change[]) {
        left -= changes.length;
        return left < 0 ? { ok: false, reason: 'unwritable', details: 'full' } : commit(changes);
      },
    });
    const ids = driven.worker.openOf('one').map(({ id }) => id);
    const answers = await driven.worker.commandAll(ids, { kind: 'undo' }, () => true);
    expect(answers.filter(({ ok }) => ok)).toHaveLength(20);
    expect(answers.at(-1)).toEqual({ ok: false, reason: 'unwritable' });
  });

  test('the app may end: the next start goes on with the rows that are left', async () => {
    const journal = slowJournal(many(recovered));
    const driven = drivenOutbox(BEGIN + 1_000, { store: journal.store });
    const begin = driven.worker.start();
    driven.worker.close();
    await begin;
    expect(journal.facts.length).toBeLessThan(ROWS);
    const again = drivenOutbox(BEGIN + 1_000, { store: journal.store });
    await again.worker.start();
    expect(again.worker.openOf('one')).toHaveLength(ROWS);
    expect(new Set(again.worker.openOf('one').map(({ startAfter }) => startAfter)).size).toBe(1);
  });

  test('a row that has changed meanwhile keeps its change, and the others of its part follow', async () => {
    const rows = many(recovered).slice(0, 5);
    const journal = slowJournal(rows);
    const [first] = rows;
    if (first === undefined) throw new Error('There are no rows.');
    const driven = drivenOutbox(BEGIN + 1_000, { store: journal.store });
    const changed = { ...first, orphans: ['d9'], revision: first.revision + 1 };
    journal.store.commit([
      { submission: changed, event: { at: BEGIN, submissionId: first.id, fact: { kind: 'finished' } } },
    ]);
    await driven.worker.start(rows);
    expect(journal.facts.filter((fact) => fact === 'restarted')).toHaveLength(10);
    expect(driven.store.find(first.id)).toMatchObject({ orphans: ['d9'], revision: changed.revision + 1 });
    expect(driven.store.find('s4')?.revision).toBe((rows[4]?.revision ?? 0) + 1);
  });
});

test('thousands of rows of a lost journal are restored and compared with the spool in parts', async () => {
  await using here = outboxFolder();
  const ids = Array.from({ length: 45 }, (_none, at) => `s${at}`);
  await here.take(here.open(), ids);
  await here.loseJournal();
  const { submissions } = here.journal;
  const restored: number[] = [];
  const { restore } = submissions;
  Object.assign(submissions, {
    restore(...given: Parameters<typeof restore>) {
      restored.push(given[0].length);
      return restore(...given);
    },
  });
  await here.open().ready;
  expect(restored).toEqual([10, 10, 10, 10, 5]);
  expect(here.row('s44')?.recovered).toBe(true);
});
