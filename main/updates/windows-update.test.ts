/** electron-updater's own updater of Windows. The system that starts its installer, or refuses to, is the one of this computer. */
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { unless, windowsObstacle } from '../../test/only-where.ts';
import { fetchedUpdate } from './testing/fetched-update.ts';

let folder: string;
const quit = vi.fn();
const installer = () => join(folder, 'cache/countersign-updater/pending', name);
const name = 'Countersign-1.5.0-x64-setup.exe';
const inTime = new AbortController().signal;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-windows-'));
  quit.mockReset();
});
afterEach(() => rmSync(folder, { recursive: true }));

const fetched = () =>
  fetchedUpdate({
    folder,
    platform: 'win32',
    name,
    content: Buffer.from(`#!/bin/sh\necho "$@" >'${folder}/began' && mv '${folder}/began' '${folder}/started'\n`),
    quit,
  });

test(
  'the app ends when the installer has started, which then starts the new version',
  unless(windowsObstacle),
  async () => {
    const updater = await fetched();
    chmodSync(installer(), 0o755);
    await updater.install(inTime, () => false);
    expect(quit).toHaveBeenCalledOnce();
    await expect.poll(() => existsSync(join(folder, 'started'))).toBe(true);
    expect(readFileSync(join(folder, 'started'), 'utf8')).toBe('--updated /S --force-run\n');
  },
);

test('an installer that the system refuses to start is told, and the app stays', unless(windowsObstacle), async () => {
  const updater = await fetched();
  chmodSync(installer(), 0o600);
  await expect(updater.install(inTime, () => false)).rejects.toThrow('EACCES');
  expect(quit).not.toHaveBeenCalled();
});

test('nothing is started when something began to be sent meanwhile, and the app stays', async () => {
  const updater = await fetched();
  expect(await updater.install(inTime, () => true)).toBe('busy');
  expect(quit).not.toHaveBeenCalled();
  expect(existsSync(join(folder, 'started'))).toBe(false);
});
