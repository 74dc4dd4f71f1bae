import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import manifest from '../../package.json' with { type: 'json' };
import { installerRuns } from '../../scripts/installers.ts';
import { linuxTools } from './linux-tools.ts';
import { copyProject, runBuilder } from './packed-app.ts';

export const { version } = manifest;

/** Builds the installers of Linux whose kind is named, in an empty folder. Tells where they are. */
export async function buildInstallers(folder: string, kind: 'AppImage' | 'deb'): Promise<string> {
  const project = join(folder, 'project');
  mkdirSync(project, { recursive: true });
  await copyProject(project);
  const args = installerRuns('linux', ['x64']).find((run) => run.includes(kind)) ?? [];
  const output = join(folder, 'dist');
  const env = linuxTools(join(folder, 'tools'));
  await runBuilder({ project, system: 'linux', fuses: '000000000', output, args, env });
  return output;
}
