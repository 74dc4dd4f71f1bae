import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { z } from 'zod';

const author = z.union([z.string(), z.object({ name: z.string() }).transform(({ name }) => name)]);
const manifest = z.object({
  name: z.string(),
  version: z.string(),
  license: z.string(),
  author: author.optional(),
});
const folders = z.array(z.string());

/** Every licence text once, and which package has which. */
export interface Licences {
  readonly texts: readonly string[];
  readonly packages: readonly {
    readonly name: string;
    readonly version: string;
    readonly license: string;
    readonly text: number;
  }[];
}

/** Shipped as it is, beside the bundles. */
const shippedWhole = ['node_modules/keytar'];
const licenceFile = /^(?:licen[cs]e|copying|notice)(?:-\w+)?(?:\.(?:md|txt))?$/i;

function textOf(folder: string): string {
  const files = readdirSync(folder).filter((name) => licenceFile.test(name));
  return files
    .toSorted()
    .map((name) => readFileSync(join(folder, name), 'utf8').trim())
    .join('\n\n');
}

/** A few packages name the MIT licence without its text. Ours is the same but for the line with the owner. */
function mitOf(project: string, owner: string): string {
  return readFileSync(join(project, 'LICENSE'), 'utf8')
    .trim()
    .replace(/^Copyright.*$/m, `Copyright (c) ${owner}`);
}

/** The licences of all packages in the bundles, as the build noted them in `out/packages`. Throws if a text is missing. */
export function licencesOf(project: string): Licences {
  const lists = readdirSync(join(project, 'out/packages')).map((file) =>
    folders.parse(JSON.parse(readFileSync(join(project, 'out/packages', file), 'utf8'))),
  );
  const texts: string[] = [];
  const packages = [...new Set([...shippedWhole, ...lists.flat()])].map((folder) => {
    const {
      name,
      version,
      license,
      author: owner,
    } = manifest.parse(JSON.parse(readFileSync(join(project, folder, 'package.json'), 'utf8')));
    const own = textOf(join(project, folder));
    const text = own === '' && license === 'MIT' && owner !== undefined ? mitOf(project, owner) : own;
    if (text === '') throw new Error(`${basename(folder)} has no licence text, but its code is in the app.`);
    if (!texts.includes(text)) texts.push(text);
    return { name, version, license, text: texts.indexOf(text) };
  });
  return { texts, packages: packages.toSorted((one, other) => one.name.localeCompare(other.name, 'en')) };
}
