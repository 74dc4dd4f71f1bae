import { expect, test } from 'vitest';
import { isDriveName, isSynchronised } from './folder-place.ts';

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

test.each([
  ['C:\\Users\\anna\\OneDrive - Muster AG\\Inbox', true],
  ['G:\\My Drive\\Inbox', true],
  ['g:\\Geteilte Ablagen\\HR', true],
  ['/Users/anna/Library/CloudStorage/Box-Box/Inbox', true],
  ['/home/anna/SynologyDrive/Inbox', true],
  ['C:\\Users\\anna\\Boxes', false],
  ['D:\\Inbox\\My Drive', false],
  ['/home/anna/megaphone', false],
])('a cloud keeps %s in step: %s', (path, isCloud) => {
  expect(isSynchronised(path)).toBe(isCloud);
});
