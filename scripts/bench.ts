// `npm run bench [-- NAME…] [--json]`: measures, and judges nothing. Figures depend on the machine; tests never time.
import { parseArgs } from 'node:util';

const benches: Readonly<Record<string, () => Promise<Readonly<Record<string, number>>>>> = {
  upload: async () => (await import('../test/bench/upload.ts')).upload(),
  journal: async () => (await import('../test/bench/journal.ts')).journal(),
  paste: async () => (await import('../test/bench/paste.ts')).paste(),
  window: async () => (await import('../test/bench/window.ts')).window(),
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

const results: Record<string, Readonly<Record<string, number>>> = {};
for (const [name, bench] of Object.entries(benches)) {
  if (positionals.length > 0 && !positionals.includes(name)) continue;
  // One after the other: two at once would measure each other.
  // oxlint-disable-next-line no-await-in-loop
  const figures = await bench();
  results[name] = figures;
  if (!values.json)
    for (const [figure, value] of Object.entries(figures)) process.stdout.write(`${name} ${figure} ${value}\n`);
}
if (values.json) process.stdout.write(`${JSON.stringify(results)}\n`);
