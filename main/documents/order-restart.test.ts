import { describe, expect, test } from 'vitest';
import type { DocumentOrderKind } from '../../preload/contract/document.ts';
import { measureTurnsBy } from '../time/slices.ts';
import { createOrderWorker } from './order-worker.ts';
import { HOUR, listed, lost, NOW, offline, prepare, trouble } from './testing/order-service.ts';

/** What a check that began then shows. Null: not the document. */
const seen = (askedAt: number, status: string | null) => ({
  askedAt,
  documents: status === null ? [] : [{ documentId: 'd1', name: 'd1.pdf', status }],
});

describe('checks and orders cross', () => {
  test('a check that asked before the withdrawal does not bring the old state back', async () => {
    const { order, worker } = prepare('in-progress');
    await order('withdraw');
    const now = worker.ownChangeOf('c')?.(listed('in-progress'), NOW - 1);
    expect(now).toMatchObject({ documentStatus: 'withdrawn', canWithdraw: false });
    worker.checked('c', seen(NOW - 1, 'in-progress'));
    expect(worker.ownChangeOf('c')).not.toBeNull();
    worker.checked('c', seen(NOW + 1, 'withdrawn'));
    expect(worker.ownChangeOf('c')).not.toBeNull();
    worker.checked('c', seen(NOW + 25 * HOUR, 'withdrawn'));
    expect(worker.ownChangeOf('c')).toBeNull();
  });

  test('a check that asked before the deletion does not list the document', async () => {
    const { order, worker } = prepare('draft');
    await order('delete');
    expect(worker.ownChangeOf('c')?.(listed('draft'), NOW - 1)).toBeNull();
    expect(worker.ownChangeOf('c')?.(listed('draft'), NOW + 1)).toMatchObject({ id: 'd1' });
  });
});

