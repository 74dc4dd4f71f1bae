import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { aged, dueAt } from '../../main/practice-service/lifecycle.ts';
import { start, withStatus } from '../../main/practice-service/signing.ts';
import { sampleDocument } from './sample-document.ts';

const DAY = 86_400_000;
const T0 = Date.UTC(2026, 0, 1);
const draft = sampleDocument({ statusChangedAt: T0, creationTime: T0, signees: ['anna@example.test'] });

test('a draft is deleted 7 days after its last status change, not a millisecond earlier', () => {
  expect(aged(draft, T0 + 7 * DAY - 1)).toBe(draft);
  expect(aged(draft, T0 + 7 * DAY)).toBeNull();
});

test('an unsigned document is withdrawn after 30 days, counted from the start, and deleted 14 days later', () => {
  const started = start(draft, T0 + 5 * DAY);
  expect(aged(started, T0 + 35 * DAY - 1)).toBe(started);
  const withdrawn = aged(started, T0 + 35 * DAY);
  expect(withdrawn).toMatchObject({ documentStatus: 'withdrawn', statusChangedAt: T0 + 35 * DAY });
  expect(aged(started, T0 + 49 * DAY - 1)?.documentStatus).toBe('withdrawn');
  expect(aged(started, T0 + 49 * DAY)).toBeNull();
});

test.each(['signed', 'withdrawn', 'rejected'] as const)('a %s document is deleted after 14 days', (status) => {
  const finished = withStatus(start(draft, T0), status, T0 + 3 * DAY);
  expect(aged(finished, T0 + 17 * DAY - 1)).toBe(finished);
  expect(aged(finished, T0 + 17 * DAY)).toBeNull();
});

test('many small steps and one large step have the same result', () => {
  fc.assert(
    fc.property(
      fc.boolean(),
      fc.array(fc.integer({ min: 0, max: 20 * DAY }), { maxLength: 12 }),
      (isStarted, steps) => {
        const begin = isStarted ? start(draft, T0) : draft;
        let stepped = aged(begin, T0);
        let now = T0;
        for (const step of steps) {
          now += step;
          stepped = stepped === null ? null : aged(stepped, now);
        }
        expect(stepped).toEqual(aged(begin, now));
        if (stepped !== null) expect(dueAt(stepped)).toBeGreaterThan(now);
      },
    ),
  );
});
