import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { canUpdateItself, type Installation } from './app-updater.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-updater-'));
  mkdirSync(join(folder, 'resources'));
  writeFileSync(join(folder, 'resources/app-update.yml'), 'provider: generic\n');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const installed = (more: Partial<Installation> = {}): Installation => ({
  packaged: true,
  platform: 'linux',
  resources: join(folder, 'resources'),
  program: join(folder, 'countersign'),
  appImage: join(folder, 'Countersign.AppImage'),
  ...more,
});

test('an AppImage in a folder of the person updates itself', () => {
  expect(canUpdateItself(installed())).toBe(true);
});

test('nothing else on Linux does: IT installs packages', () => {
  expect(canUpdateItself(installed({ appImage: undefined }))).toBe(false);
});

test('an installer for IT has no address of updates', () => {
  rmSync(join(folder, 'resources/app-update.yml'));
  for (const platform of ['linux', 'win32', 'darwin'] as const)
    expect(canUpdateItself(installed({ platform }))).toBe(false);
});

test('a folder that cannot be written, or is not there, is left alone', () => {
  const gone = join(folder, 'gone');
  expect(canUpdateItself(installed({ appImage: join(gone, 'Countersign.AppImage') }))).toBe(false);
  expect(canUpdateItself(installed({ platform: 'win32', program: join(gone, 'Countersign.exe') }))).toBe(false);
  if (process.getuid?.() !== 0) {
    chmodSync(folder, 0o500);
    expect(canUpdateItself(installed())).toBe(false);
    chmodSync(folder, 0o700);
  }
});

test('an app in development does not', () => {
  expect(canUpdateItself(installed({ packaged: false }))).toBe(false);
});

test('an app on macOS that runs from its disk image or its download is not in a place of its own', () => {
  const program = (bundle: string) =>
    installed({ platform: 'darwin', program: `${bundle}/Contents/MacOS/Countersign` });
  expect(canUpdateItself(program('/Applications/Countersign.app'))).toBe(true);
  for (const place of ['/Volumes/Countersign 1.4.0', '/private/var/folders/x/T/AppTranslocation/1F2E/d'])
    expect(canUpdateItself(program(`${place}/Countersign.app`))).toBe(false);
});
