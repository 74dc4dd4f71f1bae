// `npm run bench [-- NAME…] [--json]`: measures times. The figures depend on the machine, so no test checks them.
import { parseArgs } from 'node:util';

/** Figures by name, grouped if there are many. A text describes the input of a measurement. */
export interface Figures {
  readonly [name: string]: number | string | Figures;
}

const benches: Readonly<Record<string, () => Promise<Figures>>> = {
  upload: async () => (await import('../test/bench/upload.ts')).upload(),
  journal: async () => (await import('../test/bench/journal.ts')).journal(),
  paste: async () => (await import('../test/bench/paste.ts')).paste(),
  parse: async () => (await import('../test/bench/parse.ts')).parse(),
  folders: async () => (await import('../test/bench/folders.ts')).folders(),
  window: async () => (await import('../test/bench/window.ts')).window(),
  start: async () => (await import('../test/bench/start.ts')).start(),
  documents: async () => (await import('../test/bench/documents.ts')).documents(),
  recovered: async () => (await import('../test/bench/recovered.ts')).recovered(),
  first: async () => (await import('../test/bench/first.ts')).first(),
  signatures: async () => (await import('../test/bench/signatures.ts')).signatures(),
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { json: { type: 'boolean', default: false } },
});
const unknown = positionals.filter((name) => !(name in benches));
if (unknown.length > 0) {
  process.stderr.write(`There is no bench ${unknown.join(', ')}. There are: ${Object.keys(benches).join(', ')}\n`);
  process.exit(2);
}

function* linesOf(figures: Figures): Generator<string> {
  for (const [name, value] of Object.entries(figures))
    if (typeof value === 'object') for (const line of linesOf(value)) yield `${name} ${line}`;
    else yield `${name} ${value}`;
}

const results: Record<string, Figures> = {};
for (const [name, bench] of Object.entries(benches)) {
  if (positionals.length > 0 && !positionals.includes(name)) continue;
  // Run one after the other: two at once would slow each other down.
  // oxlint-disable-next-line no-await-in-loop
  const figures = await bench();
  results[name] = figures;
  if (!values.json) for (const line of linesOf(figures)) process.stdout.write(`${name} ${line}\n`);
}
if (values.json) process.stdout.write(`${JSON.stringify(results)}\n`);
