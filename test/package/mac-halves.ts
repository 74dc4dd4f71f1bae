// electron-builder calls this for each half of a universal app: Electron's programs are others for each processor.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type AfterPackContext, Arch } from 'electron-builder';
import { machO } from './mac-tools.ts';

const programs = ['MacOS/Electron', 'Frameworks/Electron Framework.framework/Electron Framework'];

export function afterExtract({ appOutDir, arch }: AfterPackContext): void {
  for (const program of programs) {
    const path = join(appOutDir, 'Electron.app/Contents', program);
    writeFileSync(path, Buffer.concat([arch === Arch.x64 ? machO.x64 : machO.arm64, readFileSync(path)]));
  }
}
