import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { z } from 'zod';

/** What a run of the app is told from outside: its arguments and the STANDIN_* variables. */
export interface Environment {
  readonly mainPath: string;
  readonly appPath: string;
  readonly name: string;
  readonly version: string;
  readonly electronVersion: string;
  /** The app's own arguments, after the program and the app's path. */
  readonly args: readonly string[];
  readonly packaged: boolean;
  readonly locales: readonly string[];
  readonly dark: boolean;
  readonly headless: boolean;
  /** Whether the window's requests may leave the machine when the app itself lets them pass. */
  readonly network: 'blocked' | 'open';
  readonly chromium: string | undefined;
  readonly chromiumArgs: readonly string[];
  readonly debug: boolean;
  /** What goes wrong on this computer. */
  readonly fails: ReadonlySet<Failure>;
}

/** What real computers do to Electron. `ready-to-show` never comes on some Wayland; a full disk refuses the `lock`. */
const failures = ['ready-to-show', 'lock'] as const;
type Failure = (typeof failures)[number];

const manifestSchema = z.looseObject({
  name: z.string().default('app'),
  productName: z.string().optional(),
  version: z.string().default('0.0.0'),
});

function readManifest(folder: string): z.infer<typeof manifestSchema> {
  return manifestSchema.parse(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')));
}

/** Electron calls the folder that holds package.json the app's path. */
function appFolder(start: string): string {
  let folder = start;
  while (!existsSync(join(folder, 'package.json'))) {
    const above = dirname(folder);
    if (above === folder) throw new Error(`No package.json above ${start}`);
    folder = above;
  }
  return folder;
}

function installedElectron(): string {
  const folder = join(import.meta.dirname, '../../node_modules/electron');
  return existsSync(folder) ? readManifest(folder).version : '0.0.0';
}

const words = (text: string | undefined): string[] => (text ?? '').split(/\s+/).filter((word) => word !== '');

function failuresOf(text: string | undefined): ReadonlySet<Failure> {
  return new Set(words(text).map((word) => z.enum(failures).parse(word)));
}

export function readEnvironment(argv: readonly string[], env: NodeJS.ProcessEnv): Environment {
  const [, , main, ...args] = argv;
  if (main === undefined) throw new Error('Usage: node test/standin/run.ts <main bundle> [arguments of the app]');
  const mainPath = resolve(main);
  const appPath = appFolder(dirname(mainPath));
  const manifest = readManifest(appPath);
  const locales = (env['STANDIN_LOCALE'] ?? 'en-US').split(',').map((tag) => tag.trim());
  return {
    mainPath,
    appPath,
    name: manifest.productName ?? manifest.name,
    version: manifest.version,
    electronVersion: installedElectron(),
    args,
    packaged: env['STANDIN_PACKAGED'] === '1',
    locales,
    dark: env['STANDIN_COLOR_SCHEME'] === 'dark',
    headless: !env['DISPLAY'],
    network: env['STANDIN_NETWORK'] === 'open' ? 'open' : 'blocked',
    chromium: env['STANDIN_CHROMIUM'],
    chromiumArgs: words(env['STANDIN_CHROMIUM_ARGS']),
    debug: env['STANDIN_DEBUG'] === '1',
    fails: failuresOf(env['STANDIN_FAILS']),
  };
}
