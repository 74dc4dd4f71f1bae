import { randomUUID } from 'node:crypto';
import { closeSync, existsSync, openSync, unlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { UpdatesOff } from '../../preload/contract/updates.ts';
import type { Network } from '../network/network.ts';
import { releaseSource } from '../updates/release-source.ts';
import type { Updater } from '../updates/updater.ts';

export interface Installation {
  readonly packaged: boolean;
  readonly platform: NodeJS.Platform;
  /** The folder of app.asar. */
  readonly resources: string;
  readonly program: string;
  readonly appImage: string | undefined;
}

/** Creates a file: on Windows `access` looks at an attribute and at no right (libuv, `fs__access`). */
function isWritable(folder: string): boolean {
  const probe = join(folder, `.countersign-${randomUUID()}`);
  try {
    closeSync(openSync(probe, 'wx', 0o600));
    unlinkSync(probe);
    return true;
  } catch {
    return false;
  }
}

/** Tells whether macOS runs the app from its disk image or an unmoved download, where Squirrel cannot write. */
const isReadOnlyCopy = (program: string): boolean => /^\/Volumes\/|\/AppTranslocation\//.test(program);

/**
 * Returns why there are no updates. Installers for IT have no address, and an app for all accounts cannot replace
 * itself.
 */
export function whyNoUpdates({ packaged, platform, resources, program, appImage }: Installation): UpdatesOff | null {
  if (!packaged || !existsSync(join(resources, 'app-update.yml'))) return 'it';
  if (platform === 'darwin') return isReadOnlyCopy(program) ? 'disk-image' : null;
  if (platform === 'linux' && appImage === undefined) return 'it';
  return isWritable(dirname(appImage ?? program)) ? null : 'administrator';
}

/** Loads electron-updater when there is something to download: it is as large as a third of our own code. */
export function createAppUpdater(installation: Installation, quit: () => void) {
  return ({ http }: Pick<Network, 'http'>): Updater | UpdatesOff => {
    const off = whyNoUpdates(installation);
    if (off !== null) return off;
    let loaded: Promise<Updater> | null = null;
    const load = (): Promise<Updater> =>
      (loaded ??= import('../updates/electron-updater.ts').then(({ createElectronUpdater }) =>
        createElectronUpdater({ address: releaseSource.address, http, platform: installation.platform, quit }),
      ));
    return {
      download: async (release, onProgress) => (await load()).download(release, onProgress),
      install: async (tooLong, isBusy) => (await load()).install(tooLong, isBusy),
    };
  };
}
