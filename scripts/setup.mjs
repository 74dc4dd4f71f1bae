// Runs before anything is installed, on any Node from 20.12. It installs what is missing, then runs `npm run <task>:all`.
// This second npm starts a new shell, which finds the Node 24 of the packages; the first shell would keep the old Node.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installSystemPackages } from './system-packages.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const stamp = join(root, 'node_modules', '.countersign-lock');
const windows = process.platform === 'win32';

/** @param {readonly string[]} args */
function npm(args) {
  const cli = process.env.npm_execpath;
  const outerNode = process.env.npm_node_execpath ?? process.execPath;
  return cli?.endsWith('.js')
    ? { command: outerNode, args: [cli, ...args], shell: false }
    : { command: 'npm', args: [...args], shell: windows };
}

function installPackages() {
  const wanted = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
  const complete = existsSync(join(root, 'node_modules', '.package-lock.json'));
  if (complete && existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  process.stderr.write('Installing the packages (once)…\n');
  if (windows && process.execPath.startsWith(join(root, 'node_modules'))) {
    // Windows does not delete a running program, but can move it.
    mkdirSync(join(root, 'out'), { recursive: true });
    renameSync(process.execPath, join(root, 'out', `old-node-${process.pid}.exe`));
  }
  const { command, args, shell } = npm(['ci', '--loglevel=error', '--no-audit', '--no-fund']);
  const { status } = spawnSync(command, args, { cwd: root, shell, stdio: ['ignore', 2, 2] });
  if (status !== 0) {
    process.stderr.write(
      'The packages could not be installed (see above). Nothing was started; run the same command again.\n',
    );
    process.exit(1);
  }
  writeFileSync(stamp, wanted);
}

const [task = 'test', ...rest] = process.argv.slice(2);
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 12)) {
  process.stderr.write(`Countersign needs Node 20.12 or newer to set itself up; this is ${process.versions.node}.\n`);
  process.exit(1);
}
installPackages();
if (!installSystemPackages(task === 'start' ? 'start' : 'test')) process.exit(1);

const { command, args, shell } = npm(['run', '--silent', `${task}:all`, ...(rest.length > 0 ? ['--', ...rest] : [])]);
const child = spawn(command, args, { cwd: process.cwd(), shell, stdio: 'inherit' });
// The terminal signals all processes of the group. Pass on a signal that only this process got.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 143)));
