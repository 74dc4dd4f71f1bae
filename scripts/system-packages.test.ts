import { describe, expect, test } from 'vitest';
import { advice, type Machine, missing } from './system-packages.mjs';

const machine = (programs: readonly string[], more: Partial<Machine> = {}): Machine => ({
  has: (program) => programs.includes(program),
  hasLibrary: () => true,
  hasSecretService: () => false,
  browser: false,
  display: true,
  canInstall: true,
  ...more,
});
const names = (...given: Parameters<typeof missing>) => missing(...given).map(({ debian }) => debian);
const bare = machine([], { hasLibrary: () => false });
const keyring = ['dbus-daemon', 'dbus-send', 'gnome-keyring-daemon'];

describe('packages that Linux needs', () => {
  test('a desktop with a Secret Service needs only the library', () => {
    expect(names('start', machine([], { hasSecretService: () => true }))).toEqual([]);
    expect(names('start', { ...bare, hasSecretService: () => true })).toEqual(['libsecret-1-0']);
  });

  test('npm start needs a keyring only if there is none, and no browser', () => {
    expect(names('start', bare)).toEqual(['dbus', 'gnome-keyring', 'libsecret-1-0']);
    expect(names('start', machine(keyring))).toEqual([]);
    expect(names('start', machine(keyring.slice(1)))).toEqual(['dbus']);
  });

  test('any known browser is enough, also one that the person named', () => {
    expect(names('browser', bare)).toEqual(['chromium']);
    expect(names('browser', machine(['google-chrome-stable']))).toEqual([]);
    expect(names('browser', machine([], { browser: true }))).toEqual([]);
    const shell = machine(['chromium-headless-shell']);
    expect(names('browser', shell)).toEqual(['chromium']);
    expect(names('browser', { ...shell, display: false })).toEqual([]);
  });

  test('the tests need everything, even with a running Secret Service', () => {
    const everything = [
      'chromium-headless-shell',
      'dbus',
      'gnome-keyring',
      'libsecret-1-0',
      'desktop-file-utils',
      'rpm',
      'squashfs-tools',
      'openssl',
    ];
    expect(names('test', bare)).toEqual(everything);
    expect(names('test', { ...bare, hasSecretService: () => true })).toEqual(everything);
  });

  test('a whole browser is enough for the tests where nothing can be installed', () => {
    const chrome = machine(['google-chrome']);
    expect(names('test', { ...chrome, canInstall: false })).not.toContain('chromium-headless-shell');
    expect(names('test', chrome)).toContain('chromium-headless-shell');
  });

  test('the advice is a command for apt, or else the names of the packages', () => {
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
