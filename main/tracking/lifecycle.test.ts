import { describe, expect, test } from 'vitest';
import { beganAt, type DocumentMoments, dueOf, endedAt } from './lifecycle.ts';

const DAY = 24 * 60 * 60_000;
const moments = (differs: Partial<DocumentMoments>): DocumentMoments => ({
  status: 'signed',
  since: 100 * DAY,
  notBefore: null,
  created: null,
  started: null,
  completed: null,
  ...differs,
});

describe('the service', () => {
  test.each([
    ['draft', 'deleted', 7],
    ['in-progress', 'withdrawn', 30],
    ['signed', 'deleted', 14],
    ['rejected', 'deleted', 14],
    ['withdrawn', 'deleted', 14],
  ] as const)('lets a document that is %s be %s after %d days', (status, what, days) => {
    expect(dueOf(moments({ status }))).toEqual({ what, at: (100 + days) * DAY, bound: 'latest' });
  });

  test('has no rule for a status we do not know', () => {
    expect(dueOf(moments({ status: 'archived' }))).toBeNull();
    expect(dueOf(moments({ status: 'constructor' }))).toBeNull();
  });
});

test('a moment the service reported counts exactly', () => {
  expect(dueOf(moments({ completed: 98 * DAY, notBefore: 97 * DAY }))).toEqual({
    what: 'deleted',
    at: 112 * DAY,
    bound: 'exact',
  });
  expect(dueOf(moments({ status: 'draft', created: 99 * DAY }))?.at).toBe(106 * DAY);
  expect(dueOf(moments({ status: 'in-progress', started: 99 * DAY }))?.at).toBe(129 * DAY);
});

test('a running document that somebody signed is withdrawn not earlier than counted from its start', () => {
  const running = { status: 'in-progress', started: 99 * DAY };
  const listed = (signStatus: string | null, ...statuses: readonly (string | null)[]) =>
    dueOf(moments({ ...running, signStatus, signees: statuses.map((status) => ({ status })) }));
  const due = (...statuses: readonly (string | null)[]) => listed(null, ...statuses);
  expect(due('pending', 'on-hold')).toEqual({ what: 'withdrawn', at: 129 * DAY, bound: 'exact' });
  expect(due('signed', 'pending')).toEqual({ what: 'withdrawn', at: 129 * DAY, bound: 'earliest' });
  // Somebody may have signed, where nobody says who, or where the list says it and the details are older.
  for (const unsure of [due(null), due('pending', null), due(), listed('in-progress', 'pending', 'pending')])
    expect(unsure).toMatchObject({ bound: 'earliest' });
  expect(listed('pending', null, null)).toMatchObject({ bound: 'exact' });
});

test('between two checks we expect the worst: the status changed right after the earlier one', () => {
  expect(dueOf(moments({ notBefore: 97 * DAY }))).toEqual({ what: 'deleted', at: 111 * DAY, bound: 'earliest' });
});

test('a check before that seems later, because the clock was set back since, tells no earliest time', () => {
  expect(dueOf(moments({ notBefore: 105 * DAY }))).toEqual({ what: 'deleted', at: 114 * DAY, bound: 'latest' });
});

test('a status that was seen late ends at the latest', () => {
  expect(dueOf(moments({}))?.bound).toBe('latest');
});

test('a reported moment in the future of the check is not believed', () => {
  expect(dueOf(moments({ completed: 101 * DAY, notBefore: 99 * DAY }))?.bound).toBe('earliest');
});

test('a status began when the service reported it, else at the check that saw it change', () => {
  expect(beganAt(moments({ completed: 90 * DAY, notBefore: 97 * DAY }))).toBe(90 * DAY);
  expect(beganAt(moments({ notBefore: 97 * DAY }))).toBe(100 * DAY);
  expect(beganAt(moments({ status: 'withdrawn', notBefore: 97 * DAY, completed: 90 * DAY }))).toBe(100 * DAY);
});

test('nobody knows since when a document has the status with which we first saw it', () => {
  expect(beganAt(moments({}))).toBeNull();
});

test('the end is as reported, or as noticed at most an hour after a check that still showed another status', () => {
  const since = 100 * DAY;
  const HOUR = 60 * 60_000;
  expect(endedAt(moments({ completed: 90 * DAY, notBefore: 97 * DAY }))).toBe(90 * DAY);
  for (const status of ['signed', 'rejected', 'withdrawn'])
    expect(endedAt(moments({ status, notBefore: since - HOUR }))).toBe(since);
  // The app was off, saw it for the first time, or the clock was set back.
  for (const notBefore of [since - HOUR - 1, null, since + 1]) expect(endedAt(moments({ notBefore }))).toBeNull();
  expect(endedAt(moments({ status: 'in-progress', notBefore: since - HOUR, completed: 90 * DAY }))).toBeNull();
});
