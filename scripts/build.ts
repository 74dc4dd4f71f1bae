import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createBuilder } from 'vite';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const stamp = join(root, 'out', 'built-from');
const sources = [
  'main',
  'preload',
  'renderer',
  'shared',
  'assets',
  'scripts/bundle-plugins.ts',
  'vite.config.ts',
  'scripts/divided-texts.ts',
  'scripts/licences.ts',
  'package-lock.json',
];

function* filesBelow(path: string): Generator<string> {
  if (!statSync(path).isDirectory()) yield path;
  else for (const name of readdirSync(path).toSorted()) yield* filesBelow(join(path, name));
}

function fingerprint(): string {
  const hash = createHash('sha256');
  for (const source of sources)
    for (const file of filesBelow(join(root, source))) hash.update(`${file}\0`).update(readFileSync(file));
  return hash.digest('hex');
}

/** Builds the app, unless the existing build has the same sources. */
export async function build(log: (line: string) => void): Promise<void> {
  const wanted = fingerprint();
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  const started = performance.now();
  const builder = await createBuilder({ configFile: join(root, 'vite.config.ts'), logLevel: 'warn' });
  await builder.buildApp();
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, wanted);
  log(`Built in ${((performance.now() - started) / 1000).toFixed(1)} s`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await build((line) => process.stdout.write(`${line}\n`));
