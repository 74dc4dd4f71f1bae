import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { chmodSync, copyFileSync, createReadStream, renameSync, rmSync } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import electronUpdater, { type ResolvedUpdateFileInfo, type UpdateInfo } from 'electron-updater';
import type { AppAdapter } from 'electron-updater/out/AppAdapter.js';
import type { ProviderRuntimeOptions } from 'electron-updater/out/providers/Provider.js';
import type { HttpPort } from '../signing/http-port.ts';
import { fetchRelease } from './fetch-release.ts';
import type { Release } from './release.ts';
import type { Updater } from './updater.ts';

const { AppImageUpdater, MacUpdater, NsisUpdater, Provider } = electronUpdater;

/** Starts the new version when the old one has ended: it would give way to one that still runs. */
const startAfter = `for i in $(seq 600); do kill -0 "$1" 2>/dev/null || break; sleep 0.1; done; exec "$2" --updated`;

/** electron-updater deletes the old AppImage first: a full disk would then leave no app at all. */
class CarefulAppImageUpdater extends AppImageUpdater {
  pid = process.pid;

  protected override doInstall(): boolean {
    const target = process.env['APPIMAGE'];
    const fetched = this.installerPath;
    if (target === undefined || fetched === null) throw new Error('There is no AppImage to replace');
    const beside = `${target}.new`;
    try {
      copyFileSync(fetched, beside);
      chmodSync(beside, 0o755);
      renameSync(beside, target);
    } catch (error) {
      rmSync(beside, { force: true });
      throw error;
    }
    const args = ['-c', startAfter, 'sh', String(this.pid), target];
    spawn('/bin/sh', args, { detached: true, stdio: 'ignore' }).unref();
    return true;
  }
}

/** Hands over a release that was verified before: electron-updater itself never reads a feed. */
function providerOf({ version, file }: Release, address: string) {
  const url = new URL(file.name, address);
  const info = { url: file.name, sha512: file.sha512, size: file.size };
  return class extends Provider<UpdateInfo> {
    // biome-ignore lint/complexity/noUselessConstructor: that of Provider is protected
    constructor(_options: unknown, _updater: unknown, runtime: ProviderRuntimeOptions) {
      super(runtime);
    }
    async getLatestVersion(): Promise<UpdateInfo> {
      return { version, files: [info], path: file.name, sha512: file.sha512, releaseDate: '' };
    }
    resolveFiles(): ResolvedUpdateFileInfo[] {
      return [{ url, info }];
    }
  };
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha512');
  await pipeline(createReadStream(path), hash);
  return hash.digest('base64');
}

interface ElectronUpdaterDeps {
  readonly address: string;
  readonly http: HttpPort;
  readonly platform: NodeJS.Platform;
  /** Ends the app without a question, since the installer is running already. */
  readonly quit: () => void;
  /** The replacement of Electron's app. Without it, electron-updater asks Electron. */
  readonly app?: AppAdapter;
  /** The process that ends. Default: this one. */
  readonly pid?: number;
}

function createInstaller({ platform, app, pid }: Pick<ElectronUpdaterDeps, 'platform' | 'app' | 'pid'>) {
  if (platform === 'win32') return new NsisUpdater(null, app);
  if (platform === 'darwin') return new MacUpdater(undefined, app);
  const updater = new CarefulAppImageUpdater(null, app);
  if (pid !== undefined) updater.pid = pid;
  return updater;
}

function nativeOf(installer: InstanceType<typeof MacUpdater>): EventEmitter {
  const native: unknown = Reflect.get(installer, 'nativeUpdater');
  if (native instanceof EventEmitter) return native;
  throw new Error('electron-updater has no updater of macOS');
}

/**
 * Installs with Squirrel, which works for a while, then ends the app or tells what failed. Until then the app continues
 * as before.
 */
function installOnMac(
  installer: InstanceType<typeof MacUpdater>,
  tooLong: AbortSignal,
  isBusy: () => boolean,
): Promise<'busy'> {
  const native = nativeOf(installer);
  const before = native.listenerCount('update-downloaded');
  return new Promise((resolve, reject) => {
    function stop(): void {
      native.off('update-downloaded', end);
      installer.off('error', fail);
    }
    function fail(error: unknown): void {
      stop();
      reject(error);
    }
    function end(): void {
      stop();
      // Squirrel has the update now: the next try ends the app at once.
      if (isBusy()) resolve('busy');
      else installer.quitAndInstall();
    }
    installer.on('error', fail);
    tooLong.addEventListener('abort', () => fail(tooLong.reason), { once: true });
    installer.quitAndInstall();
    // electron-updater listens once more at each try, and would end the app without a question.
    for (const listener of native.listeners('update-downloaded').slice(before))
      Reflect.apply(native.off, native, ['update-downloaded', listener]);
    native.on('update-downloaded', end);
  });
}

/**
 * Starts the installer ourselves. electron-updater says that it started before Windows has decided: AppLocker or a
 * virus scanner would leave no app and no word. The arguments are those of its `NsisUpdater.doInstall`.
 */
function startOnWindows(installer: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const started = spawn(installer, ['--updated', '/S', '--force-run'], { detached: true, stdio: 'ignore' });
    started.once('error', reject);
    started.once('spawn', () => {
      started.unref();
      resolve();
    });
  });
}

/**
 * Replaces the app with electron-updater, which knows how on each system. Our own code decides and fetches the update.
 */
export function createElectronUpdater(deps: ElectronUpdaterDeps): Updater {
  const { address, http, quit } = deps;
  const installer = createInstaller(deps);
  installer.logger = null;
  installer.autoDownload = false;
  installer.autoInstallOnAppQuit = false;
  installer.disableWebInstaller = true;
  installer.disableDifferentialDownload = true;
  // Our own code has decided that this computer takes part.
  installer.isUserWithinRollout = () => true;
  let fetched: { readonly path: string; readonly sha512: string } | null = null;
  let installing: ReturnType<Updater['install']> | null = null;

  async function install(...[tooLong, isBusy]: Parameters<Updater['install']>): ReturnType<Updater['install']> {
    // Hours may have passed since the download.
    if (fetched === null || (await hashOf(fetched.path)) !== fetched.sha512)
      throw new Error('The fetched file is not the signed one any more');
    // Reading it took a while.
    if (isBusy()) return 'busy';
    if (installer instanceof MacUpdater) return installOnMac(installer, tooLong, isBusy);
    if (installer instanceof NsisUpdater) {
      await startOnWindows(fetched.path);
      quit();
    } else if (installer.install(true, true)) quit();
    else throw new Error('The installer did not start');
    return 'ending';
  }

  return {
    async download(release, onProgress) {
      fetched = null;
      // In the place of Electron's network, which knows neither the proxy's password nor the company's certificates.
      const download = async (url: URL, path: string) =>
        fetchRelease(http, { ...release.file, url: url.href }, path, onProgress);
      Reflect.set(installer, 'httpExecutor', { download });
      installer.setFeedURL({ provider: 'custom', updateProvider: providerOf(release, address) });
      const found = await installer.checkForUpdates();
      if (found?.isUpdateAvailable !== true) throw new Error('This installation cannot be updated');
      const [path] = await installer.downloadUpdate(found.cancellationToken);
      if (path === undefined) throw new Error('Nothing was fetched');
      fetched = { path, sha512: release.file.sha512 };
    },
    install: (tooLong, isBusy) =>
      (installing ??= install(tooLong, isBusy).finally(() => {
        installing = null;
      })),
  };
}
