import { describe, expect, test } from 'vitest';
import { limits } from '../../preload/contract/limits.ts';
import { sampleConnection } from '../account/testing/sample-connection.ts';
import { CredentialsFault } from '../problems/problem-of.ts';
import { failed, success } from '../signing/outcome.ts';
import { settled } from '../testing/clocks.ts';
import { drivenChecks, failure, minute, overview } from './testing/driven-checks.ts';

describe('a check that does not work', () => {
  test('a check that never reached the service is tried again after a minute', async () => {
    using driven = drivenChecks();
    driven.answers.push(failed(failure('unreachable', 'never-sent')), success(overview('a')));
    const { state, checks } = driven.start();
    checks.follow('c');
    await driven.time.advance(0);
    expect(state.get().check).toMatchObject({
      next: null,
      running: false,
      problem: { key: 'unreachable', params: { host: 'sign.example.ch' } },
    });
    expect(checks.now('c')).toEqual({ ok: true });
    await settled();
    expect(driven.asked()).toBe(2);
    expect(state.get().check.problem).toBeNull();
  });

  test('without a token nothing is asked, and the window is not spent', async () => {
    using driven = drivenChecks();
    driven.tokens.push(failed(failure('timed-out', 'unclear')));
    const { state, checks } = driven.start();
    checks.follow('c');
    await driven.time.advance(0);
    expect([driven.asked(), state.get().check.next, state.get().check.problem?.key]).toEqual([0, null, 'timed-out']);
    await driven.time.advance(minute);
    expect(driven.asked()).toBe(1);
  });

  test('refused credentials wait for the person and are not tried again', async () => {
    using driven = drivenChecks();
    driven.tokens.push(failed(failure('credentials-refused', 'permanent')));
    const { state, checks } = driven.start();
    checks.follow('c');
    await driven.time.advance(0);
    expect(driven.signInsNeeded).toEqual(['c']);
    expect(state.get().check.problem?.key).toBe('password-refused');
    expect(driven.time.waiting()).toEqual([]);
  });

  test('a service that asks for more patience than its window gets it', async () => {
    using driven = drivenChecks();
    driven.answers.push(failed(failure('busy', 'refused', { retryAfterMs: 60 * minute })));
    const { state, checks } = driven.start();
    checks.follow('c');
    await driven.time.advance(0);
    expect(driven.time.waiting()).toEqual([60 * minute]);
    await driven.time.advance(20 * minute);
    expect(checks.now('c')).toEqual({ ok: false, next: driven.time.now() + 40 * minute });
    expect(state.get().check.problem?.key).toBe('service-busy');
  });

  test('a list that cannot be written is told, and checking goes on', async () => {
    using driven = drivenChecks();
    driven.answers.push(success(overview('a')), success(overview('b')));
    const { state, checks, faults, listed } = driven.start();
    const put = driven.journal.documentsSeen.put;
    driven.journal.documentsSeen.put = () => {
      throw new Error('disk is full');
    };
    checks.follow('c');
    await driven.time.advance(0);
    expect(faults).toHaveLength(1);
    expect(state.get().check).toMatchObject({ running: false, problem: { key: 'unknown', details: 'disk is full' } });
    driven.journal.documentsSeen.put = put;
    await driven.time.advance(limits.pollingMs);
    expect(listed()).toEqual(['b']);
  });

  test('a connection that is not signed in is not asked for, and says so when the person asks', async () => {
    using driven = drivenChecks();
    const { state, checks } = driven.start({}, { ...sampleConnection, signedIn: 'never' });
    checks.follow('c');
    expect(state.get().check.problem?.key).toBe('signed-out');
    checks.wake();
    await driven.time.advance(limits.pollingMs);
    expect(driven.asked()).toBe(0);
    checks.now('c');
    await settled();
    expect([driven.asked(), state.get().check.problem?.key, driven.signInsNeeded]).toEqual([0, 'signed-out', []]);
  });

  test('a keychain that is locked is asked again later, and does not end the sign-in', async () => {
    using driven = drivenChecks();
    const locked = new CredentialsFault({ key: 'keychain-locked', params: {} });
    driven.tokens.push(failed(failure('credentials-missing', 'never-sent', { cause: locked })));
    const { state, checks } = driven.start();
    checks.follow('c');
    await driven.time.advance(0);
    expect([state.get().check.problem?.key, driven.signInsNeeded]).toEqual(['keychain-locked', []]);
    await driven.time.advance(limits.pollingMs);
    expect(driven.asked()).toBe(1);
  });
});
