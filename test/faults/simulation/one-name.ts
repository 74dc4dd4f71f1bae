import { rmSync } from 'node:fs';
import { hashOf, type Submission } from '../../../main/submission/submission.ts';
import { watchCalls } from './calls-judge.ts';
import { unseenOf } from './computers.ts';
import { watchRows } from './judge.ts';
import { bringNamesakes } from './namesakes.ts';
import { createLives } from './process-lives.ts';
import type { Quirks } from './quirks.ts';
import { createChance } from './random.ts';
import { atRest, calm } from './run.ts';
import { planWork } from './scenario.ts';
import { createWorld, NAMES, type World, writeContents } from './world.ts';

const HOUR = 60 * 60_000;
/** Longer than the sending of two thousand may take before the journal is lost. */
const SENDING_MS = 48 * HOUR;
/** The bad weather goes on for a while after the loss. */
const STORM_MS = 2 * HOUR;
/** Where a service shows fifty documents per window, two readings of two thousand take a day. */
const UNDECIDED_MS = 7 * 24 * HOUR;

interface OneName {
  readonly submissions: number;
  /** The documents of this name that other programs make. */
  readonly others: number;
  readonly seed: number;
}

export interface Told {
  readonly problems: readonly string[];
  /** Documents that were started before the journal was lost, and in all. */
  readonly startedBefore: number;
  readonly started: number;
  /** Requests for details of documents that no row had, from the loss until no row was undecided. */
  readonly looks: number;
  /** By the clock of the story: from the loss until no row was undecided. */
  readonly hours: number;
}

/**
 * People send thousands of files of one name, and the journal is lost when some of them are under way. A person sees to
 * what came back once nothing moves any more, and then everything is judged as in every other story. Such a story takes
 * minutes, so no seed of the others draws it.
 */
export async function sendUnderOneName({ submissions, others, seed }: OneName, quirks: Quirks = {}): Promise<Told> {
  const luck = createChance(seed ^ 0x428a2f98);
  const contents = writeContents(submissions);
  const weather = { trouble: luck.pick([0, 0.02]), replays: false, late: false, overlooks: false, storage: 0 };
  const world = await createWorld(seed, weather, contents);
  world.namesakes = { name: NAMES[0], documents: others, submissions };
  const { time, network } = world;
  try {
    const lives = createLives(world, { noSaving: true, ...quirks });
    watchCalls(world);
    watchRows(world);
    await bringNamesakes(world, quirks.namesakes);
    lives.start();
    planWork(world, submissions, lives.current, false, true);
    const enough = Math.ceil(submissions * luck.pick([0.05, 0.2, 0.4]));
    await time.run(time.now() + SENDING_MS, () => network.started.size >= enough);
    const startedBefore = network.started.size;
    if (startedBefore < enough && !network.hasVain())
      world.problem(`${startedBefore} were started in ${SENDING_MS / HOUR} hours`);
    lives.ground('lost');
    lives.restart();
    const lostAt = time.now();
    const looksBefore = world.looks;
    const isEarlier = watchReady(world, lostAt);
    await time.run(lostAt + STORM_MS, () => false);
    weather.trouble = 0;
    world.strange.end();
    await time.run(lostAt + UNDECIDED_MS, () => atRest(world));
    const hours = (time.now() - lostAt) / HOUR;
    const undecided = world.rows().filter(({ stage }) => stage.kind === 'unclear');
    if (!atRest(world)) world.problem(`${undecided.length} rows are undecided after ${hours} hours`);
    const looks = world.looks - looksBefore;
    const held = world.rows().filter((row) => row.stage.kind === 'held' && isEarlier(row));
    for (const sha256 of unseenOf(world, held))
      world.problem(`${sha256.slice(0, 8)} runs, and its row says that none was found`);
    const { problems } = await calm(world, lives, time.now() + UNDECIDED_MS);
    return { problems, startedBefore, started: network.started.size, looks, hours };
  } finally {
    world.end();
    rmSync(contents.folder, { recursive: true });
  }
}

/**
 * No row from before the loss calls itself ready to send while people can sign a document of it that stands in no row. A
 * content that two rows have may be the other one's. Returns whether a row is from before and alone.
 */
function watchReady(world: World, lostAt: number): (row: Submission) => boolean {
  const { onRow, network, service, problem } = world;
  const isEarlier = (row: Submission) =>
    row.acceptedAt < lostAt && world.rows().every((one) => one.id === row.id || hashOf(one) !== hashOf(row));
  const runs = (row: Submission) =>
    [...network.started.keys()].some((documentId) => {
      const document = service.documents.find(documentId);
      return document?.sha256 === hashOf(row) && document.documentStatus === 'in-progress';
    });
  world.onRow = (row) => {
    onRow(row);
    const saysReady = row.stage.kind === 'held' && row.reason?.kind !== 'perhaps-sent';
    if (saysReady && runs(row) && isEarlier(row)) problem(`${row.id} says that nobody sent it, and its document runs`);
  };
  return isEarlier;
}
