// `npm run torture [-- --seeds N] [--from SEED] [--folders N] [--shared N] [--kills N] [--uploads N] [--restores N] [--documents N] [--names N] [--guards] [--json]`: tests
// that take too long for `npm test`: the simulated outbox and saver with many seeds, every crash point, the planted bugs,
// sixty days with many documents, thousands of files of one name, an older journal of every moment put back; and on real disks and sockets a process that
// is killed again and again, two apps on one folder, and many uploads through a failing network.
import { rmSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { tellFolderStory } from '../test/faults/folders/folder-story.ts';
import { findingFolderSeed, plantedFolderBugs } from '../test/faults/folders/planted-folder-bugs.ts';
import { killWhileFilesArrive, watchWithTwo } from '../test/faults/real/folder-kills.ts';
import { killAgainAndAgain } from '../test/faults/real/kills.ts';
import { sendThroughChaos } from '../test/faults/real/uploads.ts';
import { allPlanted as planted } from '../test/faults/simulation/all-planted.ts';
import { findingSeed } from '../test/faults/simulation/find-planted.ts';
import { sendUnderOneName } from '../test/faults/simulation/one-name.ts';
import { crashAt, restoreAt, simulate } from '../test/faults/simulation/run.ts';
import { liveSixtyDays } from '../test/faults/simulation/sixty-days.ts';
import { type Contents, writeContents } from '../test/faults/simulation/world.ts';
import { guards } from '../test/security/guards/guards.ts';
import { removeGuards } from '../test/security/guards/remove-guards.ts';
import { seedFor } from '../test/seed.ts';

function wholeNumber(text: string, option: string): number {
  if (/^(?:0|[1-9]\d{0,8})$/.test(text)) return Number(text);
  process.stderr.write(`--${option} wants a number up to 999999999, not ${text}\n`);
  return process.exit(2);
}

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '100000' },
    from: { type: 'string', default: '1' },
    kills: { type: 'string', default: '200' },
    uploads: { type: 'string', default: '1000' },
    restores: { type: 'string', default: '999999' },
    folders: { type: 'string', default: '2000' },
    shared: { type: 'string', default: '300' },
    documents: { type: 'string', default: '10000' },
    names: { type: 'string', default: '2000' },
    guards: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
});
// Alone: it removes each guard against attacks, and its test must miss it.
if (values.guards) {
  const missed = await removeGuards(guards, (done) => process.stderr.write(`guards: ${done} of ${guards.length}\n`));
  process.stderr.write(missed.map((one) => `not found: ${one}\n`).join(''));
  const found = { guards: guards.length, guardsFound: guards.length - missed.length };
  process.stdout.write(
    values.json ? `${JSON.stringify(found)}\n` : `guards ${found.guards}\nguardsFound ${found.guardsFound}\n`,
  );
  process.exit(missed.length === 0 ? 0 : 1);
}
const seeds = wholeNumber(values.seeds, 'seeds');
const from = values.from === 'random' ? seedFor('random') : wholeNumber(values.from, 'from');
const kills = wholeNumber(values.kills, 'kills');
const uploads = wholeNumber(values.uploads, 'uploads');
const folders = wholeNumber(values.folders, 'folders');
/** Files that arrive in a folder which two apps watch. */
const shared = wholeNumber(values.shared, 'shared');
const restores = wholeNumber(values.restores, 'restores');
/** Documents of the journey whose journal is put back. */
const DOCUMENTS = 50;
const documents = wholeNumber(values.documents, 'documents');
/** Files of one name in one story. */
const names = wholeNumber(values.names, 'names');
const counts = {
  from,
  seeds,
  lost: 0,
  startedTwice: 0,
  /** Documents started without Send, with outdated signees or from another account. */
  notAsked: 0,
  breaches: 0,
  /** Signed documents without a copy on this computer and without a word to the person. */
  unsaved: 0,
  other: 0,
  planted: planted.length + plantedFolderBugs.length,
  plantedFound: 0,
  crashPoints: 0,
  restores: 0,
  kills: 0,
  folders: 0,
  shared: 0,
  uploads: 0,
  /** In sixty days with five hundred restarts. */
  signed: 0,
  saved: 0,
  /** Files of one name whose journal was lost, and what their story took. */
  names: 0,
  namesSeconds: 0,
};

/** A folder took a document for whom, or while, nobody asked for it. */
const toOthers = /no longer (?:named|held)|nobody confirmed|another account|from outside|while it was open/;

function count(problems: readonly string[], replay: string): void {
  if (problems.length === 0) return;
  process.stderr.write(`${replay}\n${problems.map((problem) => `  ${problem}\n`).join('')}`);
  for (const problem of problems) {
    if (/ lost$|it is lost|was destroyed$/.test(problem)) counts.lost += 1;
    else if (toOthers.test(problem)) counts.notAsked += 1;
    else if (/was taken \d+ times|is a signed copy and was taken/.test(problem)) counts.startedTwice += 1;
    else if (problem.startsWith('notAsked')) counts.notAsked += 1;
    else if (/was started \d+ times|started \d+ times for/.test(problem)) counts.startedTwice += 1;
    else if (problem.startsWith('breach ')) counts.breaches += 1;
    else if (problem.startsWith('unsaved')) counts.unsaved += 1;
    else counts.other += 1;
  }
}

