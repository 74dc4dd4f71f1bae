import { describe, expect, test } from 'vitest';
import type { DocumentCommandKind, ListedDocument } from '../../preload/contract/document.ts';
import { sampleConnection } from '../account/testing/sample-connection.ts';
import { type Journal, openJournal } from '../journal/journal.ts';
import { readDocument } from '../signing/answers/document.ts';
import type { Failure } from '../signing/failure.ts';
import { failed, success } from '../signing/outcome.ts';
import { createDrivenClock } from '../testing/clocks.ts';
import { createPace } from '../tracking/pace.ts';
import { documentEntryOf } from './document-entry.ts';
import type { OrderClient } from './order-kind.ts';
import { createOrderWorker, type OrderWorkerDeps } from './order-worker.ts';

const HOUR = 60 * 60_000;
const NOW = 1_000 * HOUR;

const listed = (documentStatus: string, id = 'd1'): ListedDocument => ({
  id,
  name: `${id}.pdf`,
  mimeType: 'application/pdf',
  documentStatus,
  signStatus: null,
  canWithdraw: documentStatus === 'in-progress',
  canDelete: documentStatus === 'draft' || documentStatus === 'withdrawn',
});

const trouble = (kind: Failure['kind'], certainty: Failure['certainty'], more: Partial<Failure> = {}) =>
  failed({ kind, certainty, details: kind, ...more });
const offline = trouble('unreachable', 'never-sent');
const lost = trouble('answer-lost', 'unclear');
const refused = trouble('conflict', 'permanent', { status: 409 });

/** A document at a service whose answers a test can replace. `effect`: the call works although its answer is another. */
function serviceOf(status: string | null) {
  const calls: string[] = [];
  const answers: { readonly answer: typeof offline; readonly effect: boolean }[] = [];
  const service = {
    status,
    calls,
    answers,
    next: (answer: typeof offline, effect = false) => void answers.push({ answer, effect }),
  };
  function change(name: DocumentCommandKind) {
    calls.push(name);
    const planned = answers.shift();
    const possible = name === 'withdraw' ? ['in-progress'] : ['draft', 'withdrawn'];
    const works = service.status !== null && possible.includes(service.status);
    if (works && planned?.effect !== false) service.status = name === 'withdraw' ? 'withdrawn' : null;
    if (planned) return planned.answer;
    if (works) return success(undefined);
    return service.status === null ? trouble('not-found', 'permanent', { status: 404 }) : refused;
  }
  const client: OrderClient = {
    withdraw: async () => change('withdraw'),
    delete: async () => change('delete'),
    async details(id) {
      calls.push('look');
      const planned = answers.shift();
      if (planned) return planned.answer;
      if (service.status === null) return trouble('not-found', 'permanent', { status: 404 });
      const document = readDocument({ documentId: id, documentStatus: service.status });
      if (document === null) throw new Error('not a document');
      return success(document);
    },
  };
  return Object.assign(service, { client });
}

function journalWith(status: string, ids: readonly string[] = ['d1']): Journal {
  const { journal } = openJournal(':memory:');
  journal.connections.save({ ...sampleConnection, id: 'c' }, 0);
  const documents = ids.map((id) => listed(status, id));
  journal.documents.see('c', documents, NOW);
  journal.documentsSeen.replace('c', documents);
  const seen = { at: NOW, before: null, account: 'service-1' };
  journal.documentFacts.see(
    'c',
    documents.map(({ id, documentStatus }) => ({ id, status: documentStatus })),
    seen,
  );
  return journal;
}

function prepare(status: string, more: Partial<OrderWorkerDeps> = {}) {
  const service = serviceOf(status);
  const journal = journalWith(status);
  const clock = createDrivenClock(NOW);
  const deps: OrderWorkerDeps = {
    clock,
    journal,
    clientOf: () => service.client,
    accountOf: () => 'service-1',
    baseOf: () => 'https://service.test',
    isTrusted: true,
    durable: true,
    onChanged() {},
    onSignInNeeded() {},
    onFault(error) {
      throw error;
    },
    random: () => 0.5,
    ...more,
  };
  const worker = createOrderWorker(deps);
  const entry = () => documentEntryOf(journal, 'c', 'd1', deps.accountOf('c'));
  const order = async (kind: DocumentCommandKind) => {
    const count = await worker.order('c', ['d1'], kind);
    await clock.advance(0);
    return count;
  };
  return { service, journal, clock, deps, worker, entry, order };
}

