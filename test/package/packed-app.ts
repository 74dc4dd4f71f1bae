import { cpSync, existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { listPackage, statFile } from '@electron/asar';
import manifest from '../../package.json' with { type: 'json' };
import { build } from '../../scripts/build.ts';
import { packageApp } from '../../scripts/package-app.ts';
import { fakeDist, type System } from './fake-dist.ts';

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** Stands in every file that lies about in a project and has no business in the app. */
export const planted = 'not for the users of the app';
const strays = `
  .env .home/journal.db acme.countersign-connection.json private-key.pem npm-debug.log .ci/run
  main/main.ts preload/preload.ts renderer/index.html renderer/main.tsx assets/locales/xx.json
  test/e2e/first-light.test.ts docs/architecture.md README.md tsconfig.json vite.config.ts
  out/main/main.js.map out/renderer/assets/index.css.map out/old-node-1.exe out/built-from out/test/a.js
  out/packages/main.json
`;

export function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .toSorted();
}

/**
 * The packages that packing starts, reads or must leave out. With all of them, npm would read a thousand folders at each
 * packing to find the one that is shipped.
 */
function linkPackages(folder: string): void {
  const own = [...Object.keys(manifest.dependencies), ...Object.keys(manifest.optionalDependencies)];
  const places = [...own, 'electron', 'electron-builder', '@electron/fuses', 'react'].map((name) =>
    join('node_modules', name),
  );
  for (const place of places.filter((one) => existsSync(join(root, one)))) {
    mkdirSync(dirname(join(folder, place)), { recursive: true });
    symlinkSync(join(root, place), join(folder, place), 'junction');
  }
}

/** What packing reads of the project, with strays all over it. Gives the files that were built. */
export async function copyProject(folder: string): Promise<string[]> {
  const entries = [
    'out/main/main.js',
    'out/preload/preload.cjs',
    'out/renderer/index.html',
    'out/thread/reader-thread.js',
  ];
  if (!entries.every((entry) => existsSync(join(root, entry)))) await build(() => undefined);
  for (const name of ['package.json', 'package-lock.json', 'electron-builder.yml', 'LICENSE', 'scripts', 'assets'])
    cpSync(join(root, name), join(folder, name), { recursive: true });
  const parts = ['out/main', 'out/preload', 'out/renderer', 'out/thread'];
  for (const part of parts) cpSync(join(root, part), join(folder, part), { recursive: true });
  const built = parts.flatMap((part) => filesBelow(join(folder, part)).map((file) => `${part}/${file}`));
  linkPackages(folder);
  for (const stray of strays.trim().split(/\s+/)) {
    mkdirSync(dirname(join(folder, stray)), { recursive: true });
    writeFileSync(join(folder, stray), planted);
  }
  return built;
}

export interface Target {
  readonly system: System;
  readonly arch: string;
}

const builders = {
  linux: { flag: '--linux', folder: 'linux', program: 'countersign', resources: 'resources' },
  win32: { flag: '--win', folder: 'win', program: 'Countersign.exe', resources: 'resources' },
  darwin: { flag: '--mac', folder: 'mac', program: 'Countersign.app', resources: 'Countersign.app/Contents/Resources' },
} satisfies Record<System, unknown>;

/** Nothing may be fetched: every way out ends at a closed port. */
export function offline(folder: string): NodeJS.ProcessEnv {
  const closed = 'http://127.0.0.1:9/';
  return {
    ...process.env,
    HTTP_PROXY: closed,
    HTTPS_PROXY: closed,
    NO_PROXY: '127.0.0.1',
    XDG_CACHE_HOME: join(folder, 'cache'),
    ELECTRON_BUILDER_CACHE: join(folder, 'cache'),
    CSC_IDENTITY_AUTO_DISCOVERY: 'false',
    npm_config_update_notifier: 'false',
    // The builder speaks and copies differently when it believes to be tested itself.
    VITEST: undefined,
  };
}

export interface PackedApp {
  readonly arch: string;
  readonly folder: string;
  readonly program: string;
  readonly resources: string;
  readonly asar: string;
}

export interface Build {
  readonly project: string;
  readonly system: System;
  /** The fuses of Electron before packing, a digit each. */
  readonly fuses: string;
  readonly output: string;
  readonly args: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
}

/** Runs electron-builder around a stand-in for Electron. */
export async function runBuilder({ project, system, fuses, output, args, env = {} }: Build): Promise<void> {
  const dist = join(project, '..', `electron-${system}-${fuses}`);
  fakeDist(dist, system, fuses);
  const said: string[] = [];
  const code = await packageApp({
    project,
    args: [...args, `-c.electronDist=${dist}`, `-c.directories.output=${output}`],
    env: { ...offline(project), ...env },
    say: (text) => void said.push(text),
    signal: AbortSignal.timeout(100_000),
  });
  if (code !== 0) throw new Error(said.join(''));
}

function unpackedApp(output: string, { system, arch }: Target): PackedApp {
  const { folder: name, program, resources } = builders[system];
  const folder = join(output, `${name}${arch === 'x64' ? '' : `-${arch}`}${system === 'darwin' ? '' : '-unpacked'}`);
  return {
    arch,
    folder,
    program: join(folder, program),
    resources: join(folder, resources),
    asar: join(folder, resources, 'app.asar'),
  };
}

/** Packs the project for a system and its processors. */
export async function pack(
  project: string,
  system: System,
  cpus: readonly string[],
  fuses: string,
): Promise<readonly PackedApp[]> {
  const output = join(project, '..', `packed-${system}-${fuses}`);
  const args = [builders[system].flag, ...cpus.map((cpu) => `--${cpu}`), '--dir'];
  await runBuilder({ project, system, fuses, output, args });
  return cpus.map((arch) => unpackedApp(output, { system, arch }));
}

export function filesInAsar(asar: string): string[] {
  return listPackage(asar, { isPack: false })
    .map((path) => path.replaceAll('\\', '/').slice(1))
    .filter((path) => !('files' in statFile(asar, path)))
    .toSorted();
}
