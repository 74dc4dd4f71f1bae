import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { emptyState } from '../../preload/contract/empty-state.ts';
import { limits } from '../../preload/contract/limits.ts';
import type { State } from '../../preload/contract/state.ts';
import type { Clock } from '../clock.ts';
import { createPublishedState } from '../ipc/published-state.ts';
import { type Journal, openJournal } from '../journal/journal.ts';
import type { Overview } from '../signing/answers/overview.ts';
import type { SigningClient } from '../signing/client.ts';
import type { Failure } from '../signing/failure.ts';
import { failed, type Outcome, success } from '../signing/outcome.ts';
import { createChecks } from './checks.ts';

const minute = 60_000;

/** Time that moves when told to, and calls back what became due. */
function createClock(begin: number) {
  let now = begin;
  let timers: { at: number; callback: () => void }[] = [];
  const clock: Clock = {
    now: () => now,
    after(ms, callback) {
      const timer = { at: now + ms, callback };
      timers.push(timer);
      return () => {
        timers = timers.filter((other) => other !== timer);
      };
    },
  };
  return {
    clock,
    waiting: () => timers.map(({ at }) => at - now),
    set: (to: number) => {
      now = to;
    },
    async advance(ms: number): Promise<void> {
      now += ms;
      const due = timers.filter(({ at }) => at <= now);
      timers = timers.filter(({ at }) => at > now);
      for (const { callback } of due) callback();
      await settled();
    },
  };
}

const settled = async () => {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
};

const overview = (...ids: string[]): Overview => ({
  documents: ids.map((documentId) => ({
    documentId,
    documentStatus: 'in-progress',
    documentName: `${documentId}.pdf`,
    documentMimeType: 'application/pdf',
    thumbnailUrl: null,
    signStatus: 'pending',
    signKey: null,
    policy: { canWithdraw: true, canDelete: null },
    raw: {},
  })),
  unreadable: 0,
  pagination: { offset: 0, limit: 1000 },
  size: ids.length,
  raw: {},
});

const failure = (kind: Failure['kind'], certainty: Failure['certainty'], more: Partial<Failure> = {}): Failure => ({
  kind,
  certainty,
  details: '',
  ...more,
});

let journal: Journal;
let time: ReturnType<typeof createClock>;
let answers: Outcome<Overview>[];
let tokens: Outcome<{ validForMs: number }>[];
let asked: number;
let signInsNeeded: string[];

beforeEach(() => {
  ({ journal } = openJournal(':memory:'));
  time = createClock(1_000_000_000);
  answers = [];
  tokens = [];
  asked = 0;
  signInsNeeded = [];
  journal.connections.save({ ...connection, id: 'c' }, 0);
  journal.connections.save({ ...connection, id: 'd' }, 0);
});
afterEach(() => journal.close());

const connection: State['connections'][number] = {
  id: 'c',
  fields: {
    name: 'Test',
    environment: 'test',
    base: 'https://sign.example/api/v1',
    auth: 'https://auth.example',
    admin: 'https://admin.example',
    identity: '',
    clientId: 'x',
    clientForm: 'public',
    kid: '',
    actions: '',
  },
  colour: 0,
  signedIn: 'yes',
  hasSecret: false,
  username: 'u',
  person: null,
  savedCopies: '/',
};

function start(active = 'c') {
  const state = createPublishedState({ ...emptyState, connections: [connection], active });
  const client: Pick<SigningClient, 'signIn' | 'overview'> = {
    signIn: async () => tokens.shift() ?? success({ validForMs: 900_000 }),
    overview: async () => {
      asked += 1;
      return answers.shift() ?? success(overview());
    },
  };
  const checks = createChecks({
    clock: time.clock,
    journal,
    state,
    clientOf: () => client,
    onSignInNeeded: (id) => void signInsNeeded.push(id),
  });
  return { state, checks };
}

