// Packages that a minimal Linux lacks: a browser (if Electron cannot be downloaded), a Secret Service and its library.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** @param {string} program */
const onPath = (program) =>
  (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, program)));

/** @param {string} folder */
const namesIn = (folder) => (existsSync(folder) ? readdirSync(folder) : []);

/** @param {string} prefix */
function hasLibrary(prefix) {
  const perCpu = namesIn('/usr/lib').filter((name) => name.includes('-linux-'));
  const folders = ['/usr/lib', '/usr/lib64', '/lib', '/usr/local/lib', ...perCpu.map((name) => `/usr/lib/${name}`)];
  return folders.some((folder) => namesIn(folder).some((name) => name.startsWith(prefix)));
}

/** Is a Secret Service running in this session, or would the session bus start one? */
export function hasSecretService() {
  if (!process.env.DBUS_SESSION_BUS_ADDRESS) return false;
  const bus = ['--session', '--print-reply', '--dest=org.freedesktop.DBus', '/'];
  return [
    ['dbus-send', ...bus, 'org.freedesktop.DBus.ListNames'],
    ['dbus-send', ...bus, 'org.freedesktop.DBus.ListActivatableNames'],
    ['busctl', '--user', '--no-pager', 'list'],
  ].some(([program = '', ...args]) =>
    spawnSync(program, args, { encoding: 'utf8', timeout: 3_000 }).stdout?.includes('org.freedesktop.secrets'),
  );
}

const mayInstall = () => process.getuid?.() === 0 && onPath('apt-get');

/** @returns {import('./system-packages.d.mts').Machine} */
function thisMachine() {
  const { STANDIN_CHROMIUM, DISPLAY } = process.env;
  return {
    has: onPath,
    hasLibrary,
    hasSecretService,
    browser: STANDIN_CHROMIUM !== undefined,
    display: Boolean(DISPLAY),
    canInstall: mayInstall(),
  };
}

const shell = 'chromium-headless-shell';
const browsers = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];

/** @type {Record<string, import('./system-packages.d.mts').Need>} */
const all = {
  chromium: {
    called: 'Chromium or Google Chrome',
    debian: 'chromium',
    present: ({ has, browser, display }) => browser || browsers.some(has) || (!display && has(shell)),
  },
  withoutWindows: {
    called: `Chromium without windows (${shell}), or any Chromium`,
    debian: shell,
    // A whole browser will do, but makes the tests slower.
    present: ({ has, browser, canInstall }) => browser || has(shell) || (!canInstall && browsers.some(has)),
  },
  dbus: {
    called: 'D-Bus (dbus-daemon, dbus-send)',
    debian: 'dbus',
    present: ({ has }) => has('dbus-daemon') && has('dbus-send'),
  },
  keyring: {
    called: 'GNOME Keyring (gnome-keyring-daemon)',
    debian: 'gnome-keyring',
    present: ({ has }) => has('gnome-keyring-daemon'),
  },
  libsecret: {
    called: 'libsecret (libsecret-1.so.0)',
    debian: 'libsecret-1-0',
    present: (machine) => machine.hasLibrary('libsecret-1.so'),
  },
  desktopFiles: {
    called: 'desktop-file-utils (desktop-file-validate)',
    debian: 'desktop-file-utils',
    present: ({ has }) => has('desktop-file-validate'),
  },
  rpm: { called: 'RPM (rpmbuild)', debian: 'rpm', present: ({ has }) => has('rpmbuild') },
  squashfs: {
    called: 'squashfs-tools (mksquashfs, unsquashfs)',
    debian: 'squashfs-tools',
    present: ({ has }) => has('mksquashfs') && has('unsquashfs'),
  },
  openssl: { called: 'OpenSSL (openssl)', debian: 'openssl', present: ({ has }) => has('openssl') },
};

/**
 * `start` needs a keyring only if the person has none. `browser` is what it needs in addition without Electron. `test`
 * needs everything else.
 * @type {import('./system-packages.d.mts').missing}
 */
export function missing(task, machine = thisMachine()) {
  const { chromium, ...forTests } = all;
  const { dbus, keyring, libsecret } = forTests;
  const needs = {
    start: () => (machine.hasSecretService() ? [libsecret] : [dbus, keyring, libsecret]),
    browser: () => [chromium],
    test: () => Object.values(forTests),
  };
  return needs[task]().filter((need) => !need.present(machine));
}

const aptLine = 'apt-get install -y --no-install-recommends';

/** @type {import('./system-packages.d.mts').advice} */
export function advice(needs, apt) {
  const how = apt
    ? `Install it, then run the same command again:\n  sudo ${aptLine} ${needs.map(({ debian }) => debian).join(' ')}`
    : `Install these with your package manager, then run the same command again:\n${needs.map(({ called }) => `  ${called}`).join('\n')}`;
  return `Something of the system is missing. ${how}\n`;
}

/** @type {import('./system-packages.d.mts').installSystemPackages} */
export function installSystemPackages(task) {
  if (process.platform !== 'linux') return true;
  const needs = missing(task);
  if (needs.length === 0) return true;
  const names = needs.map(({ debian }) => debian);
  if (mayInstall()) {
    process.stderr.write(`Installing ${names.join(', ')} (once)…\n`);
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    const quiet = { env, stdio: /** @type {const} */ (['ignore', 'ignore', 2]) };
    spawnSync('apt-get', ['update', '-qq'], quiet);
    if (spawnSync('apt-get', [...aptLine.split(' ').slice(1), ...names], quiet).status === 0) return true;
  }
  process.stderr.write(advice(needs, onPath('apt-get')));
  return false;
}
