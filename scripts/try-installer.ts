// `node scripts/try-installer.ts [folder]`: installs each installer of this system silently, starts the app, removes it, and
// looks at what is left. It changes this computer, so only the workflows of releases run it.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { z } from 'zod';

interface Installer {
  readonly name: RegExp;
  readonly install: (file: string) => readonly string[];
  readonly program: (file: string) => string;
  readonly remove: (file: string) => readonly string[];
  /** What must be gone afterwards. */
  readonly leaves: readonly string[];
}

const { env } = process;
const perUser = join(env['LOCALAPPDATA'] ?? '', 'Programs', 'Countersign');
const perMachine = join(env['ProgramFiles'] ?? '', 'Countersign');
const startMenu = (folder = '') => join(folder, 'Microsoft/Windows/Start Menu/Programs/Countersign.lnk');
const macApp = '/Applications/Countersign.app';
const macProgram = join(macApp, 'Contents/MacOS/Countersign');
const copyFromDmg =
  'hdiutil attach -nobrowse -mountpoint /tmp/cs "$0" && cp -R /tmp/cs/Countersign.app /Applications/; hdiutil detach /tmp/cs';

const nsis = (folder: string, scope: string, menu: string): Installer => ({
  name: new RegExp(`-${process.arch}-setup\\.exe$`),
  install: (file) => [file, '/S', scope],
  program: () => join(folder, 'Countersign.exe'),
  // Without _?= the uninstaller copies itself and returns at once.
  remove: () => [join(folder, 'Uninstall Countersign.exe'), '/S', scope, `_?=${folder}`],
  leaves: [join(folder, 'Countersign.exe'), join(folder, 'resources'), menu],
});

const installers: Partial<Record<NodeJS.Platform, readonly Installer[]>> = {
  win32: [
    nsis(perUser, '/currentuser', startMenu(env['APPDATA'])),
    nsis(perMachine, '/allusers', startMenu(env['ProgramData'])),
    {
      name: /\.msi$/,
      install: (file) => ['msiexec', '/i', file, '/qn', '/norestart'],
      program: () => join(perMachine, 'Countersign.exe'),
      remove: (file) => ['msiexec', '/x', file, '/qn', '/norestart'],
      leaves: [perMachine],
    },
  ],
  darwin: [
    {
      name: /\.dmg$/,
      install: (file) => ['sh', '-c', copyFromDmg, file],
      program: () => macProgram,
      remove: () => ['rm', '-rf', macApp],
      leaves: [macApp],
    },
    {
      name: /\.pkg$/,
      install: (file) => ['sudo', 'installer', '-pkg', file, '-target', '/'],
      program: () => macProgram,
      remove: () => ['sudo', 'rm', '-rf', macApp],
      leaves: [macApp],
    },
  ],
  linux: [
    {
      name: process.arch === 'x64' ? /_amd64\.deb$/ : /_arm64\.deb$/,
      install: (file) => ['sudo', 'apt-get', 'install', '-y', file],
      program: () => '/usr/bin/countersign',
      remove: () => ['sudo', 'apt-get', 'purge', '-y', 'countersign'],
      leaves: ['/opt/Countersign', '/usr/bin/countersign', '/etc/apparmor.d/countersign'],
    },
    {
      name: process.arch === 'x64' ? /-x86_64\.AppImage$/ : /-arm64\.AppImage$/,
      install: (file) => ['chmod', '+x', file],
      program: (file) => file,
      remove: () => ['true'],
      leaves: [join(homedir(), '.local/share/applications/countersign.desktop')],
    },
  ],
};

function run([program = '', ...args]: readonly string[]): void {
  process.stdout.write(`> ${[program, ...args].join(' ')}\n`);
  const { status, error } = spawnSync(program, args, { stdio: 'inherit', timeout: 300_000 });
  if (error) throw error;
  if (status !== 0) throw new Error(`${program} ended with ${status}`);
}

const smoke = z.object({ version: z.string(), electron: z.string(), page: z.literal('app://bundle/index.html') });
const manifest = z.object({ version: z.string() });

function tryOne(file: string, { install, program, remove, leaves }: Installer, version: string): void {
  const data = mkdtempSync(join(tmpdir(), 'countersign-installed-'));
  const proof = join(data, 'smoke.json');
  run(install(file));
  run([program(file), `--user-data-dir=${join(data, 'data')}`, `--smoke-file=${proof}`]);
  const seen = smoke.parse(JSON.parse(readFileSync(proof, 'utf8')));
  if (seen.version !== version) throw new Error(`Version ${seen.version} started instead of ${version}`);
  run(remove(file));
  const left = leaves.filter((path) => existsSync(path));
  if (left.length > 0) throw new Error(`Removed, but still there: ${left.join(', ')}`);
  rmSync(data, { recursive: true, force: true, maxRetries: 5 });
}

const folder = resolve(process.argv[2] ?? 'dist');
const { version } = manifest.parse(JSON.parse(readFileSync('package.json', 'utf8')));
let passed = 0;
for (const installer of installers[process.platform] ?? []) {
  const name = readdirSync(folder).find((file) => installer.name.test(file));
  if (name === undefined) throw new Error(`${folder} has no file like ${installer.name}`);
  tryOne(join(folder, name), installer, version);
  passed += 1;
}
process.stdout.write(`${passed} passed, 0 failed\n`);
