import { join } from 'node:path';
import { expect, test } from 'vitest';
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
  expect(stateFolder({ ...places, platform: 'darwin' })).toBe(join('/home/anna', 'Library', 'Caches', 'Countersign'));
});

test('is inside a data folder chosen on the command line', () => {
  expect(stateFolder({ ...places, platform: 'linux', portable: true })).toBe(join('/data', 'state'));
});
