import {
  accessSync,
  closeSync,
  constants,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { unless } from '../../test/only-where.ts';
import { type Installation, whyNoUpdates } from './app-updater.ts';

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
  expect(whyNoUpdates(installed())).toBe(null);
  expect(readdirSync(folder)).toEqual(['resources']);
});

test('nothing else on Linux does: IT installs packages', () => {
  expect(whyNoUpdates(installed({ appImage: undefined }))).toBe('it');
});

test('an installer for IT has no address of updates', () => {
  rmSync(join(folder, 'resources/app-update.yml'));
  for (const platform of ['linux', 'win32', 'darwin'] as const)
    expect(whyNoUpdates(installed({ platform }))).toBe('it');
});

test('a folder that only an administrator can write is left to one', () => {
  const gone = join(folder, 'gone');
  expect(whyNoUpdates(installed({ appImage: join(gone, 'Countersign.AppImage') }))).toBe('administrator');
  const onWindows = { platform: 'win32', appImage: undefined } as const;
  expect(whyNoUpdates(installed({ ...onWindows, program: join(gone, 'Countersign.exe') }))).toBe('administrator');
});

const linuxAlone = process.platform === 'linux' ? null : 'only Linux leads to a folder that is open and removed';

test('whether a folder can be written shows a file in it, and not its attributes', unless(linuxAlone), () => {
  // `access` allows to write where no file can be created, as it does on Windows everywhere.
  const removed = mkdtempSync(join(tmpdir(), 'countersign-removed-'));
  const handle = openSync(removed, 'r');
  rmdirSync(removed);
  try {
    const place = `/proc/self/fd/${handle}`;
    accessSync(place, constants.W_OK);
    const program = join(place, 'Countersign.exe');
    expect(whyNoUpdates(installed({ platform: 'win32', appImage: undefined, program }))).toBe('administrator');
  } finally {
    closeSync(handle);
  }
});

test('an app in development does not', () => {
  expect(whyNoUpdates(installed({ packaged: false }))).toBe('it');
});

test('an app on macOS that runs from its disk image or its download is not in a place of its own', () => {
  const program = (bundle: string) =>
    installed({ platform: 'darwin', program: `${bundle}/Contents/MacOS/Countersign` });
  expect(whyNoUpdates(program('/Applications/Countersign.app'))).toBe(null);
  for (const place of ['/Volumes/Countersign 1.4.0', '/private/var/folders/x/T/AppTranslocation/1F2E/d'])
    expect(whyNoUpdates(program(`${place}/Countersign.app`))).toBe('disk-image');
});
