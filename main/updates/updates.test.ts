import { type ChildProcess, spawn } from 'node:child_process';
import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { emptyState } from '../../preload/contract/empty-state.ts';
import type { Problem } from '../../preload/contract/problem.ts';
import { createNodeHttp } from '../signing/node-http.ts';
import { createPublishedState } from '../state/published-state.ts';
import { createDrivenClock } from '../testing/clocks.ts';
import { createElectronUpdater } from './electron-updater.ts';
import { createTriedUpdate } from './tried-update.ts';
import type { Updater } from './updater.ts';
import { createUpdates } from './updates.ts';

const running = '1.4.0';
const maker = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const stranger = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const pem = (key: KeyObject) => key.export({ type: 'spki', format: 'pem' }).toString();

let folder: string;
let server: Server;
let address: string;
/** What the server has, by path. */
const served = new Map<string, Buffer | string>();
const asked: string[] = [];
const http = createNodeHttp({
  proxyFor: async () => 'DIRECT',
  proxyCredentials: async () => null,
  allowLoopback: true,
});

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-updates-'));
  served.clear();
  asked.length = 0;
  server = createServer(({ url = '' }, response) => {
    asked.push(url);
    const body = served.get(url);
    response.writeHead(body === undefined ? 404 : 200).end(body);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const bound = server.address();
  if (bound === null || typeof bound === 'string') throw new Error('The server has no port');
  address = `http://127.0.0.1:${bound.port}/`;
  mkdirSync(join(folder, 'home'));
  writeFileSync(join(folder, 'app-update.yml'), 'provider: generic\nupdaterCacheDirName: countersign-updater\n');
  writeFileSync(appImage(), 'the running version', { mode: 0o755 });
});
afterEach(async () => {
  await new Promise((done) => server.close(done));
  rmSync(folder, { recursive: true, force: true });
});

const appImage = () => join(folder, 'home', 'Countersign.AppImage');

interface FeedParts {
  readonly version?: string;
  readonly content?: string;
  readonly rollout?: number;
  readonly validUntil?: string;
  readonly system?: string;
  readonly channel?: 'latest' | 'beta';
  readonly by?: KeyObject;
  /** The name of the file, as the feed has it. */
  readonly name?: string;
}

/** A new AppImage, which says that it was started, and the feed that names it. */
function publish({
  version = '1.5.0',
  rollout = 100,
  // The clock of the tests begins in 1970.
  validUntil = '1970-02-01T00:00:00.000Z',
  system = 'linux',
  channel = 'latest',
  by = maker.privateKey,
  name = `Countersign-${version}.AppImage`,
  ...more
}: FeedParts = {}) {
  const content = more.content ?? `#!/bin/sh\n# ${version}\necho "$@" > '${join(folder, 'started')}'\n`;
  const sha512 = createHash('sha512').update(content).digest('base64');
  const release = JSON.stringify({
    channel,
    system,
    cpu: 'x64',
    version,
    notes: 'Faster.',
    validUntil,
    rollout,
    file: { name, sha512, size: Buffer.byteLength(content) },
  });
  const signature = sign('sha256', Buffer.from(release), by).toString('base64');
  served.set('/countersign-linux-x64.json', JSON.stringify({ release, signature }));
  served.set(`/${name}`, content);
  return { name, content, release, signature };
}

interface Options {
  readonly keys?: readonly string[];
  readonly isAllowed?: () => boolean;
  readonly whyBusy?: () => 'sending' | 'unsent' | null;
  readonly canUpdate?: boolean;
  /** Stands for a system that never answers. */
  readonly stuck?: Updater;
  /** The process that is replaced. */
  readonly old?: ChildProcess;
}

/** Stands for the running app. */
function startOld(): ChildProcess {
  const old = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1e6)'], { stdio: 'ignore' });
  onTestFinished(() => void old.kill());
  return old;
}

