import { describe, expect, test } from 'vitest';
import type { DocumentSignee } from '../../preload/contract/document.ts';
import { sampleTracked } from '../journal/testing/sample-tracked.ts';
import type { TrackedDocument } from '../journal/tracked-documents.ts';
import { createMonthFigures, median, monthOf, monthRange } from './month-figures.ts';

const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;
const may = (day: number) => new Date(2026, 4, day, 12).getTime();

const document = (more: Partial<TrackedDocument>): TrackedDocument => ({
  ...sampleTracked,
  since: may(9),
  started: may(1),
  completed: may(3),
  ...more,
});

const signee = (email: string, decidedAt: number | null, more: Partial<DocumentSignee> = {}): DocumentSignee => ({
  email,
  name: null,
  order: null,
  status: 'signed',
  ...(decidedAt === null ? {} : { decidedAt }),
  ...more,
});

function figuresOf(month: string, ...documents: readonly (Partial<TrackedDocument> & { readonly profile?: string })[]) {
  const figures = createMonthFigures(month);
  for (const { profile = null, ...more } of documents) {
    const one = document(more);
    figures.add({ document: one, startedAt: one.started, profile });
  }
  return figures.finish();
}

test('months are those of the calendar, over the change of the year and of the clock', () => {
  expect(monthRange('2026-12')).toEqual({
    from: new Date(2026, 11, 1).getTime(),
    to: new Date(2027, 0, 1).getTime(),
  });
  expect(monthOf(monthRange('2026-03').from)).toBe('2026-03');
  expect(monthOf(monthRange('2026-03').to - 1)).toBe('2026-03');
});

test('the median is the one in the middle, or between the two', () => {
  expect([median([]), median([7]), median([9, 1, 5]), median([1, 2, 4, 100])]).toEqual([null, 7, 5, 3]);
});

describe('the figures of a month', () => {
  test('name everybody who signed in it', () => {
    const signees = Array.from({ length: 30 }, (_none, at) => signee(`p${at}@muster.ch`, may(3)));
    expect(figuresOf('2026-05', { signees }).people).toHaveLength(30);
  });

  test('count what was sent, signed and rejected in it', () => {
    const found = figuresOf(
      '2026-05',
      { started: may(1), completed: may(3) },
      { started: may(2), completed: may(3) + DAY, status: 'rejected' },
      // Sent before, signed now; sent now, signed later.
      { started: may(1) - 10 * DAY, completed: may(2) },
      { started: may(30), completed: may(30) + 10 * DAY },
      { started: may(4), completed: null, status: 'in-progress' },
      { started: may(5), completed: null, status: 'withdrawn' },
      { started: null, completed: null, status: 'draft' },
    );
    expect(found).toMatchObject({ sent: 5, signed: 2, rejected: 1, medianMs: 6.5 * DAY, first: '2026-04' });
  });

  test('count by day what was sent and signed', () => {
    const { days } = figuresOf(
      '2026-05',
      { started: may(1), completed: may(3) },
      { started: may(1), completed: may(31), status: 'rejected' },
      { started: may(31), completed: may(31) + DAY },
    );
    expect(days).toHaveLength(31);
    expect([days[0], days[2], days[30]]).toEqual([
      { sent: 2, signed: 0 },
      { sent: 0, signed: 1 },
      { sent: 1, signed: 0 },
    ]);
  });

  test('say of how many documents the moments are known', () => {
    const unread = { signees: null, started: null, completed: null };
    const { howFar } = figuresOf(
      '2026-05',
      { signees: [] },
      unread,
      // The service has deleted it: its details can no longer be read.
      { ...unread, goneAt: may(9) },
      // Sent from here, so its start is known; but not when it was signed, unless a check saw that.
      { ...unread, started: may(1), status: 'in-progress' },
      { ...unread, started: may(1) },
      { ...unread, started: may(1), notBefore: may(8) },
    );
    expect(howFar).toEqual({ read: 3, all: 5 });
  });

  test('say how long each person took, from their turn on', () => {
    const first = signee('a@x.ch', may(2), { order: 0, name: 'Anna' });
    const found = figuresOf(
      '2026-05',
      { signees: [first, signee('B@x.ch', may(3), { order: 1 })] },
      {
        signees: [signee('b@x.ch', may(1) + 3 * HOUR), signee('c@x.ch', null, { status: 'pending' })],
        status: 'in-progress',
      },
    );
    expect(found.people).toEqual([
      { key: 'b@x.ch', name: 'B@x.ch', count: 2, medianMs: (DAY + 3 * HOUR) / 2 },
      { key: 'a@x.ch', name: 'Anna', count: 1, medianMs: DAY },
    ]);
  });

  test('tell two people of one name apart by their addresses', () => {
    const { people } = figuresOf('2026-05', {
      signees: [signee('a@x.ch', may(2), { name: 'Anna' }), signee('b@x.ch', may(3), { name: 'Anna' })],
    });
    expect(people.map(({ key, name }) => [key, name])).toEqual([
      ['a@x.ch', 'Anna · a@x.ch'],
      ['b@x.ch', 'Anna · b@x.ch'],
    ]);
  });

  test('take the end of a document for its only signature, and guess nothing for several', () => {
    expect(figuresOf('2026-05', { signees: [signee('a@x.ch', null)] }).people).toEqual([
      { key: 'a@x.ch', name: 'a@x.ch', count: 1, medianMs: 2 * DAY },
    ]);
    expect(figuresOf('2026-05', { signees: [signee('a@x.ch', null), signee('b@x.ch', null)] }).people).toEqual([]);
  });

  test('say how long the documents of each profile took', () => {
    expect(figuresOf('2026-05', { profile: 'Leases' }, { profile: 'Leases', completed: may(5) }, {}).profiles).toEqual([
      { key: 'Leases', name: 'Leases', count: 2, medianMs: 3 * DAY },
    ]);
  });

  test('leave out times of a wrong clock', () => {
    const found = figuresOf('2026-05', { started: may(9), signees: [signee('a@x.ch', may(3))] });
    expect(found).toMatchObject({ signed: 1, medianMs: null, people: [] });
  });

  test('of an empty month are zero', () => {
    const none = { sent: 0, signed: 0, rejected: 0, medianMs: null, people: [], profiles: [], first: null };
    const days = Array.from({ length: 28 }, () => ({ sent: 0, signed: 0 }));
    expect(figuresOf('2025-02')).toEqual({ month: '2025-02', days, howFar: { read: 0, all: 0 }, ...none });
  });
});
