import { expect, test } from 'vitest';
import { canRequireSandbox } from './sandbox.ts';

const start = { args: [] as string[], uid: 1000, hasProfile: true, isRestricted: false };

test('windows are in the sandbox unless Chromium cannot make one', () => {
  expect(canRequireSandbox(start)).toBe(true);
  expect(canRequireSandbox({ ...start, uid: undefined })).toBe(true);
  expect(canRequireSandbox({ ...start, args: ['--no-sandbox'] })).toBe(true);
  expect(canRequireSandbox({ ...start, args: ['--no-sandbox'], hasProfile: false })).toBe(true);
});

test('root, and an AppImage on a system that restricts sandboxes, can start without one', () => {
  expect(canRequireSandbox({ ...start, args: ['--no-sandbox'], uid: 0 })).toBe(false);
  expect(canRequireSandbox({ ...start, args: ['--no-sandbox'], hasProfile: false, isRestricted: true })).toBe(false);
  expect(canRequireSandbox({ ...start, uid: 0 })).toBe(true);
});
