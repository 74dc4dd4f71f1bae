// `node scripts/checksums.ts FOLDER`: writes SHA256SUMS for the files of a release, as `sha256sum --check` reads it.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const list = 'SHA256SUMS';

/** A release of one system alone, or without its list of parts, is none. */
const needed = [/\.AppImage$/, /\.deb$/, /\.rpm$/, /-setup\.exe$/, /\.msi$/, /\.dmg$/, /\.pkg$/, /\.cdx\.json$/];

/** Writes the list and returns the names in it. */
export function writeChecksums(folder: string): readonly string[] {
  const names = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== list)
    .map(({ name }) => name)
    .toSorted();
  const missing = needed.filter((kind) => !names.some((name) => kind.test(name)));
  if (missing.length > 0) throw new Error(`${folder} has no file like ${missing.join(', ')}`);
  const hashOf = (name: string) =>
    createHash('sha256')
      .update(readFileSync(join(folder, name)))
      .digest('hex');
  writeFileSync(join(folder, list), names.map((name) => `${hashOf(name)}  ${name}\n`).join(''));
  return names;
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  process.stdout.write(`${writeChecksums(process.argv[2] ?? 'dist').join('\n')}\n`);
