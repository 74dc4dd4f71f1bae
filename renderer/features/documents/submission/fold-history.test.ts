import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { HistoryLine } from '../../../../preload/contract/submission.ts';
import { foldHistory } from './fold-history.ts';

type Some = Partial<HistoryLine> & Pick<HistoryLine, 'kind'>;
const history = (...lines: readonly Some[]): HistoryLine[] =>
  lines.map((line, seq) => ({ seq, at: seq, step: null, command: null, problem: null, ...line }));
const folded = (...lines: readonly Some[]) =>
  foldHistory(history(...lines)).map(({ last, count }) => [last.kind, count]);

const adding = [
  { kind: 'began', step: 'add-signee' },
  { kind: 'signee-added', step: 'add-signee' },
] as const;
const failing = [
  { kind: 'began', step: 'upload' },
  { kind: 'failed', step: 'upload', problem: { key: 'unreachable', params: {} } },
] as const;

test('twelve people are one line', () => {
  const people = Array.from({ length: 12 }, () => adding).flat();
  expect(folded({ kind: 'accepted' }, ...people, { kind: 'started', step: 'start' })).toEqual([
    ['accepted', 1],
    ['signee-added', 12],
    ['started', 1],
  ]);
});

test('tries that failed for one reason are one line, and another reason is told', () => {
  const other = { ...failing[1], problem: { key: 'refused', params: {} } } as const;
  expect(folded(...failing, ...failing, ...failing, failing[0], other)).toEqual([
    ['failed', 3],
    ['failed', 1],
  ]);
});

test('a step that has no outcome yet, or that of another step, is told', () => {
  expect(folded({ kind: 'began', step: 'upload' })).toEqual([['began', 1]]);
  expect(folded({ kind: 'began', step: 'upload' }, { kind: 'withdrawn', step: 'withdraw' })).toEqual([
    ['began', 1],
    ['withdrawn', 1],
  ]);
  expect(folded({ kind: 'began', step: null }, { kind: 'saved' })).toEqual([
    ['began', 1],
    ['saved', 1],
  ]);
});

test('reminders to two people, and two statuses, stay two lines', () => {
  expect(folded({ kind: 'reminded', who: 'Anna' }, { kind: 'reminded', who: 'Beat' })).toHaveLength(2);
  expect(
    folded({ kind: 'status', documentStatus: 'draft' }, { kind: 'status', documentStatus: 'signed' }),
  ).toHaveLength(2);
});

test('no line is lost, and all stay in their order', () => {
  const line = fc.record({
    kind: fc.constantFrom('began' as const, 'failed' as const, 'uploaded' as const, 'saved' as const),
    step: fc.constantFrom('upload' as const, 'start' as const, null),
  });
  fc.assert(
    fc.property(fc.array(line, { maxLength: 40 }), (some) => {
      const lines = history(...some);
      expect(foldHistory(lines).flatMap((group) => group.lines)).toEqual(lines);
    }),
  );
});
