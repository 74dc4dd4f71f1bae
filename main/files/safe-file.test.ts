import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readText, removeFile, replaceFile, setAside, writeWholeNow } from './safe-file.ts';

let folder = '';
beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), 'countersign-file-'))));
afterEach(() => rm(folder, { recursive: true, force: true }));

test('replaces the whole content and leaves no other file', async () => {
  const path = join(folder, 'deep', 'er', 'file.json');
  expect(await readText(path)).toEqual({ kind: 'ok', text: null });
  expect(await replaceFile(path, 'a longer first content')).toEqual({ kind: 'ok' });
  expect(await replaceFile(path, 'second')).toEqual({ kind: 'ok' });
  expect(await readText(path)).toEqual({ kind: 'ok', text: 'second' });
  expect(await readdir(join(folder, 'deep', 'er'))).toEqual(['file.json']);
});

test('only the owner may read the file', async () => {
  const path = join(folder, 'own', 'file.json');
  await replaceFile(path, 'x');
  // Windows has no such modes. There, only the person can open the profile folder.
  const [file, own] = process.platform === 'win32' ? [0o666, 0o666] : [0o600, 0o700];
  expect((await stat(path)).mode & 0o777).toBe(file);
  expect((await stat(join(folder, 'own'))).mode & 0o777).toBe(own);
});

test('works when an interrupted write left a file', async () => {
  const path = join(folder, 'file.json');
  await writeFile(`${path}.new`, 'half of something that was much longer');
  await replaceFile(path, 'whole');
  expect(await readFile(path, 'utf8')).toBe('whole');
});

test('keeps the old content when it cannot write, and reports the code', async () => {
  const path = join(folder, 'file.json');
  await replaceFile(path, 'old');
  await mkdir(`${path}.new`);
  expect(await replaceFile(path, 'new')).toEqual({ kind: 'unwritable', code: 'EISDIR' });
  expect(await readFile(path, 'utf8')).toBe('old');
  expect(await replaceFile(join(path, 'below a file'), 'x')).toMatchObject({ kind: 'unwritable' });
});

test('writes at once what cannot wait, and keeps the old content when it cannot write', async () => {
  const path = join(folder, 'file.json');
  writeWholeNow(path, 'old');
  if (process.platform !== 'win32') expect((await stat(path)).mode & 0o777).toBe(0o600);
  await mkdir(`${path}.new`);
  expect(() => writeWholeNow(path, 'new')).toThrow('EISDIR');
  expect(() => writeWholeNow(join(folder, 'away', 'file.json'), 'new')).toThrow('ENOENT');
  expect(await readFile(path, 'utf8')).toBe('old');
});

test('leaves no part of a file behind when it cannot put it in its place', async () => {
  const taken = join(folder, 'a folder');
  await mkdir(taken);
  expect(await replaceFile(taken, 'new')).toMatchObject({ kind: 'unwritable' });
  expect(() => writeWholeNow(taken, 'new')).toThrow();
  expect(await readdir(folder)).toEqual(['a folder']);
});

test('reports the code when it cannot read', async () => {
  expect(await readText(folder)).toEqual({ kind: 'unreadable', code: 'EISDIR' });
});

test('setAside renames a file, removeFile deletes it', async () => {
  const path = join(folder, 'file.json');
  await replaceFile(path, 'x');
  expect(await setAside(path)).toEqual({ kind: 'ok' });
  expect(await readdir(folder)).toEqual(['file.json.damaged']);
  expect(await setAside(path)).toEqual({ kind: 'unwritable', code: 'ENOENT' });
  expect(await removeFile(`${path}.damaged`)).toEqual({ kind: 'ok' });
  expect(await removeFile(path)).toEqual({ kind: 'ok' });
  expect(await readdir(folder)).toEqual([]);
});
