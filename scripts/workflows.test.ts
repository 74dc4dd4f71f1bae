/** Nobody sees a broken workflow before it runs elsewhere, so its form and its commands are checked here. */
import { execFileSync } from 'node:child_process';
import { accessSync, constants, existsSync, readdirSync, readFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import manifest from '../package.json' with { type: 'json' };
import { unless, windowsObstacle } from '../test/only-where.ts';
import { signing } from './installers.ts';
import { needsOf, readWorkflow } from './workflow-lint.ts';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const folder = join(root, '.github/workflows');

/** Programs of the system that a step may begin with. */
const ofTheSystem = new Set(['sudo', 'dnf', 'xvfb-run', 'test', 'grep', 'xcrun']);
const scripts: Readonly<Record<string, string>> = manifest.scripts;

function isExecutable(path: string): boolean {
  try {
    accessSync(join(root, path), process.platform === 'win32' ? constants.F_OK : constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** What a command cannot do here, in words. Null: it can be run. */
function faultOf(command: string): string | null {
  const [first = '', second = '', third = '', ...rest] = command.trim().split(/\s+/);
  if (first === 'scripts/with-display.sh')
    return isExecutable(first) ? faultOf([third, ...rest].join(' ')) : `${first}?`;
  if (first.startsWith('scripts/'))
    return isExecutable(first) ? faultOf([second, third, ...rest].join(' ')) : `${first} cannot be run`;
  if (first === 'npm') {
    if (second === 'ci' || (second === 'test' && 'test' in scripts)) return null;
    return second === 'run' && third in scripts ? null : `there is no npm ${second} ${third}`;
  }
  if (first === 'node') return existsSync(join(root, second)) ? null : `${second} is missing`;
  return ofTheSystem.has(first) ? null : `${first} is unknown`;
}

const names = readdirSync(folder).filter((name) => name.endsWith('.yml'));
const read = (name: string) => readFileSync(join(folder, name), 'utf8');
const parsed = (name: string) => readWorkflow(read(name));

test('there is a workflow for every system, and one for releases', () => {
  expect(names.toSorted()).toEqual(['desktop.yml', 'release.yml']);
  const runners = Object.values(parsed('desktop.yml').jobs).flatMap(
    (one) => one.strategy?.matrix['runner'] ?? [one['runs-on']],
  );
  for (const system of [/^windows-\d/, /^windows-11-arm$/, /^macos-/, /^ubuntu-[\d.]+$/, /^ubuntu-.*-arm$/])
    expect(runners.filter((runner) => system.test(runner))).not.toEqual([]);
  expect(parsed('desktop.yml').jobs['linux']?.strategy?.matrix['session']).toEqual(['x11', 'wayland']);
});

describe.each(names)('%s', (name) => {
  test('runs only commands that exist', () => {
    const commands = Object.values(parsed(name).jobs).flatMap(({ steps }) => steps.flatMap(({ run }) => run ?? []));
    expect(commands.length).toBeGreaterThan(0);
    const faults = commands.flatMap((text) =>
      text
        .replaceAll(/\$\{\{.*?\}\}/g, 'x')
        .trim()
        .split('\n')
        .map(faultOf),
    );
    expect(faults.filter((fault) => fault !== null)).toEqual([]);
  });
});

const runsOf = (id: string) => parsed('desktop.yml').jobs[id]?.steps.map(({ run = '' }) => run) ?? [];

/** The commands stand in the steps of a job in this order. */
function inOrder(id: string, commands: readonly string[]): void {
  const places = commands.map((command) => runsOf(id).findIndex((text) => text.includes(command)));
  expect(places).not.toContain(-1);
  expect(places).toEqual(places.toSorted((one, other) => one - other));
}

test('each system is tested, and tries its installers in a job of its own afterwards', () => {
  const { jobs } = parsed('desktop.yml');
  const begin = ['npm ci', 'node_modules/electron/install.js'];
  for (const id of ['linux', 'windows', 'macos']) {
    inOrder(id, [...begin, 'ci-browser.ts', 'npm test']);
    inOrder(`${id}-installed`, [...begin, '--installers', 'try-installer.ts']);
    expect(needsOf(jobs[`${id}-installed`] ?? {})).toEqual([id]);
    expect(runsOf(id).join()).not.toContain('try-');
    expect(jobs[`${id}-installed`]?.strategy?.matrix['runner']).toEqual(jobs[id]?.strategy?.matrix['runner']);
  }
});

test('an app updates itself to the next version, where no certificate is needed for it', () => {
  const { jobs } = parsed('desktop.yml');
  for (const id of ['linux', 'windows']) {
    inOrder(`${id}-updated`, ['npm ci', 'node_modules/electron/install.js', 'try-update.ts']);
    expect(needsOf(jobs[`${id}-updated`] ?? {})).toEqual([id]);
  }
});

test('no snap stands for Chromium: Ubuntu has its browser in no other form', () => {
  expect(read('desktop.yml')).not.toMatch(/chromium|snap /);
});

test('a release has checksums, the list of parts, and a proof of where it was built', () => {
  const { jobs } = parsed('release.yml');
  const steps = jobs['release']?.steps ?? [];
  expect(needsOf(jobs['release'] ?? {})).toEqual(['installers']);
  const summed = steps.findIndex(({ run }) => run === 'node scripts/checksums.ts dist');
  const proven = steps.findIndex(({ uses = '' }) => uses.startsWith('actions/attest-build-provenance@'));
  expect(summed).toBeGreaterThan(0);
  expect(proven).toBeGreaterThan(summed);
  expect(steps[proven]?.with).toEqual({ 'subject-checksums': 'dist/SHA256SUMS' });
  // The right to sign in the name of the workflow belongs to this job alone.
  const mayProve = Object.entries(jobs).filter(([, one]) => one.permissions?.['id-token'] === 'write');
  expect(mayProve.map(([id]) => id)).toEqual(['release']);
  expect(parsed('release.yml').permissions).toEqual({ contents: 'read' });
});

test('secrets reach only the step that signs, and are all that it asks for', () => {
  expect(read('desktop.yml')).not.toContain('secrets.');
  const { env, jobs } = parsed('release.yml');
  expect(JSON.stringify({ env, jobs: Object.values(jobs).map((one) => one.env) })).not.toContain('secrets.');
  const steps = Object.values(jobs).flatMap((one) => one.steps);
  const [signs, ...others] = steps.filter((one) => JSON.stringify(one).includes('secrets.'));
  expect([signs?.run, others]).toEqual(['npm run package -- --installers --signed', []]);
  const given: Record<string, string> = {};
  for (const name of Object.keys(signs?.env ?? {})) given[name] = 'set';
  for (const system of ['linux', 'win32', 'darwin'] as const)
    expect(signing(system, given)).toMatchObject({ possible: true });
});

test('no script of a package runs where the keys will be', () => {
  const commands = Object.values(parsed('release.yml').jobs).flatMap(({ steps }) =>
    steps.flatMap(({ run }) => run ?? []),
  );
  expect(commands.filter((run) => /^npm (?:ci|install)/.test(run))).toEqual(['npm ci --ignore-scripts']);
});

test('the installed app is tried with the restriction of sandboxes that Ubuntu has', () => {
  const runs = runsOf('linux-installed');
  const last = runs.findLast(
    (run, at) => run.includes('userns=') && at < runs.findIndex((one) => one.includes('try-installer')),
  );
  expect(last).toMatch(/userns=1$/);
});

test('the session of Wayland is one for Electron: its variable for that is gone since 38', () => {
  const script = readFileSync(join(root, 'scripts/with-display.sh'), 'utf8');
  expect(script).toContain('XDG_SESSION_TYPE=wayland');
  expect(script).not.toContain('ELECTRON_OZONE_PLATFORM_HINT');
});

test('every script of a step is one for bash', unless(windowsObstacle), () => {
  for (const name of names)
    for (const { run } of Object.values(parsed(name).jobs).flatMap(({ steps }) => steps))
      if (run !== undefined)
        execFileSync('bash', ['-n'], { input: run.replaceAll(/\$\{\{.*?\}\}/g, 'x'), stdio: 'pipe' });
});

const hasShellcheck = (process.env['PATH'] ?? '')
  .split(delimiter)
  .some((place) => existsSync(join(place, 'shellcheck')));

test('shellcheck finds nothing in the scripts', unless(hasShellcheck ? null : 'shellcheck is not installed'), () => {
  const shell = readdirSync(join(root, 'scripts')).filter((name) => name.endsWith('.sh'));
  const paths = [...shell.map((name) => join(root, 'scripts', name)), join(root, '.ci/run')];
  execFileSync('shellcheck', ['--severity=warning', ...paths], { stdio: 'pipe' });
});

test('a command that is not there is noticed', () => {
  expect(faultOf('npm run nothing')).toContain('nothing');
  expect(faultOf('node scripts/nothing.ts')).toContain('missing');
  expect(faultOf('scripts/with-display.sh x11 npm run nothing')).toContain('nothing');
  expect(faultOf('curl https://example.com')).toContain('unknown');
});
