import { expect, test } from 'vitest';
import { canRequireSandbox } from '../main/electron/sandbox.ts';
import { electronLine, sandboxSwitch } from './sandbox-switch.ts';

test('a clone starts without a sandbox only where the system refuses one, and says so', () => {
  expect(sandboxSwitch({ uid: 1000, isRestricted: false })).toEqual({ args: [], note: null });
  expect(sandboxSwitch({ uid: undefined, isRestricted: false })).toEqual({ args: [], note: null });
  expect(sandboxSwitch({ uid: 0, isRestricted: true })).toEqual({ args: ['--no-sandbox'], note: null });
  expect(sandboxSwitch({ uid: 1000, isRestricted: true })).toEqual({
    args: ['--no-sandbox'],
    note: expect.stringContaining('AppArmor'),
  });
});

test('`npm start` starts Electron with that switch, and on a display of its own where there is none', () => {
  const clone = { electron: '/e', root: '/clone', args: ['--x'], displayMaker: '/usr/bin/xvfb-run' };
  expect(electronLine(clone, { uid: 1000, isRestricted: true })).toEqual({
    line: ['/usr/bin/xvfb-run', '-a', '/e', '/clone', '--remote-debugging-port=0', '--no-sandbox', '--x'],
    note: expect.stringContaining('AppArmor'),
  });
  expect(electronLine({ ...clone, displayMaker: null }, { uid: 1000, isRestricted: false })).toEqual({
    line: ['/e', '/clone', '--remote-debugging-port=0', '--x'],
    note: null,
  });
});

test('the app of a clone accepts that, and an installed one does not', () => {
  const { args } = sandboxSwitch({ uid: 1000, isRestricted: true });
  expect(canRequireSandbox({ args, uid: 1000, hasProfile: false, isRestricted: true })).toBe(false);
  expect(canRequireSandbox({ args, uid: 1000, hasProfile: true, isRestricted: true })).toBe(true);
});
