import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createElectronUpdater } from '../electron-updater.ts';
import type { Updater } from '../updater.ts';

export interface UpdateSample {
  readonly folder: string;
  readonly platform: NodeJS.Platform;
  readonly name: string;
  readonly content: Buffer;
  readonly quit: () => void;
}

/** Prepares electron-updater with a new version that it has fetched. */
export async function fetchedUpdate({ folder, platform, name, content, quit }: UpdateSample): Promise<Updater> {
  const config = join(folder, 'app-update.yml');
  writeFileSync(config, 'provider: generic\nupdaterCacheDirName: countersign-updater\n');
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
    platform,
    quit,
    app: {
      version: '1.4.0',
      name: 'countersign',
      isPackaged: true,
      appUpdateConfigPath: config,
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
    cpu: 'x64',
    version: '1.5.0',
    notes: '',
    rollout: 100,
    validUntil: '2099-01-01T00:00:00.000Z',
  } as const;
  const file = { name, sha512: createHash('sha512').update(content).digest('base64'), size: content.length };
  await updater.download({ ...common, system: platform, file }, () => {});
  return updater;
}