/** A run of hours says how far it is. */
function tellProgress(what: string, done: number, all: number): void {
  if (done % 1000 === 0) process.stderr.write(`${what}: ${done} of ${all}\n`);
}

/** Puts back the journal of each change of a journey, or of as many as wanted, spread evenly. */
async function restoreEveryMoment(contents: Contents): Promise<void> {
  const { changes } = await restoreAt(0, contents);
  counts.restores = Math.min(restores, changes);
  for (let moment = 1; moment <= counts.restores; moment += 1) {
    const change = Math.ceil((changes * moment) / counts.restores);
    const { problems, rows, started } = await restoreAt(change, contents);
    const unlike = rows === DOCUMENTS && started === DOCUMENTS ? [] : [`${rows} rows, ${started} started`];
    count([...problems, ...unlike], `restored at change ${change} of ${changes}`);
  }
}

const contents = writeContents();
try {
  for (const mistake of planted) if ((await findingSeed(contents, mistake)) !== null) counts.plantedFound += 1;
  for (const mistake of plantedFolderBugs) if ((await findingFolderSeed(mistake)) !== null) counts.plantedFound += 1;
  for (let seed = from; seed < from + folders; seed += 1) {
    const { problems } = await tellFolderStory(seed);
    count(problems, `folder story ${seed}: COUNTERSIGN_SEED=${seed} COUNTERSIGN_FOLDER_RUNS=1`);
    counts.folders += 1;
    tellProgress('folder stories', counts.folders, folders);
  }
  const undisturbed = await crashAt(0, contents);
  for (let step = 0; step <= undisturbed.steps; step += 1) {
    const { problems } = await crashAt(step, contents);
    count(
      problems,
      `crash at step ${step}: npx vitest run --config test/vitest.config.ts --project faults crash-points`,
    );
  }
  counts.crashPoints = undisturbed.steps;
  for (let seed = from; seed < from + seeds; seed += 1) {
    const { problems } = await simulate(seed, contents);
    count(
      problems,
      `seed ${seed}: npm run torture -- --from ${seed} --seeds 1 --kills 0 --uploads 0 --restores 0 --documents 0 --names 0`,
    );
    tellProgress('seeds', seed - from + 1, seeds);
  }
  if (documents > 0) {
    const { problems, signed, saved } = await liveSixtyDays({ documents, restarts: 500, seed: from }, contents);
    count(
      problems,
      `sixty days: npm run torture -- --seeds 0 --kills 0 --uploads 0 --restores 0 --names 0 --from ${from}`,
    );
    Object.assign(counts, { signed, saved });
  }
  if (names > 0) {
    const began = performance.now();
    const { problems } = await sendUnderOneName({ submissions: names, others: Math.ceil(names / 20), seed: from });
    count(
      problems,
      `${names} files of one name: npm run torture -- --seeds 0 --kills 0 --uploads 0 --restores 0 --documents 0 --folders 0 --from ${from} --names ${names}`,
    );
    Object.assign(counts, { names, namesSeconds: Math.round((performance.now() - began) / 1_000) });
  }
} finally {
  rmSync(contents.folder, { recursive: true });
}
if (restores > 0) {
  const journey = writeContents(DOCUMENTS);
  try {
    await restoreEveryMoment(journey);
  } finally {
    rmSync(journey.folder, { recursive: true });
  }
}
if (kills > 0) {
  const { problems } = await killAgainAndAgain(from, kills);
  count(
    problems,
    `killed ${kills} times: npm run torture -- --seeds 0 --uploads 0 --restores 0 --documents 0 --names 0 --from ${from} --kills ${kills}`,
  );
  counts.kills = kills;
}
if (kills > 0 && folders > 0) {
  const { problems } = await killWhileFilesArrive(from, { kills: Math.ceil(kills / 2), files: 300 });
  count(problems, `killed while files arrived in a watched folder, seed ${from}`);
}
if (kills > 0 && shared > 0) {
  const { problems, started } = await watchWithTwo(shared);
  count(problems, `two apps on one folder: ${shared} files`);
  counts.shared = started;
}
if (uploads > 0) {
  const { problems } = await sendThroughChaos(from, uploads);
  count(
    problems,
    `${uploads} uploads: npm run torture -- --seeds 0 --kills 0 --restores 0 --documents 0 --names 0 --from ${from} --uploads ${uploads}`,
  );
  counts.uploads = uploads;
}
const lines = Object.entries(counts).map(([name, value]) => `${name} ${value}\n`);
process.stdout.write(values.json ? `${JSON.stringify(counts)}\n` : lines.join(''));
const whole = counts.plantedFound === counts.planted;
process.exitCode =
  whole && counts.lost + counts.startedTwice + counts.notAsked + counts.breaches + counts.unsaved + counts.other === 0
    ? 0
    : 1;
