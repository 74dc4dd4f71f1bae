import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const lockSchema = z.object({
  packages: z.record(
    z.string(),
    z.object({
      name: z.string().optional(),
      version: z.string().optional(),
      license: z.string().optional(),
      integrity: z.string().optional(),
    }),
  ),
});
const manifestSchema = z.object({ name: z.string(), version: z.string(), license: z.string() });

interface Part {
  readonly type: 'library' | 'framework';
  readonly 'bom-ref': string;
  readonly name: string;
  readonly version: string;
  readonly purl: string;
  readonly licenses?: readonly unknown[];
  readonly hashes?: readonly unknown[];
}

/** Not bundled, but part of every installed app. */
const shippedWhole = ['node_modules/keytar', 'node_modules/electron'];

function partOf(folder: string, locked: z.infer<typeof lockSchema>['packages'][string]): Part {
  const name = locked.name ?? folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length);
  const version = locked.version ?? '';
  // A scope keeps its slash, and its @ is escaped, in the address of a package.
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`;
  const digest = /^sha512-(.+)$/.exec(locked.integrity ?? '')?.[1];
  return {
    type: name === 'electron' ? 'framework' : 'library',
    'bom-ref': purl,
    name,
    version,
    purl,
    ...(locked.license !== undefined && { licenses: [{ expression: locked.license }] }),
    ...(digest !== undefined && {
      hashes: [{ alg: 'SHA-512', content: Buffer.from(digest, 'base64').toString('hex') }],
    }),
  };
}

/** What is in the installed app, as the build noted it, in the form of CycloneDX 1.6. */
export function sbom(project: string) {
  const read = (file: string): unknown => JSON.parse(readFileSync(join(project, file), 'utf8'));
  const { packages } = lockSchema.parse(read('package-lock.json'));
  const { name, version, license } = manifestSchema.parse(read('package.json'));
  const lists = readdirSync(join(project, 'out/packages')).map((file) => read(`out/packages/${file}`));
  const folders = new Set([...shippedWhole, ...lists.flatMap((list) => z.array(z.string()).parse(list))]);
  const parts = [...folders].toSorted().map((folder) => {
    const locked = packages[folder];
    if (!locked) throw new Error(`${folder} is in the app but not in package-lock.json`);
    return partOf(folder, locked);
  });
  const content = JSON.stringify(parts);
  const hash = createHash('sha256').update(content).digest('hex');
  const serial = [hash.slice(0, 8), hash.slice(8, 12), `4${hash.slice(13, 16)}`, `8${hash.slice(17, 20)}`];
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: `urn:uuid:${serial.join('-')}-${hash.slice(20, 32)}`,
    version: 1,
    metadata: {
      component: { type: 'application', 'bom-ref': 'app', name, version, licenses: [{ expression: license }] },
    },
    components: parts,
    dependencies: [{ ref: 'app', dependsOn: parts.map((part) => part['bom-ref']) }],
  };
}

/** Writes the list of parts beside the installers, and returns its path. */
export function writeSbom(project: string, folder: string): string {
  const { version } = manifestSchema.parse(JSON.parse(readFileSync(join(project, 'package.json'), 'utf8')));
  const path = join(folder, `countersign-${version}.cdx.json`);
  writeFileSync(path, `${JSON.stringify(sbom(project), null, 2)}\n`);
  return path;
}