describe('an order for a document made elsewhere', () => {
  test('withdraws it, and shows that before the next check does', async () => {
    const { service, entry, order } = prepare('in-progress');
    expect(entry()?.orders).toEqual(['withdraw']);
    expect(await order('withdraw')).toBe(1);
    expect(service.calls).toEqual(['withdraw']);
    expect(entry()).toMatchObject({ documentStatus: 'withdrawn', command: null, orders: ['delete'] });
  });

  test('is possible only for a person who is signed in: the document may be of another account', () => {
    const { entry, journal } = prepare('draft', { accountOf: () => null });
    expect(entry()?.orders).toEqual([]);
    journal.documentFacts.see('c', [{ id: 'd1', status: 'draft' }], { at: NOW, before: null, account: null });
    expect(entry()?.orders).toEqual([]);
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
    expect([both[0] + both[1], service.calls]).toEqual([1, ['withdraw']]);
  });

  test('is not taken without a journal on the disk, or for another account', async () => {
    expect(await prepare('draft', { durable: false }).order('delete')).toBe(0);
    expect(await prepare('draft', { accountOf: () => 'service-2' }).order('delete')).toBe(0);
  });
});

describe('an order meets trouble', () => {
  test('a call that never left is repeated later', async () => {
    const { service, entry, order, clock } = prepare('in-progress');
    service.next(offline);
    await order('withdraw');
    expect(entry()?.command).toMatchObject({ phase: 'waiting', problem: { key: 'unreachable' } });
    await clock.advance(HOUR);
    expect([service.calls, entry()?.documentStatus]).toEqual([['withdraw', 'withdraw'], 'withdrawn']);
  });

  test.each([true, false])('an unclear answer is looked up before anything is told (it worked: %s)', async (worked) => {
    const { service, entry, order, clock } = prepare('in-progress');
    service.next(lost, worked);
    await order('withdraw');
    expect(entry()?.command?.phase).toBe('unclear');
    await clock.advance(HOUR);
    expect(service.calls).toEqual(worked ? ['withdraw', 'look'] : ['withdraw', 'look', 'withdraw']);
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
    expect(service.calls).toEqual(['withdraw', 'look', 'withdraw']);
  });

  test('everybody signed meanwhile: nothing is told as withdrawn', async () => {
    const { service, entry, order } = prepare('in-progress');
    service.status = 'signed';
    await order('withdraw');
    expect(entry()?.command).toMatchObject({ phase: 'failed', problem: { key: 'signed-first' } });
  });

  const missing = trouble('not-found', 'permanent', { status: 404 });

  test('a deletion that finds nothing twice has succeeded', async () => {
    const { service, entry, order, clock } = prepare('draft');
    service.status = null;
    await order('delete');
    expect([service.calls, entry()?.goneAt, entry()?.command]).toMatchObject([['delete'], null, { phase: 'unclear' }]);
    await clock.advance(HOUR);
    expect([service.calls, entry()?.command]).toEqual([['delete', 'look'], null]);
    expect(entry()?.goneAt).toBeGreaterThan(NOW);
  });

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
      expect([service.calls.at(-1), service.status]).toEqual([kind, end]);
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
    worker.wake();
    await clock.advance(0);
    expect(service.calls).toEqual(['withdraw']);
  });
});

