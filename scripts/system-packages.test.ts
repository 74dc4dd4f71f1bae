import { describe, expect, test } from 'vitest';
import { advice, type Machine, missing } from './system-packages.mjs';

const machine = (programs: readonly string[], more: Partial<Machine> = {}): Machine => ({
  has: (program) => programs.includes(program),
  hasLibrary: () => true,
  hasSecretService: () => false,
  browser: false,
  ...more,
});
const names = (...given: Parameters<typeof missing>) => missing(...given).map(({ debian }) => debian);
const bare = machine([], { hasLibrary: () => false });
const keyring = ['dbus-daemon', 'dbus-send', 'gnome-keyring-daemon'];

describe('what is asked of a Linux', () => {
  test('a desktop with a Secret Service needs the library alone, and has it mostly', () => {
    expect(names('start', machine([], { hasSecretService: () => true }))).toEqual([]);
    expect(names('start', { ...bare, hasSecretService: () => true })).toEqual(['libsecret-1-0']);
  });

  test('to start, a keyring is asked for only where there is none, and never a browser', () => {
    expect(names('start', bare)).toEqual(['dbus', 'gnome-keyring', 'libsecret-1-0']);
    expect(names('start', machine(keyring))).toEqual([]);
    expect(names('start', machine(keyring.slice(1)))).toEqual(['dbus']);
  });

  test('a browser of any name will do, also one the person named', () => {
    expect(names('browser', bare)).toEqual(['chromium']);
    expect(names('browser', machine(['google-chrome-stable']))).toEqual([]);
    expect(names('browser', machine([], { browser: true }))).toEqual([]);
  });

  test('the tests need everything, a running Secret Service or not', () => {
    const everything = ['chromium', 'dbus', 'gnome-keyring', 'libsecret-1-0', 'openssl'];
    expect(names('test', bare)).toEqual(everything);
    expect(names('test', { ...bare, hasSecretService: () => true })).toEqual(everything);
  });

  test('the line for apt is said where there is apt, else what things are called', () => {
    const needs = missing('start', bare);
    expect(advice(needs, true)).toContain(
      'sudo apt-get install -y --no-install-recommends dbus gnome-keyring libsecret-1-0\n',
    );
    expect(advice(needs, false)).toMatch(
      /package manager[^]*dbus-daemon[^]*gnome-keyring-daemon[^]*libsecret-1\.so\.0/,
    );
    expect(advice(needs, false)).not.toMatch(/apt|sudo/);
  });
});
