// `node scripts/try-update.ts [arguments for electron-builder]`: makes two versions of the installer that updates itself, with a
// key for this run alone, installs the first one, lets it update itself from a feed on this computer, and starts what is there
// then. It changes the sources and this computer, so only the workflows run it.
import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { z } from 'zod';
import { build } from './build.ts';
import { installerTrials, policyTrial } from './installer-trials.ts';
import { type Cpu, installerRuns } from './installers.ts';
import { packageApp } from './package-app.ts';
import { signFeeds } from './sign-feed.ts';
import { run, startedVersion } from './trial-run.ts';
import { nextVersion, serveFeed, updateItself, withRelease } from './update-trial.ts';

const say = (text: string) => void process.stdout.write(text);
const project = process.cwd();
const place = mkdtempSync(join(tmpdir(), 'countersign-update-'));
const more = process.argv.slice(2);
const cpu: Cpu = process.arch === 'arm64' ? 'arm64' : 'x64';
// The first one of each system updates itself.
const [itself = []] = installerRuns(process.platform, [cpu]);
const [trial] = installerTrials({ platform: process.platform, arch: process.arch, env: process.env }).filter(
  ({ name }) => /setup|AppImage/.test(name.source),
);
if (!trial) throw new Error('No installer of this system can update itself without a certificate');

function setVersion(version: string): void {
  const file = join(project, 'package.json');
  const text = readFileSync(file, 'utf8');
  writeFileSync(file, text.replace(/"version": "[^"]+"/, `"version": "${version}"`));
}

/** The installer of a version, in a folder of its own. */
async function make(version: string): Promise<string> {
  setVersion(version);
  await build((line) => say(`${line}\n`));
  const dist = join(place, version);
  const args = [...itself, `-c.directories.output=${dist}`, ...more];
  const code = await packageApp({ project, args, env: process.env, say });
  if (code !== 0) throw new Error(`The packing ended with ${code}`);
  return dist;
}

/** The installer goes on for a while after the app has ended. */
async function waitForVersion(program: string, version: string): Promise<void> {
  for (let tries = 60; ; tries -= 1) {
    let seen = 'nothing';
    try {
      seen = startedVersion(program);
    } catch (error) {
      seen = String(error);
    }
    if (seen === version) return;
    if (tries === 0) throw new Error(`Instead of ${version}: ${seen}`);
    // oxlint-disable-next-line no-await-in-loop -- the installer is working
    await setTimeout(2_000);
  }
}

const { version } = z.object({ version: z.string() }).parse(JSON.parse(readFileSync('package.json', 'utf8')));
const next = nextVersion(version);
const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const feed = await serveFeed(join(place, next), place);
const { place: placePolicy, remove } = policyTrial(process);
const source = resolve('main/updates/release-source.ts');
const before = readFileSync(source, 'utf8');
try {
  const key = publicKey.export({ type: 'spki', format: 'pem' }).toString();
  writeFileSync(source, withRelease(before, { address: feed.address, key }));
  const old = await make(version);
  const dist = await make(next);
  const secret = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  if (signFeeds({ dist, key: secret, version: next, notes: '' }).length === 0) throw new Error('There is no feed');
  const name = readdirSync(old).find((file) => trial.name.test(file));
  if (name === undefined) throw new Error(`${old} has no file like ${trial.name}`);
  const file = join(old, name);
  run(trial.install(file));
  placePolicy(feed.policy).forEach(run);
  const program = trial.program(file);
  if (startedVersion(program) !== version) throw new Error(`${program} is not ${version}`);
  await updateItself(program, join(place, 'data'));
  await waitForVersion(program, next);
} finally {
  writeFileSync(source, before);
  setVersion(version);
  remove.forEach(run);
  await feed.close();
}
rmSync(place, { recursive: true, force: true, maxRetries: 5 });
say('1 passed, 0 failed\n');
process.exit(0);