function start({ keys = [pem(maker.publicKey)], canUpdate = true, old, stuck, ...more }: Options = {}) {
  const state = createPublishedState(emptyState);
  const clock = createDrivenClock(1_000);
  const faults: unknown[] = [];
  const notices: Problem[] = [];
  const ended = Promise.withResolvers<void>();
  const updater = createElectronUpdater({
    address,
    http,
    platform: 'linux',
    quit: () => ended.resolve(),
    ...(old && { pid: old.pid ?? 0 }),
    app: {
      version: running,
      name: 'countersign',
      isPackaged: true,
      appUpdateConfigPath: join(folder, 'app-update.yml'),
      userDataPath: folder,
      baseCachePath: join(folder, 'cache'),
      whenReady: async () => {},
      relaunch() {},
      quit() {},
      onQuit() {},
    },
  });
  process.env['APPIMAGE'] = appImage();
  const updates = createUpdates({
    clock,
    state,
    http,
    source: { address, keys, channel: 'latest', system: 'linux', cpu: 'x64' },
    version: running,
    computer: 'this computer',
    updater: stuck ?? (canUpdate ? updater : 'administrator'),
    tried: createTriedUpdate(folder),
    notify: (problem) => notices.push(problem),
    isAllowed: () => true,
    whyBusy: () => null,
    onFault: (error) => faults.push(error),
    ...more,
  });
  return { updates, clock, faults, notices, ended: ended.promise, state: () => state.get().update };
}

const failedWith = (key: string) => ({ kind: 'failed', problem: expect.objectContaining({ key }) });
/** The new version was started, and has written so. */
const restarted = () =>
  expect
    .poll(() => existsSync(join(folder, 'started')) && readFileSync(join(folder, 'started'), 'utf8'))
    .toBe('--updated\n');
const isUntouched = () => {
  expect(readFileSync(appImage(), 'utf8')).toBe('the running version');
  expect(readdirSync(join(folder, 'home'))).toEqual(['Countersign.AppImage']);
};

describe('a newer version', () => {
  test('is fetched, waits for the person, replaces the app, and starts when it has ended', async () => {
    const { content } = publish();
    const old = startOld();
    const { updates, state, ended } = start({ old });
    await updates.check();
    expect(state()).toEqual({ kind: 'ready', version: '1.5.0', notes: 'Faster.', waits: null });
    isUntouched();
    await updates.install();
    await ended;
    expect(readFileSync(appImage(), 'utf8')).toBe(content);
    expect(existsSync(join(folder, 'started'))).toBe(false);
    old.kill();
    await restarted();
  });

  test('is looked for some minutes after the start, and a few times a day', async () => {
    const { updates, clock } = start();
    updates.begin();
    expect(asked).toEqual([]);
    await clock.advance(3 * 60_000);
    await expect.poll(() => asked.length).toBe(1);
    expect(clock.waiting()).toEqual([6 * 60 * 60_000]);
    updates.close();
    expect(clock.waiting()).toEqual([]);
  });

  test('is fetched once, however often somebody asks', async () => {
    const { name } = publish();
    const { updates } = start();
    await Promise.all([updates.check(), updates.check()]);
    await updates.check();
    expect(asked.filter((url) => url === `/${name}`)).toHaveLength(1);
  });

  test('takes the place of one that was fetched before', async () => {
    publish();
    const { updates, state } = start();
    await updates.check();
    publish({ version: '1.6.0' });
    await updates.check();
    expect(state()).toMatchObject({ kind: 'ready', version: '1.6.0' });
  });

  test('stays ready when the server fails later', async () => {
    publish();
    const { updates, state } = start();
    await updates.check();
    served.clear();
    await updates.check();
    expect(state()).toMatchObject({ kind: 'ready', version: '1.5.0' });
  });
});

