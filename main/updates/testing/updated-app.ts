import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { emptyState } from '../../../preload/contract/empty-state.ts';
import type { Problem } from '../../../preload/contract/problem.ts';
import { createNodeHttp } from '../../signing/node-http.ts';
import { createPublishedState } from '../../state/published-state.ts';
import { createDrivenClock } from '../../testing/clocks.ts';
import { createElectronUpdater } from '../electron-updater.ts';
import { createTriedUpdate } from '../tried-update.ts';
import type { Updater } from '../updater.ts';
import { createUpdates } from '../updates.ts';
import { startUpdateServer } from './update-server.ts';

export const running = '1.4.0';

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

/** Starts a process that stands for the running app. */
export function startOld(): ChildProcess {
  const old = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1e6)'], { stdio: 'ignore' });
  onTestFinished(() => void old.kill());
  return old;
}

export const failedWith = (key: string) => ({ kind: 'failed', problem: expect.objectContaining({ key }) });

/** Installs an AppImage of the app in a folder, and starts the server of its updates. */
export async function createUpdatedApp() {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-updates-'));
  const started = join(folder, 'started');
  const appImage = join(folder, 'home', 'Countersign.AppImage');
  const server = await startUpdateServer(started);
  const { address } = server;
  const http = createNodeHttp({
    proxyFor: async () => 'DIRECT',
    proxyCredentials: async () => null,
    allowLoopback: true,
  });
  mkdirSync(join(folder, 'home'));
  writeFileSync(join(folder, 'app-update.yml'), 'provider: generic\nupdaterCacheDirName: countersign-updater\n');
  writeFileSync(appImage, 'the running version', { mode: 0o755 });

  function start({ keys = [server.key], canUpdate = true, old, stuck, ...more }: Options = {}) {
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
    process.env['APPIMAGE'] = appImage;
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

  return {
    folder,
    started,
    appImage,
    http,
    server,
    publish: server.publish,
    start,
    /** Waits until the new version was started and has written so. */
    restarted: () => expect.poll(() => existsSync(started) && readFileSync(started, 'utf8')).toBe('--updated\n'),
    /** Requires that the running version is alone in its folder. */
    isUntouched() {
      expect(readFileSync(appImage, 'utf8')).toBe('the running version');
      expect(readdirSync(join(folder, 'home'))).toEqual(['Countersign.AppImage']);
    },
    async [Symbol.asyncDispose](): Promise<void> {
      await server.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export type UpdatedApp = Awaited<ReturnType<typeof createUpdatedApp>>;
