import { describe, expect, test } from 'vitest';
import { sampleConnection } from '../account/testing/sample-connection.ts';
import { openJournal } from '../journal/journal.ts';
import { accepted, changeOf, sampleSubmission } from '../submission/testing/sample-submission.ts';
import { createPace } from '../tracking/pace.ts';
import { createOrderWorker } from './order-worker.ts';
import { HOUR, listed, lost, NOW, offline, prepare, refused, serviceOf, trouble } from './testing/order-service.ts';

describe('an order for a document made elsewhere', () => {
  test('withdraws it, and shows that before the next check does', async () => {
    const { service, entry, order } = prepare('in-progress');
    expect(entry()?.orders).toEqual(['withdraw']);
    expect(await order('withdraw')).toBe(1);
    expect(service.calls).toEqual(['withdraw', 'look']);
    expect(entry()).toMatchObject({ documentStatus: 'withdrawn', command: null, orders: ['delete'] });
  });

  test('is possible only for a person who is signed in: the document may be of another account', () => {
    const { entry, journal } = prepare('draft', { accountOf: () => null });
    expect(entry()?.orders).toEqual([]);
    journal.documentFacts.see('c', [{ id: 'd1', status: 'draft' }], { at: NOW, before: null, account: null });
    expect(entry()?.orders).toEqual([]);
  });

  test('is possible for a draft of ours that others have started, and for no draft or document of ours besides', () => {
    const ordersFor = (status: string, end: 'draft' | 'started') => {
      const { entry, journal } = prepare(status);
      const stage = { kind: 'done', as: end } as const;
      journal.submissions.commit([accepted(sampleSubmission('s1', { connectionId: 'c', documentId: 'd1', stage }))]);
      return entry()?.orders;
    };
    expect(ordersFor('in-progress', 'draft')).toEqual(['withdraw']);
    expect(ordersFor('withdrawn', 'started')).toEqual(['delete']);
    expect([ordersFor('draft', 'draft'), ordersFor('in-progress', 'started')]).toEqual([[], []]);
  });

  test('deletes a draft, and keeps its history', async () => {
    const { service, journal, entry, order } = prepare('draft');
    await order('delete');
    expect([service.status, entry()?.goneAt, entry()?.orders]).toEqual([null, NOW, []]);
    const kinds = journal.history('document:d1', 20).map(({ kind }) => kind);
    expect(kinds).toContain('document-command-done');
  });

  test.each([
    ['withdraw', 'signed'],
    ['withdraw', 'draft'],
    ['delete', 'signed'],
    ['delete', 'in-progress'],
    ['delete', 'a status of tomorrow'],
  ] as const)('does not %s a document that is %s', async (kind, status) => {
    const { service, order } = prepare(status);
    expect([await order(kind), service.calls]).toEqual([0, []]);
  });

  test('obeys the policy of the service', async () => {
    const { journal, order } = prepare('in-progress');
    journal.documents.see('c', [{ ...listed('in-progress'), canWithdraw: false }], NOW);
    expect(await order('withdraw')).toBe(0);
  });

  test('is taken once, however often a person presses', async () => {
    const { service, worker, clock } = prepare('in-progress');
    const both = await Promise.all([
      worker.order('c', ['d1'], 'withdraw'),
      worker.order('c', ['d1', 'd1'], 'withdraw'),
    ]);
    await clock.advance(0);
    expect([both[0] + both[1], service.calls]).toEqual([1, ['withdraw', 'look']]);
  });

  test('is not taken without a journal on the disk, or for another account', async () => {
    expect(await prepare('draft', { durable: false }).order('delete')).toBe(0);
    expect(await prepare('draft', { accountOf: () => 'service-2' }).order('delete')).toBe(0);
  });
});

test('an order waits while another connection of the account still works on the document', async () => {
  const { service, journal, order, worker, clock } = prepare('draft');
  journal.connections.save({ ...sampleConnection, id: 'c2' }, 0);
  const stage = { kind: 'ready', step: 'start', nextTryAt: null } as const;
  const sending = sampleSubmission('s', { connectionId: 'c2', documentId: 'd1', stage });
  journal.submissions.commit([accepted(sending)]);
  await order('delete');
  expect(service.calls).toEqual([]);
  journal.submissions.commit([changeOf(sending, { stage: { kind: 'done', as: 'draft' } })]);
  worker.awake();
  await clock.advance(0);
  expect(service.calls).toEqual(['delete']);
});

