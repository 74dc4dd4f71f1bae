import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LoginItemSettings } from 'electron';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createLoginStart } from './login-start.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-login-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const usual: LoginItemSettings = {
  openAtLogin: false,
  wasOpenedAtLogin: false,
  executableWillLaunchAtLogin: false,
  launchItems: [],
  status: 'not-registered',
};

function login(platform: NodeJS.Platform, found = {}, isPackaged = true, program = '/opt/Countersign/countersign') {
  const set: unknown[] = [];
  const asked: unknown[] = [];
  const app = {
    isPackaged,
    getLoginItemSettings: (options?: object) => {
      asked.push(options);
      return { ...usual, ...found };
    },
    setLoginItemSettings: (settings: object) => void set.push(settings),
  };
  const deps = { app, platform, program, configFolder: folder, desktopName: 'app.desktop' };
  return { ...createLoginStart(deps), set$: set, asked };
}

const file = () => join(folder, 'autostart', 'app.desktop');

describe('on Linux', () => {
  test('a file switches it on, and its absence off', () => {
    const { read, set } = login('linux');
    expect(read()).toBe('off');
    set(true);
    expect(readFileSync(file(), 'utf8')).toContain('\nExec=/opt/Countersign/countersign --hidden\n');
    expect(read()).toBe('on');
    set(false);
    expect([read(), existsSync(file())]).toEqual(['off', false]);
    set(false);
  });

  test.each(['Hidden=true', 'X-GNOME-Autostart-enabled=false', 'hidden = true'])('respects %s', (line) => {
    const { read, set } = login('linux');
    set(true);
    writeFileSync(file(), `${readFileSync(file(), 'utf8')}${line}\n`);
    expect(read()).toBe('off');
  });

  test('an entry that starts another file, such as an AppImage that was replaced, is off', () => {
    login('linux', {}, true, '/home/anna/Countersign-1.2.AppImage').set(true);
    const now = login('linux', {}, true, '/home/anna/Countersign-1.3.AppImage');
    expect(now.read()).toBe('off');
    now.set(true);
    expect(now.read()).toBe('on');
  });

  test('a path with blanks, quotes and percent signs is quoted as the specification says', () => {
    login('linux', {}, true, '/home/an "na/100% $x/Countersign.AppImage').set(true);
    const line = /^Exec=(.*)$/m.exec(readFileSync(file(), 'utf8'))?.[1];
    expect(line).toBe(String.raw`"/home/an \\"na/100%% \\$x/Countersign.AppImage" --hidden`);
  });

  test('a folder that cannot be written is an error, not a silent no', () => {
    writeFileSync(join(folder, 'autostart'), 'a file in the place of the folder');
    expect(() => login('linux').set(true)).toThrow();
  });
});

test('Windows writes and reads the same arguments, and tells when the Task Manager says no', () => {
  const on = { openAtLogin: true, executableWillLaunchAtLogin: true };
  expect(login('win32', on).read()).toBe('on');
  expect(login('win32', { ...on, executableWillLaunchAtLogin: false }).read()).toBe('blocked');
  const { set, read, set$, asked } = login('win32');
  expect(read()).toBe('off');
  set(true);
  expect([set$, asked]).toEqual([[{ openAtLogin: true, args: ['--hidden'] }], [{ args: ['--hidden'] }]]);
});

test('macOS takes no arguments, and may wait for the approval of the person', () => {
  const { set, set$ } = login('darwin');
  set(false);
  expect(set$).toEqual([{ openAtLogin: false }]);
  expect(login('darwin', { openAtLogin: true, status: 'requires-approval' }).read()).toBe('blocked');
  expect(login('darwin', { openAtLogin: true, status: 'enabled' }).read()).toBe('on');
});

test('an app that is not installed offers nothing and writes nothing', () => {
  const { read, set, set$ } = login('win32', { openAtLogin: true }, false);
  expect(read()).toBe('unavailable');
  expect(() => set(true)).toThrow();
  expect(set$).toEqual([]);
});
