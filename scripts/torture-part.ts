// `node scripts/torture-part.ts PART FROM COUNT`: one part of `npm run torture`, or a stretch of its stories, in a process of
// its own. Prints each story that went wrong with the line that tells it again, and the counts as JSON.
import { rmSync } from 'node:fs';
import { tellFolderStory } from '../test/faults/folders/folder-story.ts';
import { findingFolderSeed, plantedFolderBugs } from '../test/faults/folders/planted-folder-bugs.ts';
import { killWhileFilesArrive, watchWithTwo } from '../test/faults/real/folder-kills.ts';
import { killAgainAndAgain } from '../test/faults/real/kills.ts';
import { sendThroughChaos } from '../test/faults/real/uploads.ts';
import { allPlanted } from '../test/faults/simulation/all-planted.ts';
import { findingSeed } from '../test/faults/simulation/find-planted.ts';
import { sendUnderOneName } from '../test/faults/simulation/one-name.ts';
import { crashAt, restoreAt, simulate } from '../test/faults/simulation/run.ts';
import { liveSixtyDays } from '../test/faults/simulation/sixty-days.ts';
import { type Contents, writeContents } from '../test/faults/simulation/world.ts';
import { type Counts, kindOf, type Part, parts, sum } from './torture-counts.ts';

/** Documents of the journey whose journal is put back. */
const DOCUMENTS = 50;
/** Files that arrive in a watched folder while the app is killed. */
const ARRIVING = 300;

const wrong: Counts[] = [];

function judge(problems: readonly string[], what: string): void {
  if (problems.length > 0) process.stderr.write(`${what}\n${problems.map((problem) => `  ${problem}\n`).join('')}`);
  wrong.push(...problems.map((problem) => ({ [kindOf(problem)]: 1 })));
}

async function withContents<T>(use: (contents: Contents) => Promise<T>, documents?: number): Promise<T> {
  const contents = writeContents(documents);
  try {
    return await use(contents);
  } finally {
    rmSync(contents.folder, { recursive: true });
  }
}

/** Counts `from` to the last of `count`, and does something with each in turn. */
async function each(from: number, count: number, act: (number: number) => Promise<void>): Promise<void> {
  // oxlint-disable-next-line no-await-in-loop -- two at once would slow each other down
  for (let number = from; number < from + count; number += 1) await act(number);
}

const bugs = [
  ...allPlanted.map((one) => ({ bug: one.bug, find: () => withContents((contents) => findingSeed(contents, one)) })),
  ...plantedFolderBugs.map((one) => ({ bug: one.bug, find: () => findingFolderSeed(one) })),
];

const run: Readonly<Record<Part, (from: number, count: number) => Promise<Counts>>> = {
  async planted(from, count) {
    let plantedFound = 0;
    const some = bugs.slice(from - 1, from - 1 + count);
    await each(0, some.length, async (number) => {
      if ((await some[number]?.find()) !== null) plantedFound += 1;
      else process.stderr.write(`not found: ${some[number]?.bug}\n`);
    });
    return { planted: some.length, plantedFound };
  },
  async seeds(from, count) {
    await withContents((contents) =>
      each(from, count, async (seed) => {
        const { problems } = await simulate(seed, contents);
        judge(problems, `seed ${seed}: npm run torture -- --only seeds --seeds 1 --from ${seed}`);
      }),
    );
    return { seeds: count };
  },
  async folders(from, count) {
    await each(from, count, async (seed) => {
      const { problems } = await tellFolderStory(seed);
      judge(problems, `folder story ${seed}: npm run torture -- --only folders --folders 1 --from ${seed}`);
    });
    return { folders: count };
  },
  crashes: () =>
    withContents(async (contents) => {
      const { steps } = await crashAt(0, contents);
      await each(0, steps + 1, async (step) => {
        judge((await crashAt(step, contents)).problems, `crash at step ${step}: npm run torture -- --only crashes`);
      });
      return { crashes: steps };
    }),
  /** Puts back the journal of each change of a journey, or of as many as wanted, spread evenly. */
  restores: (_, most) =>
    withContents(async (contents) => {
      const { changes } = await restoreAt(0, contents);
      const restores = Math.min(most, changes);
      await each(1, restores, async (moment) => {
        const change = Math.ceil((changes * moment) / restores);
        const { problems, rows, started } = await restoreAt(change, contents);
        const unlike = rows === DOCUMENTS && started === DOCUMENTS ? [] : [`${rows} rows, ${started} started`];
        judge(
          [...problems, ...unlike],
          `restored at change ${change} of ${changes}: npm run torture -- --only restores`,
        );
      });
      return { restores };
    }, DOCUMENTS),
  /** Sixty days with five hundred restarts. */
  documents: (from, documents) =>
    withContents(async (contents) => {
      const { problems, signed, saved } = await liveSixtyDays({ documents, restarts: 500, seed: from }, contents);
      judge(problems, `sixty days: npm run torture -- --only documents --documents ${documents} --from ${from}`);
      return { documents, signed, saved };
    }),
  /** Files of one name whose journal is lost. */
  async names(from, names) {
    const began = performance.now();
    const { problems } = await sendUnderOneName({ submissions: names, others: Math.ceil(names / 20), seed: from });
    judge(problems, `files of one name: npm run torture -- --only names --names ${names} --from ${from}`);
    return { names, namesSeconds: Math.round((performance.now() - began) / 1_000) };
  },
  async kills(from, kills) {
    judge(
      (await killAgainAndAgain(from, kills)).problems,
      `npm run torture -- --only kills --kills ${kills} --from ${from}`,
    );
    const half = Math.ceil(kills / 2);
    const { problems } = await killWhileFilesArrive(from, { kills: half, files: ARRIVING });
    judge(problems, `killed ${half} times while files arrived in a watched folder, seed ${from}`);
    return { kills, folderKills: half };
  },
  /** Two apps on one folder. */
  async shared(_, files) {
    const { problems, started } = await watchWithTwo(files);
    judge(problems, `two apps on one folder: npm run torture -- --only shared --shared ${files}`);
    return { shared: started };
  },
  async uploads(from, uploads) {
    judge(
      (await sendThroughChaos(from, uploads)).problems,
      `uploads: npm run torture -- --only uploads --uploads ${uploads} --from ${from}`,
    );
    return { uploads };
  },
};

const [name, from, count] = process.argv.slice(2);
const part = parts.find((one) => one === name);
if (part === undefined) throw new Error(`There is no part ${name}. There are: ${parts.join(', ')}`);
const counts = await run[part](Number(from), Number(count));
process.stdout.write(`${JSON.stringify(sum([counts, ...wrong]))}\n`);