describe('what is not taken', () => {
  test.each(['1.4.0', '1.3.9', '0.9.12'])('version %s, though it is validly signed', async (version) => {
    publish({ version });
    const { updates, state } = start();
    await updates.check();
    expect(state()).toEqual({ kind: 'current', checkedAt: 1_000 });
    expect(asked).toEqual(['/countersign-linux-x64.json']);
  });

  test('a release for other computers first', async () => {
    publish({ rollout: 0 });
    const { updates, state } = start();
    await updates.check();
    expect(state().kind).toBe('current');
  });

  test('a feed that a stranger signed', async () => {
    publish({ by: stranger.privateKey });
    const { updates, state } = start();
    await updates.check();
    expect(state()).toEqual(failedWith('update-unsigned'));
    expect(asked).toHaveLength(1);
  });

  test('a feed without a signature, or with that of another release', async () => {
    const { signature } = publish({ version: '1.4.1' });
    const { release } = publish({ version: '9.0.0' });
    const { updates, state } = start();
    for (const wrong of [signature, '', 'AAAA']) {
      served.set('/countersign-linux-x64.json', JSON.stringify({ release, signature: wrong }));
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await updates.check();
      expect(state()).toEqual(failedWith('update-unsigned'));
    }
  });

  test.each<FeedParts>([
    { system: 'win32' },
    { channel: 'beta' },
    { name: '../evil' },
    { name: 'https://evil.example/x' },
    { name: 'a/b' },
    { name: '' },
  ])('a signed feed of another place: %j', async (other) => {
    const sends = vi.spyOn(http, 'send');
    onTestFinished(() => sends.mockRestore());
    publish(other);
    const { updates, state } = start();
    await updates.check();
    expect(state()).toEqual(failedWith('update-damaged'));
    expect(sends.mock.calls.map(([{ url }]) => url)).toEqual([`${address}countersign-linux-x64.json`]);
  });

  test('a feed that is cut, no feed at all, or without an end', async () => {
    publish();
    const whole = String(served.get('/countersign-linux-x64.json'));
    const { updates, state } = start();
    const worlds = [
      [whole.slice(0, -40), 'update-damaged'],
      ['<html>Sign in to the guest network</html>', 'update-damaged'],
      ['null', 'update-damaged'],
      [' '.repeat(300_000), 'update-unreachable'],
    ] as const;
    for (const [text, key] of worlds) {
      served.set('/countersign-linux-x64.json', text);
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await updates.check();
      expect(state()).toEqual(failedWith(key));
    }
  });

  test('a release whose signature is valid no longer', async () => {
    publish({ validUntil: '1970-01-01T00:00:00.999Z' });
    const { updates, state } = start();
    await updates.check();
    expect(state()).toEqual(failedWith('update-expired'));
    publish({ validUntil: '1970-01-01T00:00:01.001Z' });
    await updates.check();
    expect(state().kind).toBe('ready');
  });

  test('a file that is cut, longer, changed or missing', async () => {
    const { name, content } = publish();
    const { updates, state } = start();
    for (const wrong of [content.slice(0, -5), `${content}#`, content.replace('echo', 'rm  '), null]) {
      if (wrong === null) served.delete(`/${name}`);
      else served.set(`/${name}`, wrong);
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await updates.check();
      expect(state()).toEqual(failedWith('update-damaged'));
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      expect(await updates.install()).toMatchObject({ ok: false });
      isUntouched();
    }
    served.set(`/${name}`, content);
    await updates.check();
    expect(state().kind).toBe('ready');
  });

  test('a file that was changed between download and restart', async () => {
    publish();
    const { updates, state } = start();
    await updates.check();
    const pending = join(folder, 'cache/countersign-updater/pending');
    const [name = ''] = readdirSync(pending).filter((one) => one.endsWith('.AppImage'));
    writeFileSync(join(pending, name), '#!/bin/sh\nexit 1\n');
    await updates.install();
    expect(state()).toEqual(failedWith('update-not-installed'));
    isUntouched();
  });
});

