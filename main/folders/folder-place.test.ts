import { expect, test } from 'vitest';
import { isDriveName } from './folder-place.ts';

test.each([
  ['/', true],
  ['C:\\', true],
  ['z:', true],
  ['\\\\server\\C$', true],
  ['\\\\server\\c$\\', true],
  ['\\\\?\\Volume{5f0c}\\', true],
  ['\\\\?\\C:\\', true],
  ['\\\\server\\scan', false],
  ['\\\\server\\scan\\', false],
  ['\\\\10.0.0.7\\Scans$', false],
  ['\\\\server\\scan\\Inbox', false],
  ['C:\\Scans', false],
  ['/home/anna/Inbox', false],
])('%s names a whole drive: %s', (path, isDrive) => {
  expect(isDriveName(path)).toBe(isDrive);
});
