/** electron-updater's own updater of macOS, over a double of the native one that Electron has. */
import { createHash } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import Module, { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createElectronUpdater } from './electron-updater.ts';

class Squirrel extends EventEmitter {
  readonly setFeedURL = vi.fn();
  readonly quitAndInstall = vi.fn();
  readonly checkForUpdates = () => void this.emit('begun');
}

const { cache, resolve } = createRequire(import.meta.url);
const electron = resolve('electron');
const content = Buffer.from('a new version');
const file = {
  name: 'Countersign-1.5.0.zip',
  sha512: createHash('sha512').update(content).digest('base64'),
  size: content.length,
};

let folder: string;
let squirrel: Squirrel;
const quit = vi.fn();
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-mac-'));
  writeFileSync(join(folder, 'app-update.yml'), 'provider: generic\nupdaterCacheDirName: countersign-updater\n');
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

async function fetched() {
  const updater = createElectronUpdater({
    address: 'https://updates.example/',
    http: {
      async send({ receive }) {
        await receive?.(content, {});
        return {
          kind: 'response',
          response: { status: 200, headers: {}, body: new Uint8Array(), bodyState: 'whole', requestComplete: true },
        };
      },
    },
    platform: 'darwin',
    quit,
    app: {
      version: '1.4.0',
      name: 'countersign',
      isPackaged: true,
      appUpdateConfigPath: join(folder, 'app-update.yml'),
      userDataPath: folder,
      baseCachePath: join(folder, 'cache'),
      whenReady: async () => {},
      relaunch() {},
      quit,
      onQuit() {},
    },
  });
  const common = {
    channel: 'latest',
    system: 'darwin',
    cpu: 'x64',
    version: '1.5.0',
    notes: '',
    rollout: 100,
  } as const;
  await updater.download({ ...common, file }, () => {});
  return updater;
}

test('the installation goes on until Squirrel ends the app', async () => {
  const updater = await fetched();
  const begun = once(squirrel, 'begun');
  void updater.install();
  await begun;
  expect(squirrel.quitAndInstall).not.toHaveBeenCalled();
  squirrel.emit('update-downloaded');
  expect(squirrel.quitAndInstall).toHaveBeenCalledOnce();
  expect(quit).not.toHaveBeenCalled();
});

test('what Squirrel cannot install is told, and can be tried again', async () => {
  const updater = await fetched();
  for (const reason of ['The signature is another one', 'The disk is full']) {
    const begun = once(squirrel, 'begun');
    const failed = expect(updater.install()).rejects.toThrow(reason);
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await begun;
    squirrel.emit('error', new Error(reason));
    // oxlint-disable-next-line no-await-in-loop
    await failed;
  }
  expect(quit).not.toHaveBeenCalled();
});

test('asked twice, it is begun once', async () => {
  const updater = await fetched();
  const begun = once(squirrel, 'begun');
  const first = updater.install();
  expect(updater.install()).toBe(first);
  await begun;
});
