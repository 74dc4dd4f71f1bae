import { expect, test } from 'vitest';
import { canRequireSandbox } from '../main/electron/sandbox.ts';
import { sandboxSwitch } from './sandbox-switch.ts';

test('a clone starts without a sandbox only where the system refuses one, and says so', () => {
  expect(sandboxSwitch({ uid: 1000, isRestricted: false })).toEqual({ args: [], note: null });
  expect(sandboxSwitch({ uid: undefined, isRestricted: false })).toEqual({ args: [], note: null });
  expect(sandboxSwitch({ uid: 0, isRestricted: true })).toEqual({ args: ['--no-sandbox'], note: null });
  expect(sandboxSwitch({ uid: 1000, isRestricted: true })).toEqual({
    args: ['--no-sandbox'],
    note: expect.stringContaining('AppArmor'),
  });
});

test('the app of a clone accepts that, and an installed one does not', () => {
  const { args } = sandboxSwitch({ uid: 1000, isRestricted: true });
  expect(canRequireSandbox({ args, uid: 1000, hasProfile: false, isRestricted: true })).toBe(false);
  expect(canRequireSandbox({ args, uid: 1000, hasProfile: true, isRestricted: true })).toBe(true);
});
