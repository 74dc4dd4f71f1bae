import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { stateFolder } from './state-folder.ts';

const places = { env: {}, home: '/home/anna', dataFolder: '/data', portable: false };

test('is outside the data folder, which a backup may restore', () => {
  expect(stateFolder({ ...places, platform: 'linux' })).toBe(join('/home/anna', '.local', 'state', 'countersign'));
  expect(stateFolder({ ...places, platform: 'linux', env: { XDG_STATE_HOME: '/state' } })).toBe(
    join('/state', 'countersign'),
  );
  expect(stateFolder({ ...places, platform: 'win32', env: { LOCALAPPDATA: 'C:/Local' } })).toBe(
    join('C:/Local', 'Countersign'),
  );
  // The data folder roams: without the variable we name the folder ourselves.
  expect(stateFolder({ ...places, platform: 'win32' })).toBe(join('/home/anna', 'AppData', 'Local', 'Countersign'));
  expect(stateFolder({ ...places, platform: 'darwin' })).toBe(join('/home/anna', 'Library', 'Caches', 'Countersign'));
});

describe('of a data folder chosen on the command line', () => {
  let root: string;

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'countersign-places-'));
    mkdirSync(join(root, 'data'));
  });
  afterEach(() => rmSync(root, { recursive: true }));

  const of = (name: string) =>
    stateFolder({ ...places, platform: 'linux', dataFolder: join(root, name), portable: true });

  test('lies outside of it as well, at its own place', () => {
    mkdirSync(join(root, 'other'));
    expect(of('data')).toMatch(/^\/home\/anna\/\.local\/state\/countersign\/folders\/[0-9a-f]{32}$/);
    expect(of('other')).not.toBe(of('data'));
  });

  test('is the same by a link, and another after the folder was moved', () => {
    const before = of('data');
    symlinkSync(join(root, 'data'), join(root, 'link'));
    expect(of('link')).toBe(before);
    renameSync(join(root, 'data'), join(root, 'moved'));
    expect(of('moved')).not.toBe(before);
  });
});