describe('an order meets trouble', () => {
  test('a call that never left is repeated later', async () => {
    const { service, entry, order, clock } = prepare('in-progress');
    service.next(offline);
    await order('withdraw');
    expect(entry()?.command).toMatchObject({ phase: 'waiting', problem: { key: 'unreachable' } });
    await clock.advance(HOUR);
    expect([service.calls, entry()?.documentStatus]).toEqual([['withdraw', 'withdraw', 'look'], 'withdrawn']);
  });

  test.each([true, false])('an unclear answer is looked up before anything is told (it worked: %s)', async (worked) => {
    const { service, entry, order, clock } = prepare('in-progress');
    service.next(lost, worked);
    await order('withdraw');
    expect(entry()?.command?.phase).toBe('unclear');
    await clock.advance(HOUR);
    expect(service.calls).toEqual(['withdraw', 'look', ...(worked ? [] : ['withdraw', 'look'])]);
    expect(entry()).toMatchObject({ documentStatus: 'withdrawn', command: null });
  });

  test('a refusal is looked up: it may answer the repetition of a call that worked', async () => {
    const { service, entry, order } = prepare('in-progress');
    service.next(refused, true);
    await order('withdraw');
    expect([service.calls, entry()?.documentStatus]).toEqual([['withdraw', 'look'], 'withdrawn']);
  });

  test.each(['signed', 'rejected'])(
    'a withdrawal that came too late says that the document was %s first',
    async (status) => {
      const { service, entry, order } = prepare('in-progress');
      service.next(refused);
      service.status = status;
      await order('withdraw');
      expect(entry()?.command).toMatchObject({ phase: 'failed', problem: { key: `${status}-first` } });
    },
  );

  test('a look that the service always refuses ends the doubt, and a person may let the order go', async () => {
    const { order, service, clock, entry } = prepare('draft');
    service.next(lost, true);
    for (let look = 0; look < 200; look += 1) service.next(trouble('not-allowed', 'permanent', { status: 403 }));
    await order('delete');
    await clock.advance(24 * HOUR);
    expect(entry()?.command).toMatchObject({ phase: 'failed', problem: { key: 'untellable' } });
    expect(service.calls.filter((call) => call === 'look')).toHaveLength(12);
  });

  test('a refusal is told when the look shows the same document, and a person may let it go', async () => {
    const { service, entry, order, worker } = prepare('in-progress');
    service.next(refused);
    await order('withdraw');
    expect(entry()?.command).toMatchObject({ phase: 'failed', problem: { key: 'refused' } });
    expect(entry()?.orders).toEqual(['retry', 'drop']);
    expect(worker.answer('c', 'd1', 'drop')).toBe(true);
    expect(entry()).toMatchObject({ command: null, orders: ['withdraw'] });
  });

  test('that failed is told as failed until the person answers, and only to its own account', async () => {
    let told = 0;
    let account = 'service-1';
    const { service, worker, order } = prepare('in-progress', {
      accountOf: () => account,
      onFailed: () => void (told += 1),
    });
    service.next(refused);
    await order('withdraw');
    expect([worker.failed('c').map(({ documentId }) => documentId), told]).toEqual([['d1'], 1]);
    account = 'service-2';
    expect([worker.failed('c'), worker.failed('other')]).toEqual([[], []]);
    account = 'service-1';
    worker.answer('c', 'd1', 'drop');
    expect([worker.failed('c'), told]).toEqual([[], 2]);
  });

  test('nobody orders for a document of an unknown account that the list no longer shows', async () => {
    const { journal } = openJournal(':memory:');
    journal.connections.save({ ...sampleConnection, id: 'c' }, 0);
    journal.documents.see('c', [listed('draft', 'd1')], NOW);
    const { worker, service } = prepare('draft', { journal });
    expect(await worker.order('c', ['d1'], 'delete')).toBe(0);
    journal.documentsSeen.replace('c', [listed('draft', 'd1')]);
    expect(await worker.order('c', ['d1'], 'delete')).toBe(1);
    expect(service.calls).toEqual(['delete']);
  });

  test('a look that is asked to wait keeps the saver and the checks waiting, too', async () => {
    const { service, order, journal, clock } = prepare('in-progress');
    service.next(lost);
    service.next(trouble('busy', 'refused', { retryAfterMs: HOUR }));
    await order('withdraw');
    await clock.advance(5_000);
    expect(service.calls).toEqual(['withdraw', 'look']);
    expect(createPace({ clock, journal }).pauseEnd('c')).toBeGreaterThan(clock.now());
  });

  test('a look waits while another reader of the account was asked to wait', async () => {
    const { service, order, journal, clock, entry } = prepare('in-progress');
    createPace({ clock, journal }).note('c', trouble('busy', 'refused', { retryAfterMs: HOUR }));
    service.next(lost);
    await order('withdraw');
    await clock.advance(HOUR - 60_000);
    expect(service.calls).toEqual(['withdraw']);
    expect(entry()?.command).toMatchObject({ phase: 'unclear', problem: { key: 'service-busy-until' } });
    await clock.advance(HOUR);
    expect(service.calls).toEqual(['withdraw', 'look', 'withdraw', 'look']);
  });

  test('everybody signed meanwhile: nothing is told as withdrawn', async () => {
    const { service, entry, order } = prepare('in-progress');
    service.status = 'signed';
    await order('withdraw');
    expect(entry()?.command).toMatchObject({ phase: 'failed', problem: { key: 'signed-first' } });
  });

  const missing = trouble('not-found', 'permanent', { status: 404 });

  test('a deletion that finds nothing again much later has succeeded', async () => {
    const { service, entry, order, clock } = prepare('draft');
    service.status = null;
    await order('delete');
    expect([service.calls, entry()?.goneAt, entry()?.command]).toMatchObject([['delete'], null, { phase: 'unclear' }]);
    await clock.advance(HOUR);
    expect([service.calls, entry()?.command]).toEqual([['delete', 'look', 'look'], null]);
    expect(entry()?.goneAt).toBeGreaterThan(NOW);
  });

  test.each(['delete', 'withdraw'] as const)(
    '%s: two false answers close to each other prove nothing',
    async (kind) => {
      const status = kind === 'delete' ? 'draft' : 'in-progress';
      const { service, entry, order, clock } = prepare(status);
      service.next(missing);
      service.next(missing);
      await order(kind);
      await clock.advance(60_000);
      expect([service.calls, service.status]).toEqual([[kind, 'look'], status]);
      expect(entry()).toMatchObject({ goneAt: null, command: { phase: 'unclear' } });
      await clock.advance(HOUR);
      expect([service.calls.findLast((call) => call !== 'look'), entry()?.command]).toEqual([kind, null]);
      expect(service.status).toBe(kind === 'delete' ? null : 'withdrawn');
    },
  );

  test('a withdrawal that finds nothing twice says that the document is gone', async () => {
    const { service, entry, order, clock } = prepare('in-progress');
    service.status = null;
    await order('withdraw');
    expect(entry()?.goneAt).toBeNull();
    await clock.advance(HOUR);
    expect(entry()?.goneAt).toBeGreaterThan(NOW);
    expect(entry()?.documentStatus).toBe('in-progress');
  });

  test.each([
    ['withdraw', 'in-progress', 'the call', 'withdrawn'],
    ['withdraw', 'in-progress', 'the look after a lost answer', 'withdrawn'],
    ['delete', 'draft', 'the call', null],
    ['delete', 'draft', 'the look after a lost answer', null],
  ] as const)(
    'one false answer that there is no document ends no %s of one %s: to %s',
    async (kind, status, to, end) => {
      const { service, entry, order, clock } = prepare(status);
      if (to !== 'the call') service.next(lost);
      service.next(missing);
      await order(kind);
      await clock.advance(600);
      // It is there, and the answer that it is not was false.
      expect([service.status, entry()?.goneAt]).toEqual([status, null]);
      await clock.advance(HOUR);
      expect([service.calls.findLast((call) => call !== 'look'), service.status]).toEqual([kind, end]);
    },
  );

  test('what a later check lists is not gone, however often it is not found: a person decides', async () => {
    const { service, entry, order, clock, journal } = prepare('draft');
    service.status = null;
    await order('delete');
    await clock.advance(1);
    for (let look = 0; look < 20; look += 1) {
      journal.deadlines.set('c', 'checked', clock.now());
      await clock.advance(5 * 60_000);
    }
    expect([entry()?.goneAt, entry()?.command]).toMatchObject([
      null,
      { phase: 'failed', problem: { key: 'untellable' } },
    ]);
  });

  test('waits as long as the service asks, and other documents wait with it', async () => {
    const service = serviceOf('in-progress');
    const { journal, worker, clock } = prepare('in-progress', { clientOf: () => service.client });
    journal.documents.see('c', [listed('in-progress', 'd2')], NOW);
    service.next(trouble('busy', 'refused', { retryAfterMs: HOUR }));
    await worker.order('c', ['d1'], 'withdraw');
    await clock.advance(0);
    await worker.order('c', ['d2'], 'withdraw');
    await clock.advance(HOUR / 2);
    expect(service.calls).toEqual(['withdraw']);
    await clock.advance(HOUR);
    expect(service.calls.length).toBeGreaterThan(1);
  });

  test('at the daily limit asks once an hour', async () => {
    const { service, order, clock } = prepare('in-progress');
    for (let hour = 0; hour < 3; hour += 1) service.next(trouble('quota', 'refused', { status: 429 }));
    await order('withdraw');
    await clock.advance(2 * HOUR + 60_000);
    expect(service.calls).toEqual(['withdraw', 'withdraw', 'withdraw']);
    await clock.advance(HOUR);
    expect(service.status).toBe('withdrawn');
  });

  test.each([
    ['that ended', trouble('token-refused', 'refused'), 24 * HOUR, true],
    ['without its password', trouble('credentials-missing', 'never-sent'), HOUR / 6, false],
  ])('a sign-in %s waits for the person, then continues', async (_what, failure, ms, isForEver) => {
    const { service, entry, order, worker, clock } = prepare('in-progress');
    service.next(failure);
    await order('withdraw');
    await clock.advance(ms);
    expect([service.calls, entry()?.command?.nextTryAt === null]).toEqual([['withdraw'], isForEver]);
    worker.connectionReady('c');
    await clock.advance(0);
    expect(entry()?.documentStatus).toBe('withdrawn');
  });

  test('a pause that the service asked for is kept when the connection works again', async () => {
    const { service, order, worker, clock } = prepare('in-progress');
    service.next(trouble('unavailable', 'refused', { status: 503, retryAfterMs: 60_000 }));
    await order('withdraw');
    worker.connectionReady('c');
    await clock.advance(59_000);
    expect(service.calls).toEqual(['withdraw']);
    await clock.advance(2_000);
    expect(service.calls.length).toBeGreaterThan(1);
  });

  test('nothing is called while everything is paused', async () => {
    const { service, journal, order, worker, clock } = prepare('in-progress');
    journal.submissions.setPaused(true, NOW);
    await order('withdraw');
    expect(service.calls).toEqual([]);
    journal.submissions.setPaused(false, NOW);
    worker.awake();
    await clock.advance(0);
    expect(service.calls).toEqual(['withdraw', 'look']);
  });
});

