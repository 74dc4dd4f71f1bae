import { accessSync, constants, existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
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

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** macOS runs an app from its disk image, or a download that nobody has moved, in a place that Squirrel cannot write. */
const isReadOnlyCopy = (program: string): boolean => /^\/Volumes\/|\/AppTranslocation\//.test(program);

/** Installers for IT have no address of updates in them, and an app for all accounts cannot replace itself. */
export function canUpdateItself({ packaged, platform, resources, program, appImage }: Installation): boolean {
  if (!packaged || !existsSync(join(resources, 'app-update.yml'))) return false;
  if (platform === 'linux') return appImage !== undefined && isWritable(dirname(appImage));
  if (platform === 'darwin') return !isReadOnlyCopy(program);
  return isWritable(dirname(program));
}

/** Loads electron-updater when there is something to download: it is as large as a third of our own code. */
export function createAppUpdater(installation: Installation, quit: () => void) {
  return ({ http }: Pick<Network, 'http'>): Updater | null => {
    if (!canUpdateItself(installation)) return null;
    let loaded: Promise<Updater> | null = null;
    const load = (): Promise<Updater> =>
      (loaded ??= import('../updates/electron-updater.ts').then(({ createElectronUpdater }) =>
        createElectronUpdater({ address: releaseSource.address, http, platform: installation.platform, quit }),
      ));
    return {
      download: async (release, onProgress) => (await load()).download(release, onProgress),
      install: async () => (await load()).install(),
    };
  };
}
