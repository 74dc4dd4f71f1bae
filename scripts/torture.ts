// `npm run torture [-- --only PART…] [--from SEED] [--seeds N] [--folders N] [--restores N] [--documents N] [--names N]
// [--kills N] [--shared N] [--uploads N] [--json]`, or `-- --guards`: tests that take too long for `npm test`. The parts are
// told in `torture-part.ts`, as many at once as there are processors; a process ends after some stories, because a long one
// gets slow. A part with 0 is left out.
import { execFile } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { parseJson } from '../shared/parse-json.ts';
import { plantedFolderBugs } from '../test/faults/folders/planted-folder-bugs.ts';
import { allPlanted } from '../test/faults/simulation/all-planted.ts';
import { guards } from '../test/security/guards/guards.ts';
import { removeGuards } from '../test/security/guards/remove-guards.ts';
import { seedFor } from '../test/seed.ts';
import { type Counts, type Part, parts, sum, wrong } from './torture-counts.ts';

/** How often each part is done, where nobody says it. */
const usual: Readonly<Record<Part, number>> = {
  planted: allPlanted.length + plantedFolderBugs.length,
  seeds: 100_000,
  folders: 2_000,
  crashes: 1,
  restores: 999_999,
  documents: 10_000,
  names: 2_000,
  kills: 200,
  shared: 300,
  uploads: 1_000,
};
/** Parts made of many stories, and how many of them one process tells. */
const stretches: Partial<Record<Part, number>> = { planted: 10, seeds: 250, folders: 250 };

/** Parts on real disks and sockets. */
const byClock: ReadonlySet<Part> = new Set(['kills', 'shared', 'uploads']);

function fail(sentence: string): never {
  process.stderr.write(`${sentence}\n`);
  return process.exit(2);
}

function wholeNumber(text: string, option: string): number {
  return /^(?:0|[1-9]\d{0,8})$/.test(text)
    ? Number(text)
    : fail(`--${option} wants a number up to 999999999, not ${text}`);
}

const { values } = parseArgs({
  options: {
    only: { type: 'string', multiple: true, default: [...parts] },
    from: { type: 'string', default: '1' },
    guards: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    seeds: { type: 'string' },
    folders: { type: 'string' },
    restores: { type: 'string' },
    documents: { type: 'string' },
    names: { type: 'string' },
    kills: { type: 'string' },
    shared: { type: 'string' },
    uploads: { type: 'string' },
  },
});

function tell(counts: Counts): void {
  const lines = Object.entries(counts).map(([name, value]) => `${name} ${value}\n`);
  process.stdout.write(values.json ? `${JSON.stringify(counts)}\n` : lines.join(''));
}

// Alone: it removes each guard against attacks, and its test must miss it.
if (values.guards) {
  const missed = await removeGuards(guards, (done) => process.stderr.write(`guards: ${done} of ${guards.length}\n`));
  process.stderr.write(missed.map((one) => `not found: ${one}\n`).join(''));
  tell({ guards: guards.length, guardsFound: guards.length - missed.length });
  process.exit(missed.length === 0 ? 0 : 1);
}

const unknown = values.only.find((one) => !parts.some((part) => part === one));
if (unknown !== undefined) fail(`There is no part ${unknown}. There are: ${parts.join(', ')}`);
const seed = values.from === 'random' ? seedFor('random') : wholeNumber(values.from, 'from');
const given: Partial<Record<string, string | boolean | string[]>> = values;

interface Stretch {
  readonly part: Part;
  readonly from: number;
  readonly count: number;
}

function* stretchesOf(part: Part): Generator<Stretch> {
  const count = typeof given[part] === 'string' ? wholeNumber(given[part], part) : usual[part];
  const first = part === 'planted' ? 1 : seed;
  const most = stretches[part] ?? Math.max(1, count);
  for (let done = 0; done < count; done += most)
    yield { part, from: first + done, count: Math.min(most, count - done) };
}

const answer = z.record(z.string(), z.number());

function tellStretch({ part, from, count }: Stretch): Promise<Counts> {
  const script = join(import.meta.dirname, 'torture-part.ts');
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [script, part, `${from}`, `${count}`],
      { maxBuffer: 1e9 },
      (error, stdout) => {
        const counts = answer.safeParse(error === null ? parseJson(stdout) : null).data;
        if (counts === undefined) process.stderr.write(`${part} from ${from} ended: ${error?.message ?? stdout}\n`);
        resolve(counts ?? { other: 1 });
      },
    );
    child.stderr?.pipe(process.stderr, { end: false });
  });
}

const all = parts.filter((part) => values.only.includes(part)).flatMap((part) => [...stretchesOf(part)]);
const results: Counts[] = [];

async function tellAll(open: Stretch[]): Promise<void> {
  for (let next = open.shift(); next !== undefined; next = open.shift()) {
    // oxlint-disable-next-line no-await-in-loop -- as many at once as there are processors
    results.push(await tellStretch(next));
    process.stderr.write(`${results.length} of ${all.length}: ${next.part} ${next.count} from ${next.from}\n`);
  }
}

// In virtual time many at once, the long ones first. By the clock of the computer one after the other.
const inTime = all
  .filter(({ part }) => !byClock.has(part))
  .toSorted((one, other) => Number(one.part in stretches) - Number(other.part in stretches));
await Promise.all(Array.from({ length: availableParallelism() }, () => tellAll(inTime)));
await tellAll(all.filter(({ part }) => byClock.has(part)));
const counts = { from: seed, ...wrong, ...sum(results) };
tell(counts);
const isClean = Object.keys(wrong).every((name) => sum(results)[name] === undefined);
const { planted = 0, plantedFound = 0 } = sum(results);
process.exitCode = isClean && planted === plantedFound ? 0 : 1;