describe('checks', () => {
  test('the first check comes at once, the next one a full window later', async () => {
    answers = [success(overview('a')), success(overview('a', 'b'))];
    const { state, checks } = start();
    checks.follow('c');
    await time.advance(0);
    expect(state.get().documents.map(({ id }) => id)).toEqual(['a']);
    expect(state.get().check).toMatchObject({
      asOf: time.clock.now(),
      next: time.clock.now() + limits.pollingMs,
      total: 1,
    });
    await time.advance(limits.pollingMs - 1);
    expect(asked).toBe(1);
    await time.advance(1);
    expect(asked).toBe(2);
    expect(state.get().documents.map(({ id }) => id)).toEqual(['a', 'b']);
    checks.close();
  });

  test('the person cannot check earlier, and is told when it becomes possible', async () => {
    const { checks } = start();
    checks.follow('c');
    await time.advance(0);
    await time.advance(5 * minute);
    expect(checks.now('c')).toEqual({ ok: false, next: time.clock.now() + 10 * minute });
    expect(asked).toBe(1);
    checks.close();
  });

  test('the window survives a restart, and so does the list', async () => {
    answers = [success(overview('a'))];
    const first = start();
    first.checks.follow('c');
    await time.advance(0);
    first.checks.close();

    await time.advance(14 * minute);
    const second = start();
    second.checks.follow('c');
    await time.advance(0);
    expect(asked).toBe(1);
    expect(second.state.get().documents.map(({ id }) => id)).toEqual(['a']);
    expect(second.state.get().check).toMatchObject({
      asOf: time.clock.now() - 14 * minute,
      next: time.clock.now() + minute,
    });
    await time.advance(minute);
    expect(asked).toBe(2);
    second.checks.close();
  });

  test('the window is spent before the request leaves: a crash in between costs a wait, not a second check', async () => {
    const never = Promise.withResolvers<Outcome<Overview>>();
    const { state } = start();
    const checks = createChecks({
      clock: time.clock,
      journal,
      state,
      clientOf: () => ({ signIn: async () => success({ validForMs: 1 }), overview: () => never.promise }),
      onSignInNeeded: () => {},
    });
    checks.follow('c');
    await time.advance(0);
    expect(journal.deadlines.get('c', 'next-check')).toBe(time.clock.now() + limits.pollingMs);
    checks.close();
  });

  test('a check that never reached the service is tried again after a minute', async () => {
    answers = [failed(failure('unreachable', 'never-sent')), success(overview('a'))];
    const { state, checks } = start();
    checks.follow('c');
    await time.advance(0);
    expect(state.get().check).toMatchObject({
      next: null,
      running: false,
      problem: { key: 'unreachable', params: { host: 'sign.example' } },
    });
    expect(checks.now('c')).toEqual({ ok: true });
    await settled();
    expect(asked).toBe(2);
    expect(state.get().check.problem).toBeNull();
    checks.close();
  });

  test('without a token nothing is asked, and the window is not spent', async () => {
    tokens = [failed(failure('timed-out', 'unclear'))];
    const { state, checks } = start();
    checks.follow('c');
    await time.advance(0);
    expect([asked, state.get().check.next, state.get().check.problem?.key]).toEqual([0, null, 'timed-out']);
    await time.advance(minute);
    expect(asked).toBe(1);
    checks.close();
  });

  test('refused credentials wait for the person and are not tried again', async () => {
    tokens = [failed(failure('credentials-refused', 'permanent'))];
    const { state, checks } = start();
    checks.follow('c');
    await time.advance(0);
    expect(signInsNeeded).toEqual(['c']);
    expect(state.get().check.problem?.key).toBe('password-refused');
    expect(time.waiting()).toEqual([]);
    checks.close();
  });

  test('a service that asks for more patience than its window gets it', async () => {
    answers = [failed(failure('busy', 'refused', { retryAfterMs: 60 * minute }))];
    const { state, checks } = start();
    checks.follow('c');
    await time.advance(0);
    expect(time.waiting()).toEqual([60 * minute]);
    await time.advance(20 * minute);
    expect(checks.now('c')).toEqual({ ok: false, next: time.clock.now() + 40 * minute });
    expect(state.get().check.problem?.key).toBe('service-busy');
    checks.close();
  });

  test('a clock that was set back a day locks the list for one window at most', async () => {
    const { checks } = start();
    checks.follow('c');
    await time.advance(0);
    time.set(time.clock.now() - 24 * 60 * minute);
    expect(checks.now('c')).toEqual({ ok: false, next: time.clock.now() + limits.pollingMs });
    time.set(time.clock.now() + limits.pollingMs);
    expect(checks.now('c')).toEqual({ ok: true });
    checks.close();
  });

  test('what comes back for a connection no longer shown is kept, not shown', async () => {
    const late = Promise.withResolvers<Outcome<Overview>>();
    const { state } = start();
    const checks = createChecks({
      clock: time.clock,
      journal,
      state,
      clientOf: () => ({ signIn: async () => success({ validForMs: 1 }), overview: () => late.promise }),
      onSignInNeeded: () => {},
    });
    checks.follow('c');
    await time.advance(0);
    state.publish({ active: 'd', documents: [] });
    late.resolve(success(overview('a')));
    await settled();
    expect(state.get().documents).toEqual([]);
    expect(journal.documentsSeen.list('c').map(({ id }) => id)).toEqual(['a']);
    checks.close();
  });
});
