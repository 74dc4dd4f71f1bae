import { expect, test } from 'vitest';
import { oneLine } from './one-line.ts';

test('a hostile name is one short line that reads from left to right', () => {
  expect(oneLine('fdp.\u202Eexe\r\n\tBcc: x', 60)).toBe('fdp.exe Bcc: x');
  expect(oneLine('\uD800'.padEnd(300, 'x'), 60)).toHaveLength(60);
  expect(oneLine('𝒳'.repeat(61), 60)).toBe(`${'𝒳'.repeat(59)}…`);
});
