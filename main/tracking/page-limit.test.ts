/** An overview that is longer than we read comes in shorter pages, and the list is read to its end all the same. */
import { afterEach, describe, expect, test } from 'vitest';
import { limits } from '../../preload/contract/limits.ts';
import { type PracticeService, startPracticeService } from '../../test/practice-service/practice-service.ts';
import { createSigningClient } from '../signing/client.ts';
import { createNodeHttp } from '../signing/node-http.ts';
import { failed, success } from '../signing/outcome.ts';
import { Secret } from '../signing/secret.ts';
import { drivenChecks, failure, minute } from './testing/driven-checks.ts';
import { simulatedList } from './testing/simulated-list.ts';

const DAY = 24 * 60 * minute;
const tooBig = failed(failure('unexpected-answer', 'unclear', { isTooBig: true }));

const ends: (() => unknown)[] = [];
afterEach(async () => {
  await Promise.all(ends.splice(0).map((end) => end()));
});

async function clientOf(service: PracticeService) {
  const http = createNodeHttp({ allowLoopback: true });
  const user = service.people.createServiceUser('public');
  const { base, auth, identity } = service.connection;
  const signing = createSigningClient({
    http,
    clock: service.clock,
    allowLoopback: true,
    addresses: { base, auth, identity },
    credentials: async () =>
      success({
        username: user.username,
        password: new Secret(user.password),
        client: { form: 'public', clientId: service.connectionOf('public').clientId },
      }),
  });
  ends.push(async () => {
    http.close();
    await service.close();
  });
  return { signing, user };
}

test.each([
  { count: 110, letters: 50_000, most: 84 },
  { count: 25, letters: 200_000, most: 21 },
])(
  '$count documents with names of $letters letters are read in the second window',
  async ({ count, letters, most }) => {
    const service = await startPracticeService({ samples: false, maxDocumentsPerDay: 10_000 });
    const { signing, user } = await clientOf(service);
    for (let at = 0; at < count; at += 1)
      // oxlint-disable-next-line no-await-in-loop -- their order is that of the list
      await service.documents.add(user.id, { name: `${at} ${'x'.repeat(letters)}.pdf`, status: 'in-progress' });
    using driven = drivenChecks();
    driven.wanted.add('c');
    const running = new Set<Promise<unknown>>();
    const asked: (number | undefined)[] = [];
    const { checks, state, listed } = driven.start({
      overview(query) {
        asked.push(query.limit);
        const call = signing.overview(query);
        running.add(call);
        void call.finally(() => running.delete(call));
        return call;
      },
    });
    checks.follow('c');
    const window = async (ms: number) => {
      service.clock.advance(ms);
      await driven.time.advance(ms);
      while (running.size > 0) {
        // oxlint-disable-next-line no-await-in-loop -- one page after the other
        await Promise.all(running);
        // oxlint-disable-next-line no-await-in-loop
        await driven.time.advance(0);
      }
    };
    await window(0);
    expect(state.get().check.problem?.key).toBe('unexpected-answer');
    await window(limits.pollingMs);
    expect(asked[0]).toBe(1_000);
    // Fewer than fit: those further back may be longer.
    expect(asked[1]).toBeLessThan(most);
    expect(asked[1]).toBeGreaterThan(most / 2);
    expect(driven.seen.at(-1)?.check).toMatchObject({ whole: true });
    expect(driven.seen.at(-1)?.check.documents).toHaveLength(count);
    expect(listed()).toHaveLength(count);
    expect(state.get().check.problem).toBeNull();
    expect(service.records.breaches).toEqual([]);
  },
);

describe('a shorter page', () => {
  /** A service that cannot answer more than `most` entries. */
  function serviceOf(count: number, most: number) {
    const list = simulatedList(count);
    const asked: (number | undefined)[] = [];
    return {
      asked,
      list,
      async overview(query: { limit?: number; offset?: number }) {
        asked.push(query.limit);
        return Math.min(query.limit ?? 0, list.ids.length - (query.offset ?? 0)) > most
          ? tooBig
          : success(list.page(query));
      },
    };
  }

  test('counts for a week and over a restart, and then the whole one is tried again', async () => {
    using driven = drivenChecks();
    const { asked, overview } = serviceOf(700, 600);
    driven.start({ overview }).checks.follow('c');
    await driven.time.advance(0);
    await driven.time.advance(limits.pollingMs);
    driven.start({ overview }).checks.follow('c');
    await driven.time.advance(limits.pollingMs);
    expect(asked[0]).toBe(1_000);
    expect(new Set(asked.slice(1))).toEqual(new Set([500, 499]));
    asked.length = 0;
    driven.journal.deadlines.set('c', 'page-shortened', driven.time.now() - 7 * DAY);
    await driven.time.advance(limits.pollingMs);
    expect(asked[0]).toBe(1_000);
  });

  test('is not taken for the whole list where its size is told as that of the list', async () => {
    using driven = drivenChecks();
    const list = simulatedList(700, { size: 'page' });
    const { checks, listed } = driven.start({
      overview: async (query) => ((query.limit ?? 0) > 500 ? tooBig : success(list.page(query))),
    });
    checks.follow('c');
    await driven.time.advance(0);
    await driven.time.advance(limits.pollingMs);
    expect(listed()).toHaveLength(700);
    expect(driven.seen.at(-1)?.check).toMatchObject({ whole: true });
  });

  test('is never shorter than 50 documents where nobody knows how many fit', async () => {
    using driven = drivenChecks();
    const { asked, overview } = serviceOf(60, 0);
    driven.wanted.add('c');
    driven.start({ overview }).checks.follow('c');
    await driven.time.advance(0);
    for (let windows = 0; windows < 7; windows += 1)
      // oxlint-disable-next-line no-await-in-loop -- one window after the other
      await driven.time.advance(limits.pollingMs);
    expect(asked.slice(0, 8)).toEqual([1_000, 500, 250, 125, 62, 50, 50, 50]);
  });

  test('begins the reading anew: its first page within the overlap would look like the end of the list', async () => {
    using driven = drivenChecks();
    driven.wanted.add('c');
    const list = simulatedList(3_000, { size: 'none' });
    const asked: string[] = [];
    const { checks } = driven.start({
      async overview({ limit = 0, offset = 0 }) {
        asked.push(`${offset}+${limit}`);
        return offset > 0 && limit > 60 ? tooBig : success(list.page({ limit, offset }));
      },
    });
    checks.follow('c');
    await driven.time.advance(0);
    for (let windows = 0; windows < 8; windows += 1) {
      // oxlint-disable-next-line no-await-in-loop -- one window after the other
      await driven.time.advance(limits.pollingMs);
      // oxlint-disable-next-line no-await-in-loop -- a window of many pages takes many turns
      for (let pages = 0; pages < 60; pages += 1) await driven.time.advance(0);
    }
    expect(asked.slice(0, 6)).toEqual(['0+1000', '900+999', '0+500', '450+499', '0+250', '225+249']);
    const wholes = driven.seen.filter(({ check }) => check.whole);
    expect(new Set(wholes.map(({ check }) => check.documents.length))).toEqual(new Set([3_000]));
  });
});
