// What a bare Linux lacks: a browser (where Electron cannot be had), a Secret Service for the keychain, its library.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** @param {string} program */
const onPath = (program) =>
  (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, program)));

/** @param {string} prefix */
const hasLibrary = (prefix) =>
  ['/usr/lib', '/usr/lib64', '/lib', ...['x86_64', 'aarch64'].map((cpu) => `/usr/lib/${cpu}-linux-gnu`)].some(
    (folder) => existsSync(folder) && readdirSync(folder).some((name) => name.startsWith(prefix)),
  );

const needs = [
  { name: 'chromium', present: () => ['chromium', 'chromium-browser', 'google-chrome'].some(onPath) },
  { name: 'dbus', present: () => onPath('dbus-run-session') },
  { name: 'gnome-keyring', present: () => onPath('gnome-keyring-daemon') },
  { name: 'libsecret-1-0', present: () => hasLibrary('libsecret-1.so') },
  { name: 'openssl', present: () => onPath('openssl') },
];

/** Installs them where that is ours to do (Debian, as root), else says the one line to type. */
export function installSystemPackages() {
  if (process.platform !== 'linux') return true;
  const missing = needs.filter((need) => !need.present()).map((need) => need.name);
  if (missing.length === 0) return true;
  const line = `apt-get install -y --no-install-recommends ${missing.join(' ')}`;
  if (process.getuid?.() !== 0 || !onPath('apt-get')) {
    process.stderr.write(
      `Some system packages are missing. Install them, then run the same command again:\n  sudo ${line}\n`,
    );
    return false;
  }
  process.stderr.write(`Installing ${missing.join(', ')} (once)…\n`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const quiet = { env, stdio: /** @type {const} */ (['ignore', 'ignore', 2]) };
  spawnSync('apt-get', ['update', '-qq'], quiet);
  const { status } = spawnSync('apt-get', line.split(' ').slice(1), quiet);
  if (status !== 0) process.stderr.write(`They could not be installed. By hand: ${line}\n`);
  return status === 0;
}
