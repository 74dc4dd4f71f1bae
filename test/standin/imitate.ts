import { dirname, join } from 'node:path';
import type { Environment } from './environment.ts';

/** Node keeps `process.versions` read-only; the app reads Electron's there. */
export function imitate(versions: Readonly<Record<string, string>>): void {
  Object.defineProperty(process, 'versions', {
    value: Object.freeze({ ...process.versions, ...versions }),
    enumerable: true,
    configurable: true,
  });
}

/** Makes this process look to the app like Electron's main process. */
export function imitateElectron({ appPath, args, packaged, electronVersion }: Environment): void {
  imitate({ electron: electronVersion });
  const resources = packaged ? dirname(appPath) : join(appPath, 'node_modules/electron/dist/resources');
  const own = { type: 'browser', resourcesPath: resources, defaultApp: packaged ? undefined : true };
  for (const [name, value] of Object.entries(own)) Object.defineProperty(process, name, { value, configurable: true });
  process.argv = packaged ? [process.execPath, ...args] : [process.execPath, appPath, ...args];
}
