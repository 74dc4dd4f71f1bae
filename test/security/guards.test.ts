import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { guards } from './guards/guards.ts';

const root = join(import.meta.dirname, '../..');

test('the table of guards has each of them once, in the code of today', () => {
  expect(guards.length).toBeGreaterThanOrEqual(22);
  expect(new Set(guards.map(({ what }) => what)).size).toBe(guards.length);
  for (const { what, file, guard, without } of guards) {
    const found = readFileSync(join(root, file), 'utf8').split(guard).length - 1;
    expect([what, found]).toEqual([what, 1]);
    expect([what, without]).not.toEqual([what, guard]);
  }
});
