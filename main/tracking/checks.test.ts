import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { emptyState } from '../../preload/contract/empty-state.ts';
import { limits } from '../../preload/contract/limits.ts';
import { sampleConnection } from '../account/testing/sample-connection.ts';
import type { Clock } from '../clock.ts';
import { type Journal, openJournal } from '../journal/journal.ts';
import type { CheckSeen } from '../outbox/reconcile.ts';
import { CredentialsFault } from '../problem-of.ts';
import { createPublishedState } from '../published-state.ts';
import type { Overview } from '../signing/answers/overview.ts';
import type { Failure } from '../signing/failure.ts';
import { failed, type Outcome, success } from '../signing/outcome.ts';
import type { OverviewQuery } from '../signing/requests.ts';
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
let signedIn: string[];
let queries: (OverviewQuery | undefined)[];
let wanted: Set<string>;
let checkedSeen: { id: string; check: CheckSeen; changed: string[] }[];

beforeEach(() => {
  ({ journal } = openJournal(':memory:'));
  time = createClock(1_000_000_000);
  answers = [];
  tokens = [];
  asked = 0;
  signInsNeeded = [];
  wanted = new Set();
  signedIn = [];
  queries = [];
  checkedSeen = [];
  journal.connections.save({ ...connection, id: 'c' }, 0);
  journal.connections.save({ ...connection, id: 'd' }, 0);
});
afterEach(() => journal.close());

const connection = sampleConnection;

interface Answers {
  signIn?: () => Promise<Outcome<{ validForMs: number }>>;
  overview?: () => Promise<Outcome<Overview>>;
  onChecked?: () => void;
}