describe('the runner of all jobs carries orders out', () => {
  test('an outcome that the disk does not take is written again, and nothing is called for it', async () => {
    let isFull = false;
    const { service, clock, deps, worker } = prepare('in-progress');
    worker.close();
    const faults: unknown[] = [];
    const stored = deps.journal.documentOrders;
    const next = createOrderWorker({
      ...deps,
      journal: {
        ...deps.journal,
        documentOrders: {
          ...stored,
          save: (...given) => (isFull ? { ok: false, reason: 'unwritable', details: 'ENOSPC' } : stored.save(...given)),
        },
      },
      clientOf: () => ({
        ...service.client,
        async withdraw(...given) {
          isFull = true;
          return service.client.withdraw(...given);
        },
      }),
      onFault: (error) => void faults.push(error),
    });
    await next.order('c', ['d1'], 'withdraw');
    await clock.advance(60_000);
    expect([service.calls, stored.find('c', 'd1')?.stage.kind]).toEqual([['withdraw', 'look'], 'calling']);
    expect(faults).toEqual([new Error('ENOSPC')]);
    isFull = false;
    await clock.advance(10_000);
    expect([service.calls, stored.find('c', 'd1')?.stage.kind]).toEqual([['withdraw', 'look'], 'done']);
  });

  test('nothing is called from the moment in which the computer is about to sleep', async () => {
    const { service, worker, order, clock } = prepare('in-progress');
    worker.suspend();
    await order('withdraw');
    expect(service.calls).toEqual([]);
    worker.awake();
    await clock.advance(0);
    expect(service.calls).toEqual(['withdraw', 'look']);
  });

  test('its call is told as long as it is under way', async () => {
    const { promise: held, resolve: answer } = Promise.withResolvers<void>();
    const { client } = serviceOf('in-progress');
    const withdraw = async (...given: Parameters<typeof client.withdraw>) => held.then(() => client.withdraw(...given));
    const { worker, order, clock } = prepare('in-progress', { clientOf: () => ({ ...client, withdraw }) });
    expect(worker.isCalling()).toBe(false);
    await order('withdraw');
    expect(worker.isCalling()).toBe(true);
    answer();
    await clock.advance(0);
    expect(worker.isCalling()).toBe(false);
  });
});
