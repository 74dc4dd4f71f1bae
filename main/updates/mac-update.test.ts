/** electron-updater's own updater of macOS, over a double of the native one that Electron has. */
import { EventEmitter, once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import Module, { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fetchedUpdate } from './testing/fetched-update.ts';

class Squirrel extends EventEmitter {
  readonly setFeedURL = vi.fn();
  readonly quitAndInstall = vi.fn();
  readonly checkForUpdates = () => void this.emit('begun');
}

const { cache, resolve } = createRequire(import.meta.url);
const electron = resolve('electron');

let folder: string;
let squirrel: Squirrel;
const quit = vi.fn();
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-mac-'));
  squirrel = new Squirrel();
  cache[electron] = Object.assign(new Module(electron), { exports: { autoUpdater: squirrel }, loaded: true });
  quit.mockReset();
});
afterEach(() => {
  // Ends the small server that hands the file to Squirrel.
  squirrel.emit('update-downloaded');
  delete cache[electron];
  rmSync(folder, { recursive: true });
});

const fetched = () =>
  fetchedUpdate({
    folder,
    platform: 'darwin',
    name: 'Countersign-1.5.0.zip',
    content: Buffer.from('a new version'),
    quit,
  });
const isIdle = () => false;
const inTime = new AbortController().signal;

test('the installation goes on until Squirrel ends the app', async () => {
  const updater = await fetched();
  const begun = once(squirrel, 'begun');
  void updater.install(inTime, isIdle);
  await begun;
  expect(squirrel.quitAndInstall).not.toHaveBeenCalled();
  squirrel.emit('update-downloaded');
  expect(squirrel.quitAndInstall).toHaveBeenCalledOnce();
  expect(quit).not.toHaveBeenCalled();
});

/** Squirrel begins, and tells why it cannot go on: each reason reaches the one who asked. */
async function failTwice(updater: Awaited<ReturnType<typeof fetched>>): Promise<void> {
  for (const reason of ['The signature is another one', 'The disk is full']) {
    const begun = once(squirrel, 'begun');
    const failed = expect(updater.install(inTime, isIdle)).rejects.toThrow(reason);
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await begun;
    squirrel.emit('error', new Error(reason));
    // oxlint-disable-next-line no-await-in-loop
    await failed;
  }
}

test('what Squirrel cannot install is told, and can be tried again', async () => {
  const updater = await fetched();
  await failTwice(updater);
  expect(quit).not.toHaveBeenCalled();
});

test('asked twice, it is begun once', async () => {
  const updater = await fetched();
  const begun = once(squirrel, 'begun');
  const first = updater.install(inTime, isIdle);
  expect(updater.install(inTime, isIdle)).toBe(first);
  await begun;
});

test('a try that succeeds after two that failed ends the app once', async () => {
  const updater = await fetched();
  await failTwice(updater);
  const begun = once(squirrel, 'begun');
  void updater.install(inTime, isIdle);
  await begun;
  squirrel.emit('update-downloaded');
  expect(squirrel.quitAndInstall).toHaveBeenCalledOnce();
});

test('an answer of Squirrel that comes too late ends nothing', async () => {
  const updater = await fetched();
  const tooLong = new AbortController();
  const begun = once(squirrel, 'begun');
  const failed = expect(updater.install(tooLong.signal, isIdle)).rejects.toThrow('Ten minutes');
  await begun;
  tooLong.abort(new Error('Ten minutes'));
  await failed;
  squirrel.emit('update-downloaded');
  expect(squirrel.quitAndInstall).not.toHaveBeenCalled();
});

test('the app goes on if something is sent when Squirrel is ready, and ends with the next try', async () => {
  const updater = await fetched();
  let isBusy = false;
  const begun = once(squirrel, 'begun');
  const first = updater.install(inTime, () => isBusy);
  await begun;
  isBusy = true;
  squirrel.emit('update-downloaded');
  expect(await first).toBe('busy');
  expect(squirrel.quitAndInstall).not.toHaveBeenCalled();
  isBusy = false;
  void updater.install(inTime, () => isBusy);
  await expect.poll(() => squirrel.quitAndInstall.mock.calls.length).toBe(1);
});