function start({ signIn, overview: ask, onChecked }: Answers = {}, seen = connection) {
  const other = { ...seen, id: 'd' };
  const state = createPublishedState({ ...emptyState, connections: [seen, other], active: 'c' });
  const faults: unknown[] = [];
  const client: ReturnType<Parameters<typeof createChecks>[0]['clientOf']> = {
    signIn: signIn ?? (async () => tokens.shift() ?? success({ validForMs: 900_000 })),
    overview: async (query) => {
      asked += 1;
      queries.push(query);
      return ask ? ask() : (answers.shift() ?? success(overview()));
    },
    forgive: () => {},
  };
  const checks = createChecks({
    clock: time.clock,
    journal,
    state,
    clientOf: () => client,
    onSignInNeeded: (id) => void signInsNeeded.push(id),
    onSignedIn: (id) => void signedIn.push(id),
    wantsCheck: (id) => wanted.has(id),
    onChecked(id, check, { changed }) {
      onChecked?.();
      checkedSeen.push({ id, check, changed: changed.map((one) => one.id) });
    },
    onFault: (error) => void faults.push(error),
  });
  const show = (connectionId: string) => {
    state.publish({ active: connectionId });
    checks.follow(connectionId);
  };
  return { state, checks, faults, show };
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
    const { checks } = start({ overview: () => never.promise });
    checks.follow('c');
    await time.advance(0);
    expect(journal.deadlines.get('c', 'next-check')).toBe(time.clock.now() + limits.pollingMs + minute);
    checks.close();
  });

  test('a window is counted from the answer: a request that was long on its way is no excuse for an early next one', async () => {
    const slow = Promise.withResolvers<Outcome<Overview>>();
    const { state, checks } = start({ overview: () => slow.promise });
    checks.follow('c');
    await time.advance(0);
    await time.advance(20_000);
    slow.resolve(success(overview('a')));
    await settled();
    expect(state.get().check.next).toBe(time.clock.now() + limits.pollingMs);
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
      problem: { key: 'unreachable', params: { host: 'sign.example.ch' } },
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
    const { state, checks } = start({ overview: () => late.promise });
    checks.follow('c');
    await time.advance(0);
    state.publish({ active: 'd', documents: [] });
    late.resolve(success(overview('a')));
    await settled();
    expect(state.get().documents).toEqual([]);
    expect(journal.documentsSeen.list('c').map(({ id }) => id)).toEqual(['a']);
    checks.close();
  });

  test('a late answer for one connection does not stop the checks of the one that is shown', async () => {
    const late = Promise.withResolvers<Outcome<Overview>>();
    let first = true;
    const { checks, show } = start({
      overview: () => {
        const answer = first ? late.promise : Promise.resolve(success(overview()));
        first = false;
        return answer;
      },
    });
    show('c');
    await time.advance(0);
    show('d');
    await time.advance(0);
    expect(asked).toBe(2);
    late.resolve(success(overview('a')));
    await settled();
    await time.advance(limits.pollingMs);
    expect(asked).toBe(3);
    checks.close();
  });

  test('going away and coming back while the token is awaited asks the service once', async () => {
    const token = Promise.withResolvers<Outcome<{ validForMs: number }>>();
    const { state, checks, show } = start({ signIn: () => token.promise });
    show('c');
    await time.advance(0);
    show('d');
    show('c');
    expect(state.get().check.running).toBe(true);
    await time.advance(0);
    token.resolve(success({ validForMs: 900_000 }));
    await settled();
    const ofC = asked;
    expect(ofC).toBe(1);
    checks.close();
  });

  test('a list that cannot be written is told, and checking goes on', async () => {
    answers = [success(overview('a')), success(overview('b'))];
    const { state, checks, faults } = start();
    const replace = journal.documentsSeen.replace;
    journal.documentsSeen.replace = () => {
      throw new Error('disk is full');
    };
    checks.follow('c');
    await time.advance(0);
    expect(faults).toHaveLength(1);
    expect(state.get().check).toMatchObject({ running: false, problem: { key: 'unknown', details: 'disk is full' } });
    journal.documentsSeen.replace = replace;
    await time.advance(limits.pollingMs);
    expect(state.get().documents.map(({ id }) => id)).toEqual(['b']);
    checks.close();
  });

  test('closing in the middle touches nothing any more', async () => {
    const late = Promise.withResolvers<Outcome<Overview>>();
    const { checks, faults, state } = start({ overview: () => late.promise });
    checks.follow('c');
    await time.advance(0);
    checks.close();
    const before = state.snapshot().revision;
    late.resolve(success(overview('a')));
    await settled();
    expect([faults, state.snapshot().revision, journal.documentsSeen.list('c')]).toEqual([[], before, []]);
  });

  test('a connection that is not signed in is not asked for, and says so when the person asks', async () => {
    const { state, checks } = start({}, { ...connection, signedIn: 'never' });
    checks.follow('c');
    expect(state.get().check.problem?.key).toBe('signed-out');
    checks.wake();
    await time.advance(limits.pollingMs);
    expect(asked).toBe(0);
    checks.now('c');
    await settled();
    expect([asked, state.get().check.problem?.key, signInsNeeded]).toEqual([0, 'signed-out', []]);
    checks.close();
  });

  test('a keychain that is locked is asked again later, and does not end the sign-in', async () => {
    const locked = new CredentialsFault({ key: 'keychain-locked', params: {} });
    tokens = [failed(failure('credentials-missing', 'never-sent', { cause: locked }))];
    const { state, checks } = start();
    checks.follow('c');
    await time.advance(0);
    expect([state.get().check.problem?.key, signInsNeeded]).toEqual(['keychain-locked', []]);
    await time.advance(limits.pollingMs);
    expect(asked).toBe(1);
    checks.close();
  });

  test('forgetting the sign-in ends what is under way with it', async () => {
    const token = Promise.withResolvers<Outcome<{ validForMs: number }>>();
    const { checks } = start({ signIn: () => token.promise });
    checks.follow('c');
    await time.advance(0);
    checks.stop('c');
    token.resolve(success({ validForMs: 900_000 }));
    await settled();
    await time.advance(2 * limits.pollingMs);
    expect(asked).toBe(0);
    checks.close();
  });

  test('what changed is told once, with the drafts, before the list is', async () => {
    const shown = overview('a');
    const drafted = {
      ...shown,
      documents: shown.documents.map((one) => ({ ...one, documentStatus: 'draft' as const })),
    };
    answers = [success(overview('a')), success(overview('b', 'a')), success(drafted)];
    const { checks } = start();
    checks.follow('c');
    await time.advance(0);
    await time.advance(limits.pollingMs);
    await time.advance(limits.pollingMs);
    const started = 1_000_000_000;
    const named = (...ids: string[]) => ids.map((documentId) => ({ documentId, name: `${documentId}.pdf` }));
    expect(checkedSeen).toEqual([
      { id: 'c', check: { askedAt: started, drafts: [], begun: named('a'), complete: true }, changed: ['a'] },
      {
        id: 'c',
        check: { askedAt: started + limits.pollingMs, drafts: [], begun: named('b', 'a'), complete: true },
        changed: ['b'],
      },
      {
        id: 'c',
        check: {
          askedAt: started + 2 * limits.pollingMs,
          drafts: named('a'),
          begun: [],
          complete: true,
        },
        changed: ['a'],
      },
    ]);
    expect(signedIn).toEqual(['c', 'c', 'c']);
    checks.close();
  });

  test('what was not told because the app ended is told by the next check', async () => {
    answers = [success(overview('a')), success(overview('a'))];
    const { checks, faults } = start({
      onChecked() {
        if (checkedSeen.length === 0) throw new Error('full disk');
      },
    });
    checks.follow('c');
    await time.advance(0);
    expect([faults.length, journal.documentsSeen.list('c')]).toEqual([1, []]);
    checkedSeen.push({ id: '', check: { askedAt: 0, drafts: [], begun: [], complete: true }, changed: [] });
    await time.advance(limits.pollingMs);
    expect(checkedSeen.at(-1)?.changed).toEqual(['a']);
    checks.close();
  });

  test('a connection that is not shown is checked while something waits for it, and no longer', async () => {
    const { checks } = start();
    checks.wanted('d');
    expect(time.waiting()).toEqual([]);
    wanted.add('d');
    checks.wanted('d');
    checks.wanted('d');
    expect(time.waiting()).toEqual([0]);
    await time.advance(0);
    expect(checkedSeen.map(({ id }) => id)).toEqual(['d']);
    expect(time.waiting()).toEqual([limits.pollingMs]);
    wanted.delete('d');
    await time.advance(limits.pollingMs);
    expect([asked, time.waiting()]).toEqual([1, []]);
    checks.close();
  });

  test('a wish gains no check: the window of the connection holds for everybody', async () => {
    const { checks } = start();
    checks.follow('c');
    await time.advance(0);
    wanted.add('c');
    checks.wanted('c');
    await time.advance(limits.pollingMs - 1);
    expect(asked).toBe(1);
    await time.advance(1);
    expect(asked).toBe(2);
    checks.close();
  });

  test('when the list did not reach back to what waits, the next check asks for drafts alone and leaves the list', async () => {
    const long = overview(...Array.from({ length: 1_000 }, (_, at) => `p${at}`));
    answers = [
      success({ ...long, size: 20_000 }),
      ...Array.from({ length: 9 }, () => success({ ...long, size: 20_000 })),
    ];
    answers.push(success(overview('a')), success(overview('z')));
    wanted.add('c');
    const { state, checks } = start();
    checks.follow('c');
    await time.advance(0);
    await settled();
    expect(checkedSeen.map(({ check }) => check.complete)).toEqual([false]);
    await time.advance(limits.pollingMs);
    expect(queries.at(-1)).toMatchObject({ documentStatus: 'draft' });
    expect([checkedSeen.at(-1)?.check.complete, state.get().documents.length]).toEqual([true, 1_000]);
    await time.advance(limits.pollingMs);
    expect(queries.at(-1)).not.toHaveProperty('documentStatus');
    expect(state.get().documents.map(({ id }) => id)).toEqual(['z']);
    checks.close();
  });
});
