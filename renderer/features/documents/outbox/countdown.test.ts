import { expect, test } from 'vitest';
import { sampleRow } from '../testing/sample-entries.ts';
import { countdownAt, lastCountdown } from './countdown.ts';

const commands = ['cancel', 'send-now'] as const;
const rows = [
  sampleRow('gone', { undoUntil: 1_000, commands: [...commands] }),
  sampleRow('first', { undoUntil: 2_000, commands: [...commands] }),
  sampleRow('second', { undoUntil: 3_000, commands: ['cancel'] }),
  sampleRow('never', { commands: [...commands] }),
];

test('counts only submissions that count down, and commands only where they are possible', () => {
  expect(countdownAt(1_000, rows)).toEqual({
    count: 2,
    until: 2_000,
    undoable: ['first', 'second'],
    sendable: ['first'],
  });
  expect(countdownAt(3_000, rows)).toMatchObject({ count: 0, undoable: [], sendable: [] });
});

test('the last submission says how long to count', () => {
  expect(lastCountdown(rows)).toBe(3_000);
  expect(lastCountdown([sampleRow('a')])).toBeNull();
});
