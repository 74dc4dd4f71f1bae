// `node scripts/try-installer.ts [folder]`: installs each installer of this system silently, starts the app, sends a document
// with it to the practice service, removes it, and looks at what is left. It changes this computer, so only the workflows of releases run it.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { shortJourney } from '../test/package/short-journey.ts';
import { type InstallerTrial, installerTrials, policyTrial, type RegistryPlace, strays } from './installer-trials.ts';
import { run, startedVersion } from './trial-run.ts';

const sayPlace = ({ key, value }: RegistryPlace): string => (value === undefined ? key : `${key} ${value}`);

const reg = join(process.env['SystemRoot'] ?? String.raw`C:\Windows`, 'System32', 'reg.exe');

function isRegistered({ key, value }: RegistryPlace): boolean {
  const { status, error } = spawnSync(reg, ['query', key, ...(value === undefined ? [] : ['/v', value])]);
  if (error) throw error;
  return status === 0;
}

const manifest = z.object({ version: z.string() });

const journeyed = z.object({ starts: z.tuple([z.literal(1)]), breaches: z.array(z.unknown()).length(0) });

/** The service starts the document once, and the app keeps the service's rules. */
async function send(program: string, folder: string): Promise<void> {
  const { place, remove } = policyTrial(process);
  mkdirSync(folder);
  try {
    const seen = await shortJourney({ program, folder, placePolicy: (file) => place(file).forEach(run) });
    journeyed.parse(seen);
  } finally {
    remove.forEach(run);
  }
}

async function tryOne(file: string, trial: InstallerTrial, version: string): Promise<void> {
  const { install, program, remove, files, links, litter, ofBuilder, ofApp } = trial;
  const registry = [...trial.registry, ...ofBuilder];
  const data = mkdtempSync(join(tmpdir(), 'countersign-installed-'));
  run(install(file));
  const missing = [
    ...files.filter((path) => !existsSync(path)),
    ...registry.filter((place) => !isRegistered(place)).map(sayPlace),
  ];
  if (missing.length > 0) throw new Error(`Installed, but not there: ${missing.join(', ')}`);
  const seen = startedVersion(program(file));
  if (seen !== version) throw new Error(`Version ${seen} started instead of ${version}`);
  await send(program(file), join(data, 'journey'));
  run(remove(file));
  const left = [
    ...[...files, ...links, ...(strays[process.platform] ?? [])].filter((path) => existsSync(path)),
    ...[...registry, ...ofApp].filter(isRegistered).map(sayPlace),
  ];
  if (left.length > 0) throw new Error(`Removed, but still there: ${left.join(', ')}`);
  for (const path of [data, ...litter]) rmSync(path, { recursive: true, force: true, maxRetries: 5 });
}

const folder = resolve(process.argv[2] ?? 'dist');
const { version } = manifest.parse(JSON.parse(readFileSync('package.json', 'utf8')));
let passed = 0;
for (const trial of installerTrials({ platform: process.platform, arch: process.arch, env: process.env })) {
  const name = readdirSync(folder).find((file) => trial.name.test(file));
  if (name === undefined) throw new Error(`${folder} has no file like ${trial.name}`);
  // oxlint-disable-next-line no-await-in-loop -- the installers replace each other
  await tryOne(join(folder, name), trial, version);
  passed += 1;
}
process.stdout.write(`${passed} passed, 0 failed\n`);
