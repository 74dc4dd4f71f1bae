// `npm run screenshots [-- FOLDER]`: a picture of every screen, light and dark, in each language (default: out/screenshots).
// `npm run screenshots -- --docs`: also renews the pictures in docs/.
// `npm run screenshots -- --sizes [FOLDER]`: in English and light, in five sizes of the window.
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { build } from './build.ts';
import { withKeyring } from './suite.ts';
import { vitestLine } from './vitest-line.ts';

/** The pictures that README and docs show, by their name in docs/pictures/. */
const shown = {
  'documents.png': 'en/light/documents-in-many-states.png',
  'send.png': 'en/light/send-one-document-for-two-people.png',
  'signatures.png': 'de/dark/open-signatures.png',
  'details.png': 'fr/dark/documents-details-of-a-signed-one.png',
} as const;

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { docs: { type: 'boolean', default: false }, sizes: { type: 'boolean', default: false } },
});
const folder = resolve(positionals[0] ?? join(root, 'out/screenshots'));
await build((line) => process.stdout.write(`${line}\n`));
const line = vitestLine('--config', 'test/vitest.config.ts', '--project', 'e2e', 'every-screen');
const [program = '', ...args] = withKeyring === undefined ? line : [withKeyring, ...line];
const env = {
  ...process.env,
  COUNTERSIGN_PICTURES: folder,
  ...(values.sizes ? { COUNTERSIGN_PICTURE_SIZES: 'all' } : {}),
};
const { status } = spawnSync(program, args, { cwd: root, env, stdio: 'inherit' });
if (status === 0 && values.docs && !values.sizes) {
  mkdirSync(join(root, 'docs/pictures'), { recursive: true });
  for (const [name, picture] of Object.entries(shown))
    copyFileSync(join(folder, picture), join(root, 'docs/pictures', name));
}
process.stdout.write(`${folder}\n`);
process.exitCode = status ?? 1;