describe('a later check still lists what was deleted', () => {
  async function deleted() {
    const prepared = prepare('draft');
    await prepared.order('delete');
    const { journal, worker, clock } = prepared;
    /** As the checks store it, before the orders learn of it. */
    async function check(status: string | null) {
      await clock.advance(1_000);
      const account = 'service-1';
      const shown = status === null ? [] : [{ id: 'd1', status }];
      journal.documentFacts.see('c', shown, { at: clock.now(), before: null, account });
      worker.checked('c', seen(clock.now(), status));
      await clock.advance(0);
    }
    return { ...prepared, check };
  }

  test.each(['draft', 'in-progress'])('the document is there, as %s: a person is told, and decides', async (status) => {
    const { service, entry, worker, clock, check } = await deleted();
    service.status = status;
    await check(status);
    expect(entry()).toMatchObject({ goneAt: null, command: { phase: 'failed', problem: { key: 'untellable' } } });
    expect([service.calls, worker.failed('c').length]).toEqual([['delete', 'look'], 1]);
    service.status = 'draft';
    worker.answer('c', 'd1', 'retry');
    await clock.advance(HOUR);
    expect([service.calls.at(-1), service.status, entry()?.command]).toEqual(['delete', null, null]);
  });

  test('only the list is behind: the deletion counts again as soon as that is sure', async () => {
    const { journal, entry, check, clock } = await deleted();
    await check('draft');
    expect(entry()?.command).toMatchObject({ kind: 'delete', phase: 'unclear' });
    await clock.advance(HOUR);
    expect([entry()?.command, journal.documentOrders.all()]).toMatchObject([null, [{ stage: { kind: 'done' } }]]);
    await check(null);
    await clock.advance(25 * HOUR);
    await check(null);
    expect(journal.documentOrders.all()).toEqual([]);
  });

  test('after a list without it: the document is there, and a person is told', async () => {
    const { service, entry, worker, check } = await deleted();
    await check(null);
    service.status = 'draft';
    await check('draft');
    expect(entry()).toMatchObject({ goneAt: null, command: { phase: 'failed', problem: { key: 'untellable' } } });
    expect(worker.failed('c').length).toBe(1);
  });

  test('after a list without it, and only that list is behind: it is looked for, and stays deleted', async () => {
    const { entry, worker, check, clock } = await deleted();
    await check(null);
    await check('draft');
    expect(entry()?.command).toMatchObject({ kind: 'delete', phase: 'unclear' });
    await clock.advance(HOUR);
    expect(entry()).toMatchObject({ goneAt: expect.any(Number), command: null });
    // From now on each list is corrected, until a day is over: then it is looked for once more.
    const ownChange = worker.ownChangeOf('c');
    expect(ownChange?.(listed('draft'), clock.now() + HOUR)).toBeNull();
    expect(ownChange?.(listed('draft'), clock.now() + 25 * HOUR)).toMatchObject({ id: 'd1' });
    await clock.advance(25 * HOUR);
    await check('draft');
    expect(entry()?.command).toMatchObject({ kind: 'delete', phase: 'unclear' });
  });

  test('the time at which it was deleted stays when the clock is set', async () => {
    const { journal, entry, worker, clock } = await deleted();
    const gone = () => journal.history('document:d1', 20).filter(({ kind }) => kind === 'document-gone').length;
    await clock.advance(1_000);
    worker.clockMoved(HOUR);
    await clock.advance(0);
    expect([entry()?.goneAt, gone()]).toEqual([NOW, 1]);
  });

  test('to another account: that list tells nothing of the order, which nobody could carry on with', async () => {
    let account = 'service-1';
    const { order, worker, clock, journal } = prepare('draft', { accountOf: () => account });
    await order('delete');
    account = 'service-2';
    await clock.advance(1_000);
    worker.checked('c', seen(clock.now(), 'draft'));
    await clock.advance(0);
    expect([journal.documentOrders.all(), worker.isBusy('c')]).toMatchObject([[{ stage: { kind: 'done' } }], false]);
  });

  test('the list need not read what was done: only an order that is open shows in it', async () => {
    const { journal, check, service } = await deleted();
    expect([journal.documentOrders.all().length, journal.documentOrders.open('c')]).toEqual([1, []]);
    service.status = 'draft';
    await check('draft');
    expect(journal.documentOrders.open('c')).toMatchObject([{ stage: { kind: 'failed' } }]);
    expect(journal.documentOrders.open('other')).toEqual([]);
  });

  test('thousands of orders that were done a day ago are removed in parts, and other work runs in between', async () => {
    const { order, worker, clock, journal } = prepare('draft');
    await order('delete');
    const [done] = journal.documentOrders.all();
    if (done === undefined) throw new Error('The order is kept for a day.');
    const many = Array.from({ length: 100 }, (_, at) => ({ ...done, documentId: `m${at}` }));
    journal.documentOrders.save(
      many.map((one) => ({ order: one, isNews: false })),
      NOW,
    );
    let turns = 0;
    const stop = measureTurnsBy(() => (turns += 1_000));
    try {
      worker.start();
      await expect.poll(() => clock.advance(0).then(() => worker.ownChangeOf('c'))).not.toBeNull();
      await clock.advance(25 * HOUR);
      worker.checked('c', seen(clock.now(), null));
      expect(journal.documentOrders.all().length).toBeGreaterThan(50);
      await expect.poll(() => journal.documentOrders.all()).toEqual([]);
      expect(worker.ownChangeOf('c')).toBeNull();
    } finally {
      stop();
    }
  });

  test('a list that stays behind does not make us look again and again', async () => {
    const { service, order, worker, clock, journal } = prepare('in-progress');
    await order('withdraw');
    for (let check = 0; check < 3; check += 1) {
      await clock.advance(1_000);
      worker.checked('c', seen(clock.now(), 'in-progress'));
      await clock.advance(0);
    }
    expect(service.calls).toEqual(['withdraw', 'look']);
    expect(worker.ownChangeOf('c')?.(listed('in-progress'), clock.now())).toMatchObject({
      documentStatus: 'withdrawn',
    });
    expect(worker.ownChangeOf('c')?.(listed('signed'), clock.now())).toMatchObject({ documentStatus: 'signed' });
    await clock.advance(25 * HOUR);
    worker.checked('c', seen(clock.now(), 'withdrawn'));
    expect(journal.documentOrders.all()).toEqual([]);
  });
});

