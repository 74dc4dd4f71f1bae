// electron-builder loads this file to set the fuses of each app that it packs.
import { join } from 'node:path';
import { type FuseConfig, FuseV1Options, FuseVersion, flipFuses } from '@electron/fuses';
import type { AfterPackContext } from 'electron-builder';

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

/** Fails if Electron has a fuse that is not listed above. */
export async function setFuses(program: string, resetAdHocDarwinSignature: boolean): Promise<void> {
  await flipFuses(program, { ...fuses, resetAdHocDarwinSignature });
}

/** The folders of the two halves that electron-builder merges to one Mac app (its macPackager, `outDirName`). */
const halfOfApp = /-(?:x64|arm64)-temp$/;

/** electron-builder calls this before it signs. */
export async function afterPack({ appOutDir, electronPlatformName, packager }: AfterPackContext): Promise<void> {
  // A signed half has a list of its own hashes, and halves with different files are not merged. The whole app comes last.
  if (halfOfApp.test(appOutDir)) return;
  const { productFilename, sanitizedName } = packager.appInfo;
  const endings = new Map([
    ['win32', `${productFilename}.exe`],
    ['darwin', `${productFilename}.app`],
  ]);
  // Changed fuses spoil the signature that Electron has. Without a new one, a Mac with Apple's processor ends the app.
  const resetAdHocDarwinSignature = electronPlatformName === 'darwin' && process.platform === 'darwin';
  await setFuses(join(appOutDir, endings.get(electronPlatformName) ?? sanitizedName), resetAdHocDarwinSignature);
}
