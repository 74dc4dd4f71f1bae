// Stand-ins for the three tools of macOS that the packing of a universal app calls: `file`, `lipo` and `codesign`. Started
// under their names: `mac-tools.ts NAME ARGUMENTS…`. As a module, it lays them out in a folder for PATH.
import { createHash } from 'node:crypto';
import { appendFileSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const thisFile = fileURLToPath(import.meta.url);

/** The first bytes of programs: one for each processor, and that of a program for several. */
export const machO = { x64: Buffer.from('cffaedfe07000001', 'hex'), arm64: Buffer.from('cffaedfe0c000001', 'hex') };
const universal = Buffer.from('cafebabe00000002', 'hex');

function filesIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile())
    .toSorted();
}

/** Says what a program starts with. It is asked about every file twice, so it is no program of Node. */
const file = `#!/bin/sh
for path; do :; done
case $(head -c 4 "$path" | od -An -tx1 | tr -d ' \\n') in
  cffaedfe | cafebabe) printf 'Mach-O 64-bit executable' ;;
  *) printf data ;;
esac
`;

/** Notes the call, and writes the hashes of all files into the app, which differ between programs for two processors. */
function sign(args: readonly string[]): void {
  const app = args.at(-1) ?? '';
  appendFileSync(process.env['CODESIGN_CALLS'] ?? '', `${app}\n`);
  const hash = createHash('sha256');
  for (const path of filesIn(app)) hash.update(readFileSync(path));
  mkdirSync(join(app, 'Contents/_CodeSignature'), { recursive: true });
  writeFileSync(join(app, 'Contents/_CodeSignature/CodeResources'), hash.digest('hex'));
}

const tools: Readonly<Record<string, (args: readonly string[]) => void>> = {
  lipo: ([first = '', second = '', ...rest]) =>
    writeFileSync(rest.at(-1) ?? '', Buffer.concat([universal, readFileSync(first), readFileSync(second)])),
  codesign: sign,
};

export function macTools(folder: string): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'file'), file, { mode: 0o755 });
  for (const name of Object.keys(tools))
    writeFileSync(join(folder, name), `#!/bin/sh\nexec '${process.execPath}' '${thisFile}' ${name} "$@"\n`, {
      mode: 0o755,
    });
}

if (process.argv[1] === thisFile) {
  const [name = '', ...args] = process.argv.slice(2);
  tools[name]?.(args);
}
