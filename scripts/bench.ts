// `npm run bench [-- NAME…] [--json]`: measures times. The figures depend on the machine, so no test checks them; a ratio to
// a reference of the same run depends on the app alone, and has a limit.
import { parseArgs } from 'node:util';
import { type Busy, watchBusy } from '../test/bench/busy.ts';
import type { Ratio } from '../test/bench/ratio.ts';

/** Figures by name, grouped if there are many. A text describes the input of a measurement. */
export interface Figures {
  readonly [name: string]: number | string | Figures;
}

/** Figures with the ratios that are judged. */
export interface Judged {
  readonly figures: Figures;
  readonly ratios: readonly Ratio[];
}

const alone = async (figures: Figures | Promise<Figures>): Promise<Judged> => ({ figures: await figures, ratios: [] });

const benches: Readonly<Record<string, () => Promise<Judged>>> = {
  upload: async () => (await import('../test/bench/upload.ts')).upload(),
  journal: async () => (await import('../test/bench/journal.ts')).journal(),
  paste: async () => alone((await import('../test/bench/paste.ts')).paste()),
  parse: async () => alone((await import('../test/bench/parse.ts')).parse()),
  folders: async () => (await import('../test/bench/folders.ts')).folders(),
  window: async () => (await import('../test/bench/window.ts')).window(),
  start: async () => alone((await import('../test/bench/start.ts')).start()),
  documents: async () => (await import('../test/bench/documents.ts')).documents(),
  recovered: async () => alone((await import('../test/bench/recovered.ts')).recovered()),
  first: async () => alone((await import('../test/bench/first.ts')).first()),
  signatures: async () => alone((await import('../test/bench/signatures.ts')).signatures()),
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

const lineOf = ({ figure, ms, referenceMs, ratio, limit, ok }: Ratio): string =>
  `${figure} = ${ms} ms : ${referenceMs} ms = ${ratio} (${ok ? 'at most' : 'ABOVE'} ${limit})`;

type Result = Record<string, Figures[string] | readonly Ratio[] | Busy>;

const results: Record<string, Result> = {};
for (const [name, bench] of Object.entries(benches)) {
  if (positionals.length > 0 && !positionals.includes(name)) continue;
  const busy = watchBusy();
  // Run one after the other: two at once would slow each other down.
  // oxlint-disable-next-line no-await-in-loop
  const { figures, ratios } = await bench();
  const seen = busy();
  results[name] = { ...figures, ratios, busy: seen };
  if (values.json) continue;
  for (const line of [...linesOf(figures), ...ratios.map(lineOf)]) process.stdout.write(`${name} ${line}\n`);
  process.stdout.write(`${name} busy ${seen.spin} (1 is idle), load ${seen.load} per processor\n`);
}
if (values.json) process.stdout.write(`${JSON.stringify(results)}\n`);
