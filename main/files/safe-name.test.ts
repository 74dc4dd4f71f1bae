import { describe, expect, test } from 'vitest';
import { safeStem } from './safe-name.ts';

describe('a hostile name', () => {
  test.each([
    ['../../etc/passwd', '_.._etc_passwd'],
    ['C:\\Windows\\system32', 'C__Windows_system32'],
    ['CON', '_CON'],
    ['nul.txt', '_nul.txt'],
    ['COM1 ', '_COM1'],
    ['.hidden', 'hidden'],
    ['ends. . .', 'ends'],
    ['in\u202Efdp.exe', 'infdp.exe'],
    ['zero\u200Bwidth', 'zerowidth'],
    ['two\nlines', 'twolines'],
    ['   ', 'document'],
    ['', 'document'],
  ])('%j becomes %j', (name, expected) => {
    expect(safeStem(name)).toBe(expected);
  });

  test('is never longer than a path allows, and no character is cut in two', () => {
    const stem = safeStem('😀'.repeat(300));
    expect(Buffer.byteLength(stem)).toBeLessThanOrEqual(120);
    expect(stem).toBe('😀'.repeat(30));
  });
});