describe('the app ends in the middle', () => {
  test('a wait keeps its length over a restart, also after the clock was set', async () => {
    const { service, clock, deps, order, worker } = prepare('in-progress');
    service.next(trouble('busy', 'refused', { status: 429, retryAfterMs: HOUR }));
    await order('withdraw');
    clock.set(NOW + 10 * HOUR);
    worker.clockMoved(10 * HOUR);
    await clock.advance(0);
    worker.close();
    createOrderWorker(deps).start();
    await clock.advance(HOUR / 2);
    expect(service.calls).toEqual(['withdraw']);
    await clock.advance(HOUR);
    expect(service.calls).toEqual(['withdraw', 'withdraw', 'look']);
  });

  test('a deleted document need not be missed twice in one run of the app', async () => {
    const { service, clock, deps, order, worker, entry } = prepare('draft');
    service.status = null;
    await order('delete');
    await clock.advance(60_000);
    worker.close();
    createOrderWorker(deps).start();
    expect(entry()?.command).toMatchObject({ phase: 'unclear' });
    await clock.advance(0.3 * HOUR);
    expect([service.calls, entry()?.command]).toEqual([['delete', 'look', 'look'], null]);
  });

  test('a wait keeps its length over a restart after the clock was set back while the app ran', async () => {
    const { service, clock, deps, order, worker } = prepare('in-progress');
    service.next(trouble('busy', 'refused', { status: 429, retryAfterMs: HOUR }));
    await order('withdraw');
    clock.set(NOW - HOUR);
    worker.clockMoved(-HOUR);
    await clock.advance(0.9 * HOUR);
    worker.close();
    createOrderWorker(deps).start();
    await clock.advance(0.05 * HOUR);
    expect(service.calls).toEqual(['withdraw']);
    await clock.advance(0.1 * HOUR);
    expect(service.calls).toEqual(['withdraw', 'withdraw', 'look']);
  });

  test('a wait keeps its length although the clock was set back during the call that was told to wait', async () => {
    const { service, clock, deps, worker } = prepare('in-progress');
    const { promise, resolve } = Promise.withResolvers<ReturnType<typeof trouble>>();
    const first = createOrderWorker({ ...deps, clientOf: () => ({ ...service.client, withdraw: () => promise }) });
    worker.close();
    await first.order('c', ['d1'], 'withdraw');
    clock.set(NOW - HOUR);
    first.clockMoved(-HOUR);
    resolve(trouble('busy', 'refused', { status: 429, retryAfterMs: HOUR }));
    await clock.advance(0);
    await clock.advance(0.9 * HOUR);
    first.close();
    createOrderWorker(deps).start();
    await clock.advance(0.05 * HOUR);
    expect(service.calls).toEqual([]);
    await clock.advance(0.1 * HOUR);
    expect(service.calls).toEqual(['withdraw', 'look']);
  });

  test('an order does not wait for hours when the clock was set back meanwhile', async () => {
    const { service, clock, deps, order, worker } = prepare('in-progress');
    service.next(offline);
    await order('withdraw');
    worker.close();
    clock.set(NOW - 20 * HOUR);
    createOrderWorker(deps).start();
    await clock.advance(HOUR);
    expect(service.calls).toEqual(['withdraw', 'withdraw', 'look']);
  });

  test('an order of an older journal does not continue by itself', async () => {
    const { service, journal, clock, deps, entry, order, worker } = prepare('in-progress', { clientOf: () => null });
    await order('withdraw');
    worker.close();
    const next = createOrderWorker({ ...deps, clientOf: () => service.client, isTrusted: false });
    next.start();
    await clock.advance(HOUR);
    expect([service.calls, entry()?.command?.phase]).toEqual([[], 'failed']);
    expect(journal.documentOrders.all()).toHaveLength(1);
    next.answer('c', 'd1', 'retry');
    await clock.advance(0);
    expect(service.calls).toEqual(['look', 'withdraw', 'look']);
  });

  test('an order of an older journal is stored as such as soon as the disk takes it', async () => {
    const { journal, deps, order, worker } = prepare('in-progress', { clientOf: () => null });
    await order('withdraw');
    worker.close();
    let isFull = true;
    const documentOrders = {
      ...journal.documentOrders,
      save(...args: Parameters<typeof journal.documentOrders.save>) {
        if (isFull) return { ok: false, reason: 'unwritable', details: 'ENOSPC' } as const;
        return journal.documentOrders.save(...args);
      },
    };
    const faults: unknown[] = [];
    const next = createOrderWorker({
      ...deps,
      journal: { ...journal, documentOrders },
      isTrusted: false,
      onFault: (error) => void faults.push(error),
    });
    next.start();
    expect(faults).toHaveLength(1);
    expect(() => next.hold()).toThrow('ENOSPC');
    isFull = false;
    next.hold();
    next.close();
    expect(journal.documentOrders.all()).toMatchObject([{ stage: { kind: 'failed' }, problem: { key: 'untellable' } }]);
  });

  test('an order that a person has tried again is not held a second time', async () => {
    const { service, journal, clock, deps, order, worker } = prepare('in-progress', { clientOf: () => null });
    await order('withdraw');
    worker.close();
    const next = createOrderWorker({ ...deps, clientOf: () => service.client, isTrusted: false });
    next.start();
    next.answer('c', 'd1', 'retry');
    next.hold();
    expect(journal.documentOrders.all()).toMatchObject([{ stage: { kind: 'unclear' } }]);
    await clock.advance(0);
    expect(service.calls).toEqual(['look', 'withdraw', 'look']);
    expect(journal.documentOrders.all()).toMatchObject([{ stage: { kind: 'done' } }]);
  });

  /** The app with an end before the operation with this number; each write and each call is one. */
  async function crashAt(kind: DocumentOrderKind, status: string, last: number, answer: 'clear' | 'lost') {
    let operations = 0;
    const { service, journal, clock, deps, entry } = prepare(status);
    const ends = new Promise<never>(() => {});
    const isOver = () => {
      operations += 1;
      return operations > last;
    };
    const { documentOrders: stored } = journal;
    const writing =
      <T extends readonly unknown[], R>(write: (...given: T) => R) =>
      (...given: T) => {
        if (isOver()) throw new Error('The app has ended.');
        return write(...given);
      };
    const calling =
      <T extends readonly unknown[], R>(call: (...given: T) => Promise<R>) =>
      async (...given: T) => {
        if (isOver()) return ends;
        const found = await call(...given);
        return isOver() ? ends : found;
      };
    if (answer === 'lost') service.next(lost, true);
    const first = createOrderWorker({
      ...deps,
      journal: { ...journal, documentOrders: { ...stored, ask: writing(stored.ask), save: writing(stored.save) } },
      clientOf: () => ({
        details: calling(service.client.details),
        withdraw: calling(service.client.withdraw),
        delete: calling(service.client.delete),
      }),
      onFault() {},
    });
    const taken = await first.order('c', ['d1'], kind).catch(() => 0);
    await clock.advance(0);
    await clock.advance(HOUR);
    first.close();
    const second = createOrderWorker(deps);
    second.start();
    await clock.advance(0);
    await clock.advance(HOUR);
    second.close();
    return { service, entry, taken, reached: operations > last };
  }

  test.each([
    ['withdraw', 'in-progress', 'clear'],
    ['withdraw', 'in-progress', 'lost'],
    ['delete', 'draft', 'clear'],
    ['delete', 'withdrawn', 'lost'],
  ] as const)(
    '%s of a document that is %s, the answer %s: every crash ends as ordered',
    async (kind, status, answer) => {
      let points = 0;
      for (let last = 0; ; last += 1) {
        // oxlint-disable-next-line no-await-in-loop -- one world after the other
        const { service, entry, taken, reached } = await crashAt(kind, status, last, answer);
        // An order that was not stored was not taken: the person saw that, and nothing is called.
        if (taken === 0) expect([service.calls, service.status]).toEqual([[], status]);
        else {
          expect(service.status).toBe(kind === 'withdraw' ? 'withdrawn' : null);
          expect(entry()?.command).toBeNull();
          expect(service.calls.filter((call) => call === kind).length).toBeLessThanOrEqual(2);
        }
        points += 1;
        if (!reached) break;
      }
      expect(points).toBeGreaterThan(3);
    },
  );
});