describe('the runner of all jobs carries orders out', () => {
  test('an outcome that the disk does not take is written again, and nothing is called for it', async () => {
    let isFull = false;
    const { service, clock, deps, worker } = prepare('in-progress');
    worker.close();
    const faults: unknown[] = [];
    const stored = deps.journal.documentCommands;
    const next = createOrderWorker({
      ...deps,
      journal: {
        ...deps.journal,
        documentCommands: {
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
    expect([service.calls, stored.find('c', 'd1')?.stage.kind]).toEqual([['withdraw'], 'calling']);
    expect(faults).toEqual([new Error('ENOSPC')]);
    isFull = false;
    await clock.advance(10_000);
    expect([service.calls, stored.find('c', 'd1')?.stage.kind]).toEqual([['withdraw'], 'done']);
  });

  test('nothing is called from the moment in which the computer is about to sleep', async () => {
    const { service, worker, order, clock } = prepare('in-progress');
    worker.suspend();
    await order('withdraw');
    expect(service.calls).toEqual([]);
    worker.wake();
    await clock.advance(0);
    expect(service.calls).toEqual(['withdraw']);
  });
});

describe('checks and orders cross', () => {
  test('a check that asked before the withdrawal does not bring the old state back', async () => {
    const { order, worker } = prepare('in-progress');
    await order('withdraw');
    const now = worker.lately('c')?.(listed('in-progress'), NOW - 1);
    expect(now).toMatchObject({ documentStatus: 'withdrawn', canWithdraw: false });
    worker.checked('c', NOW - 1);
    expect(worker.lately('c')).not.toBeNull();
    worker.checked('c', NOW + 1);
    expect(worker.lately('c')).toBeNull();
  });

  test('a check that asked before the deletion does not list the document', async () => {
    const { order, worker } = prepare('draft');
    await order('delete');
    expect(worker.lately('c')?.(listed('draft'), NOW - 1)).toBeNull();
    expect(worker.lately('c')?.(listed('draft'), NOW + 1)).toMatchObject({ id: 'd1' });
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
    expect(service.calls).toEqual(['withdraw', 'withdraw']);
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
    expect(service.calls).toEqual(['withdraw', 'withdraw']);
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
    expect(service.calls).toEqual(['withdraw']);
  });

  test('an order does not wait for hours when the clock was set back meanwhile', async () => {
    const { service, clock, deps, order, worker } = prepare('in-progress');
    service.next(offline);
    await order('withdraw');
    worker.close();
    clock.set(NOW - 20 * HOUR);
    createOrderWorker(deps).start();
    await clock.advance(HOUR);
    expect(service.calls).toEqual(['withdraw', 'withdraw']);
  });

  test('an order of an older journal does not continue by itself', async () => {
    const { service, journal, clock, deps, entry, order, worker } = prepare('in-progress', { clientOf: () => null });
    await order('withdraw');
    worker.close();
    const next = createOrderWorker({ ...deps, clientOf: () => service.client, isTrusted: false });
    next.start();
    await clock.advance(HOUR);
    expect([service.calls, entry()?.command?.phase]).toEqual([[], 'failed']);
    expect(journal.documentCommands.all()).toHaveLength(1);
    next.answer('c', 'd1', 'retry');
    await clock.advance(0);
    expect(service.calls).toEqual(['look', 'withdraw']);
  });

  test('an order of an older journal is stored as such as soon as the disk takes it', async () => {
    const { journal, deps, order, worker } = prepare('in-progress', { clientOf: () => null });
    await order('withdraw');
    worker.close();
    let isFull = true;
    const documentCommands = {
      ...journal.documentCommands,
      save(...args: Parameters<typeof journal.documentCommands.save>) {
        if (isFull) return { ok: false, reason: 'unwritable', details: 'ENOSPC' } as const;
        return journal.documentCommands.save(...args);
      },
    };
    const faults: unknown[] = [];
    const next = createOrderWorker({
      ...deps,
      journal: { ...journal, documentCommands },
      isTrusted: false,
      onFault: (error) => void faults.push(error),
    });
    next.start();
    expect(faults).toHaveLength(1);
    expect(() => next.hold()).toThrow('ENOSPC');
    isFull = false;
    next.hold();
    next.close();
    expect(journal.documentCommands.all()).toMatchObject([
      { stage: { kind: 'failed' }, problem: { key: 'untellable' } },
    ]);
  });

  test('an order that a person has tried again is not held a second time', async () => {
    const { service, journal, clock, deps, order, worker } = prepare('in-progress', { clientOf: () => null });
    await order('withdraw');
    worker.close();
    const next = createOrderWorker({ ...deps, clientOf: () => service.client, isTrusted: false });
    next.start();
    next.answer('c', 'd1', 'retry');
    next.hold();
    expect(journal.documentCommands.all()).toMatchObject([{ stage: { kind: 'unclear' } }]);
    await clock.advance(0);
    expect(service.calls).toEqual(['look', 'withdraw']);
    expect(journal.documentCommands.all()).toMatchObject([{ stage: { kind: 'done' } }]);
  });

  /** The app with an end before the operation with this number; each write and each call is one. */
  async function crashAt(kind: DocumentCommandKind, status: string, last: number, answer: 'clear' | 'lost') {
    let operations = 0;
    const { service, journal, clock, deps, entry } = prepare(status);
    const ends = new Promise<never>(() => {});
    const isOver = () => {
      operations += 1;
      return operations > last;
    };
    const { documentCommands: stored } = journal;
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
      journal: { ...journal, documentCommands: { ...stored, ask: writing(stored.ask), save: writing(stored.save) } },
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
