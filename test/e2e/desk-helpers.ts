import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RunningApp } from '../standin/start.ts';
import type { App } from './app-handle.ts';

/** A desktop that says whether it shows icons. The real question goes to the program `gdbus`. */
export function desktopThat(shows: boolean, home: string): Record<string, string> {
  const folder = join(home, 'bin');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'gdbus'), `#!/bin/sh\necho '(<${shows}>,)'\n`);
  chmodSync(join(folder, 'gdbus'), 0o755);
  return { PATH: `${folder}:${process.env['PATH'] ?? ''}` };
}

/** For what real Electron does not tell a test. */
export function standin(app: App): RunningApp {
  if (app.standin === null) throw new Error('Only the standin tells what the desktop shows.');
  return app.standin;
}

export const windowNow = async (app: App) => (await standin(app).ask('windows'))[0];