describe('the running version stays', () => {
  test('when the new one cannot be put in its place', async () => {
    publish();
    const { updates, state } = start();
    await updates.check();
    process.env['APPIMAGE'] = join(folder, 'unplugged', 'Countersign.AppImage');
    await updates.install();
    expect(state()).toEqual(failedWith('update-not-installed'));
    isUntouched();
  });

  test('when the new one cannot be written beside it', async () => {
    publish();
    const { updates, state } = start();
    await updates.check();
    mkdirSync(`${appImage()}.new`);
    await updates.install();
    expect(state()).toEqual(failedWith('update-not-installed'));
    expect(readFileSync(appImage(), 'utf8')).toBe('the running version');
  });

  test('while something is being sent, and no longer', async () => {
    publish();
    let busy = true;
    const old = startOld();
    const { updates, state, clock, ended } = start({ whyBusy: () => (busy ? 'sending' : null), old });
    await updates.check();
    await updates.install();
    expect(state()).toMatchObject({ kind: 'ready', waits: 'sending' });
    await clock.advance(60_000);
    isUntouched();
    busy = false;
    await clock.advance(2_000);
    await ended;
    expect(readFileSync(appImage(), 'utf8')).toContain('# 1.5.0');
    old.kill();
    await restarted();
  });

  test('while something began to be sent after a person had asked, and no longer', async () => {
    publish();
    let busy = false;
    const old = startOld();
    const { updates, state, clock, ended } = start({ whyBusy: () => (busy ? 'sending' : null), old });
    await updates.check();
    const installing = updates.install();
    busy = true;
    await installing;
    expect(state()).toMatchObject({ kind: 'ready', waits: 'sending' });
    expect(createTriedUpdate(folder).read()).toBeNull();
    isUntouched();
    busy = false;
    await clock.advance(2_000);
    await ended;
    old.kill();
    await restarted();
  });

  test('when IT turned updates off, before or after the download', async () => {
    publish();
    let allowed = false;
    const { updates, state } = start({ isAllowed: () => allowed });
    updates.begin();
    await updates.check();
    expect(state()).toEqual({ kind: 'off', why: 'policy' });
    expect(asked).toEqual([]);
    allowed = true;
    await updates.check();
    expect(state().kind).toBe('ready');
    allowed = false;
    await updates.install();
    expect(state()).toEqual({ kind: 'off', why: 'policy' });
    isUntouched();
  });

  test('where only an administrator can install it, or the build has no key', async () => {
    publish();
    const left = start({ canUpdate: false });
    left.updates.begin();
    await left.updates.check();
    expect(left.state()).toEqual({ kind: 'off', why: 'administrator' });
    const unset = start({ keys: [] });
    unset.updates.begin();
    expect(unset.state()).toEqual({ kind: 'off', why: 'build' });
    expect(unset.clock.waiting()).toEqual([]);
    expect(asked).toEqual([]);
  });
});

test('when the server is away, only Settings say so', async () => {
  publish();
  const { updates, state, faults } = start();
  await new Promise((done) => server.close(done));
  await updates.check();
  expect(state()).toEqual(failedWith('update-unreachable'));
  expect(faults).toEqual([]);
  server.listen(0);
});

describe('an installation', () => {
  const stuck: Updater = {
    async download() {},
    install: (tooLong) =>
      new Promise((_resolve, reject) => {
        tooLong.addEventListener('abort', () => reject(tooLong.reason), { once: true });
      }),
  };

  test('that the system never answers ends with a word, and is no secret of this run', async () => {
    publish();
    const { updates, state, clock, notices } = start({ stuck });
    await updates.check();
    const installing = updates.install();
    expect(createTriedUpdate(folder).read()).toBe('1.5.0');
    await clock.advance(10 * 60_000);
    await installing;
    expect(state()).toEqual(failedWith('update-not-installed'));
    updates.begin();
    updates.close();
    expect(notices).toEqual([]);
  });

  test('that failed after the app had ended is told at the next start, once', async () => {
    publish();
    const { updates } = start({ stuck });
    await updates.check();
    void updates.install();
    const told = { key: 'update-not-installed', params: {}, details: '1.4.0 → 1.5.0' };
    for (const expected of [[told], []]) {
      const next = start();
      next.updates.begin();
      next.updates.close();
      expect(next.notices).toEqual(expected);
    }
  });

  test('that succeeded is told by the new version alone', () => {
    createTriedUpdate(folder).note(running);
    const next = start();
    next.updates.begin();
    next.updates.close();
    expect(next.notices).toEqual([]);
  });
});
