import { describe, expect, test } from 'vitest';
import { limits } from '../../preload/contract/limits.ts';
import { sampleConnection } from '../account/testing/sample-connection.ts';
import type { Overview } from '../signing/answers/overview.ts';
import { type Outcome, success } from '../signing/outcome.ts';
import { settled } from '../testing/clocks.ts';
import { drivenChecks, overview } from './testing/driven-checks.ts';

/** Checks that were stopped while the service had not answered the sign-in. */
async function stoppedWhileSigningIn(driven: ReturnType<typeof drivenChecks>) {
  const token = Promise.withResolvers<Outcome<{ validForMs: number }>>();
  const { checks } = driven.start({ signIn: () => token.promise });
  checks.follow('c');
  await driven.time.advance(0);
  checks.stop('c');
  return { checks, token };
}

describe('what a check tells', () => {
  test('what comes back for a connection no longer shown is kept, not shown', async () => {
    using driven = drivenChecks();
    const late = Promise.withResolvers<Outcome<Overview>>();
    const { state, checks, published } = driven.start({ overview: () => late.promise });
    checks.follow('c');
    await driven.time.advance(0);
    state.publish({ active: 'd' });
    late.resolve(success(overview('a')));
    await settled();
    // Only as it was shown.
    expect(published).toEqual(['c']);
    expect(driven.journal.documentsSeen.list('c').map(({ id }) => id)).toEqual(['a']);
  });

  test('a late answer for one connection does not stop the checks of the one that is shown', async () => {
    using driven = drivenChecks();
    const late = Promise.withResolvers<Outcome<Overview>>();
    let first = true;
    const { show } = driven.start({
      overview: () => {
        const answer = first ? late.promise : Promise.resolve(success(overview()));
        first = false;
        return answer;
      },
    });
    show('c');
    await driven.time.advance(0);
    show('d');
    await driven.time.advance(0);
    expect(driven.asked()).toBe(2);
    late.resolve(success(overview('a')));
    await settled();
    driven.tracked.clear();
    await driven.time.advance(limits.pollingMs);
    expect(driven.asked()).toBe(3);
  });

  test('going away and coming back while the token is awaited asks the service once', async () => {
    using driven = drivenChecks();
    const token = Promise.withResolvers<Outcome<{ validForMs: number }>>();
    const { state, show } = driven.start({ signIn: () => token.promise });
    show('c');
    await driven.time.advance(0);
    show('d');
    show('c');
    expect(state.get().check.running).toBe(true);
    await driven.time.advance(0);
    token.resolve(success({ validForMs: 900_000 }));
    await settled();

    expect(driven.seen.filter(({ id }) => id === 'c')).toHaveLength(1);
    expect(driven.asked()).toBe(2);
  });

  test('closing in the middle touches nothing any more', async () => {
    using driven = drivenChecks();
    const late = Promise.withResolvers<Outcome<Overview>>();
    const { checks, faults, state } = driven.start({ overview: () => late.promise });
    checks.follow('c');
    await driven.time.advance(0);
    checks.close();
    const before = state.snapshot().revision;
    late.resolve(success(overview('a')));
    await settled();
    expect([faults, state.snapshot().revision, driven.journal.documentsSeen.list('c')]).toEqual([[], before, []]);
  });

  test('forgetting the sign-in ends what is under way with it', async () => {
    using driven = drivenChecks();
    const { token } = await stoppedWhileSigningIn(driven);
    token.resolve(success({ validForMs: 900_000 }));
    await settled();
    await driven.time.advance(2 * limits.pollingMs);
    expect(driven.asked()).toBe(0);
  });

  test('a check that is wanted while a stopped one still ends is made after it', async () => {
    using driven = drivenChecks();
    const { checks, token } = await stoppedWhileSigningIn(driven);
    checks.wanted('c');
    token.resolve(success({ validForMs: 900_000 }));
    await settled();
    await driven.time.advance(2 * limits.pollingMs);
    expect(driven.asked()).toBeGreaterThanOrEqual(1);
  });

  test('documents of the account before are told to nobody', async () => {
    using driven = drivenChecks();
    driven.answers.push(success(overview('a')));
    const { state, checks } = driven.start({
      whileTakenIn() {
        checks.stop('c');
        state.publish({ connections: [{ ...sampleConnection, username: 'service-2' }] });
      },
    });
    checks.follow('c');
    await driven.time.advance(0);
    expect([driven.seen, driven.journal.documentsSeen.list('c')]).toEqual([[], []]);
  });

  test('documents of the account before do not come back into the list', async () => {
    using driven = drivenChecks();
    driven.answers.push(success(overview('a')));
    const outboxDone = Promise.withResolvers<void>();
    const { checks, listed } = driven.start({ onChecked: () => outboxDone.promise });
    checks.follow('c');
    await driven.time.advance(0);
    checks.stop('c');
    outboxDone.resolve();
    await settled();
    expect([driven.seen.length, listed(), driven.journal.deadlines.get('c', 'checked')]).toEqual([1, [], null]);
  });

  test('what changed is told once, with the documents, before the list is', async () => {
    using driven = drivenChecks();
    const shown = overview('a');
    const drafted = {
      ...shown,
      documents: shown.documents.map((one) => ({ ...one, documentStatus: 'draft' as const })),
    };
    driven.answers.push(success(overview('a')), success(overview('b', 'a')), success(drafted));
    const { checks } = driven.start();
    checks.follow('c');
    await driven.time.advance(0);
    await driven.time.advance(limits.pollingMs);
    await driven.time.advance(limits.pollingMs);
    const started = 1_000_000_000;
    const check = (askedAt: number, status: string, ...ids: string[]) => {
      const fresh = ids.map((documentId) => ({ documentId, name: `${documentId}.pdf`, status }));
      // Nobody looks for a document: the newest page proves nothing about the others.
      return { account: 'service-1', askedAt, documents: fresh, fresh, freshAt: askedAt, whole: false, unreadable: 0 };
    };
    expect(driven.seen).toEqual([
      { id: 'c', check: check(started, 'in-progress', 'a'), changed: ['a'] },
      { id: 'c', check: check(started + limits.pollingMs, 'in-progress', 'b', 'a'), changed: ['b'] },
      // This one leaves out a document, so the list is read to its end.
      { id: 'c', check: { ...check(started + 2 * limits.pollingMs, 'draft', 'a'), whole: true }, changed: ['a'] },
    ]);
    expect(driven.signedIn).toEqual(['c', 'c', 'c']);
  });

  test('what was not told because the app ended is told by the next check', async () => {
    using driven = drivenChecks();
    driven.answers.push(success(overview('a')), success(overview('a')));
    const { checks, faults } = driven.start({
      onChecked() {
        if (driven.seen.length === 0) throw new Error('full disk');
      },
    });
    checks.follow('c');
    await driven.time.advance(0);
    expect([faults.length, driven.journal.documentsSeen.list('c')]).toEqual([1, []]);
    driven.seen.push({
      id: '',
      check: { account: null, askedAt: 0, documents: [], whole: false, unreadable: 0 },
      changed: [],
    });
    await driven.time.advance(limits.pollingMs);
    expect(driven.seen.at(-1)?.changed).toEqual(['a']);
  });
});
