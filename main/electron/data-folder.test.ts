import { expect, test } from 'vitest';
import { localDataFolder } from './data-folder.ts';
import { stateFolder } from './state-folder.ts';

const roaming = String.raw`C:\Users\anna\AppData\Roaming\Countersign`;
const env = {
  LOCALAPPDATA: String.raw`C:\Users\anna\AppData\Local`,
  APPDATA: String.raw`C:\Users\anna\AppData\Roaming`,
};
const facts = { platform: 'win32', env, isChosen: false, roaming: () => roaming, hasJournal: () => false } as const;

test('on Windows the data stays on the computer, out of the roaming profile and beside the witness', () => {
  const folder = localDataFolder(facts) ?? '';
  expect(folder).toBe(String.raw`C:\Users\anna\AppData\Local\Countersign Data`);
  const witness = stateFolder({ platform: 'win32', env, home: '', dataFolder: folder, portable: false });
  expect(witness).toContain('Local');
  expect(folder.startsWith(`${witness}\\`) || witness.startsWith(folder)).toBe(false);
});

test('data of an earlier version, a chosen folder and other systems stay as they are', () => {
  expect(localDataFolder({ ...facts, hasJournal: (folder) => folder === roaming })).toBeNull();
  expect(localDataFolder({ ...facts, isChosen: true })).toBeNull();
  expect(localDataFolder({ ...facts, env: {} })).toBeNull();
  expect(localDataFolder({ ...facts, platform: 'linux' })).toBeNull();
  expect(localDataFolder({ ...facts, platform: 'darwin' })).toBeNull();
});
