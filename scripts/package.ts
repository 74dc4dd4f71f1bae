// `npm run package -- …`: builds, then packs with electron-builder for this system. The arguments go to electron-builder
// (`--dir`: only the app's folder). electron-builder also loads this file, to set the fuses.
import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type FuseConfig, FuseV1Options, FuseVersion, flipFuses } from '@electron/fuses';
import type { AfterPackContext } from 'electron-builder';
import { build } from './build.ts';

const fuses: FuseConfig = {
  version: FuseVersion.V1,
  strictlyRequireAllFuses: true,
  [FuseV1Options.RunAsNode]: false,
  [FuseV1Options.EnableCookieEncryption]: true,
  [FuseV1Options.EnableNodeOptionsEnvironmentVariable]: false,
  [FuseV1Options.EnableNodeCliInspectArguments]: false,
  [FuseV1Options.EnableEmbeddedAsarIntegrityValidation]: true,
  [FuseV1Options.OnlyLoadAppFromAsar]: true,
  [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
  [FuseV1Options.GrantFileProtocolExtraPrivileges]: false,
  [FuseV1Options.WasmTrapHandlers]: true,
};

/** electron-builder calls this before it signs. It fails if Electron has a fuse that is not listed above. */
export async function afterPack({ appOutDir, electronPlatformName, packager }: AfterPackContext): Promise<void> {
  const { productFilename, sanitizedName } = packager.appInfo;
  const endings = new Map([
    ['win32', `${productFilename}.exe`],
    ['darwin', `${productFilename}.app`],
  ]);
  // Changed fuses spoil the signature that Electron has. Without a new one, a Mac with Apple's processor ends the app.
  const resetAdHocDarwinSignature = electronPlatformName === 'darwin' && process.platform === 'darwin';
  const program = join(appOutDir, endings.get(electronPlatformName) ?? sanitizedName);
  await flipFuses(program, { ...fuses, resetAdHocDarwinSignature });
}

export interface Packing {
  /** The folder with package.json, electron-builder.yml and the build. */
  readonly project: string;
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  readonly say: (text: string) => void;
  readonly signal?: AbortSignal;
}

const downloadFailed = /failedTask.{1,60}\b(?:Request|HTTP|Read|Timeout)Error:/s;
const missing =
  '\nElectron itself, or a tool that makes installers, could not be downloaded, so nothing was packaged. Run the same ' +
  'command again where the internet can be reached, or set ELECTRON_MIRROR to a place that has Electron.\n';

/** Runs electron-builder in a built project. Returns its exit code. */
export function packageApp({ project, args, env, say, signal }: Packing): Promise<number> {
  return new Promise((resolve, reject) => {
    const builder = join(project, 'node_modules', 'electron-builder', 'cli.js');
    const child = spawn(process.execPath, [builder, ...args], {
      cwd: project,
      env: { ...env, NO_UPDATE_NOTIFIER: '1' },
      stdio: ['ignore', 'pipe', 'pipe'],
      ...(signal && { signal }),
    });
    const heard: string[] = [];
    const stuck = () => downloadFailed.test(heard.join(''));
    const listen = (text: string) => {
      heard.push(text);
      say(text);
      // After a failed download a timer keeps electron-builder alive for half a minute: end it.
      if (stuck()) child.kill();
    };
    child.stdout.setEncoding('utf8').on('data', listen);
    child.stderr.setEncoding('utf8').on('data', listen);
    child.on('error', reject);
    child.on('close', (code) => {
      if (stuck()) say(missing);
      resolve(code ?? 1);
    });
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const project = dirname(dirname(fileURLToPath(import.meta.url)));
  const say = (text: string) => void process.stderr.write(text);
  await build((line) => say(`${line}\n`));
  process.exitCode = await packageApp({ project, args: process.argv.slice(2), env: process.env, say });
}
