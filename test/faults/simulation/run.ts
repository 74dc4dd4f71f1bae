import { rmSync } from 'node:fs';
import { watchCalls } from './calls-judge.ts';
import { loseAfterDeletion, planComputers, planWrongClock } from './computers.ts';
import { judgeCopies } from './copies-judge.ts';
import { liveOn } from './days-after.ts';
import { bringCrowd, bringForeign, fillAccount } from './foreign-documents.ts';
import { invitationsRest, judgeInvitations, planInvitations } from './invitations.ts';
import { isEndless, judge, judgeService, mayStayUnsettled, watchRows } from './judge.ts';
import { bringNamesakes, namesakesOf } from './namesakes.ts';
import { judgeOrders, ordersRest, planOrders } from './orders.ts';
import { planPower, planPowerCuts, sleep } from './power.ts';
import { createLives, type Lives } from './process-lives.ts';
import type { Quirks } from './quirks.ts';
import { createChance } from './random.ts';
import { ignoringCrash, planWork, seeTo, stopRecovered } from './scenario.ts';
import { type Contents, createWorld, type World, writeContents } from './world.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** The share of the stories that go on until the service has deleted its documents. */
const DAYS_AFTER = 0.4;
/** How often a person sees to everything that waits. */
const VISITS = 4;
/** The share of the stories in which people withdraw and delete documents made elsewhere. */
const WITH_ORDERS = 0.3;

/** A service without moods: in a story with this seed, starts are never answered in vain. */
const QUIET_SEED = 1;
const quiet = { trouble: 0, replays: false, late: false, overlooks: false, storage: 0 };

export interface Run {
  readonly problems: readonly string[];
  readonly world: World;
}

/**
 * One run from its seed: an hour with faults, then none until all work is done. When it `shows` a planted bug by then, the
 * days after are left out.
 */
export async function simulate(
  seed: number,
  contents: Contents,
  quirks: Quirks = {},
  shows: RegExp | null = null,
): Promise<Run> {
  const luck = createChance(seed ^ 0x5bd1e995);
  const weather = {
    trouble: luck.pick([0.02, 0.1, 0.3, 0.5]),
    replays: luck.of(0.15),
    late: luck.of(0.2),
    overlooks: luck.of(0.1),
    storage: 0,
  };
  const namesakes = namesakesOf(seed);
  const own = namesakes === null || namesakes.submissions === 0 ? null : writeContents(namesakes.submissions);
  const world = await createWorld(seed, weather, own ?? contents);
  if (own !== null) world.afterwards.push(() => rmSync(own.folder, { recursive: true }));
  world.namesakes = namesakes;
  world.shows = shows;
  try {
    return await live(world, luck, quirks);
  } finally {
    world.end();
  }
}

async function live(world: World, luck: ReturnType<typeof createChance>, quirks: Quirks): Promise<Run> {
  const { time } = world;
  const lives = createLives(world, quirks);
  watchCalls(world);
  watchRows(world);
  if (luck.of(0.1)) await bringForeign(world, luck.below(10 * MINUTE));
  if (world.grounds.of(0.15)) await fillAccount(world);
  await bringNamesakes(world, quirks.namesakes);
  await bringCrowd(world);
  if (quirks.noSaving !== true && world.orders.of(WITH_ORDERS)) await planOrders(world, lives);
  planInvitations(world, lives);
  planWrongClock(world, lives);
  lives.start();
  const few = luck.between(1, 4);
  planWork(world, (world.namesakes?.submissions ?? 0) || few, lives.current, quirks.acknowledgedFirst === true, true);
  for (let crashes = luck.below(4); crashes > 0; crashes -= 1) {
    time.after(luck.below(luck.of(0.8) ? 90_000 : HOUR), () => lives.crash(luck.of(0.7) ? luck.below(6) : 0));
  }
  if (luck.of(0.15))
    time.after(luck.below(HOUR), () => world.setClock(luck.pick([-24 * HOUR, -HOUR, 10 * MINUTE, HOUR])));
  if (luck.of(0.1)) {
    const counted = luck.of(0.5);
    time.after(luck.below(HOUR), () => sleep(world, lives, { ms: 8 * HOUR, counted, told: true, late: 0 }));
  }
  if (luck.of(0.15))
    time.after(luck.below(10 * MINUTE), () => {
      world.diskBrokenFrom = time.now();
      world.diskBrokenUntil = time.now() + luck.below(5 * MINUTE);
    });
  if (luck.of(0.1)) {
    time.after(luck.below(10 * MINUTE), () => void lives.current()?.outbox.pause(true));
    time.after(20 * MINUTE, () => void lives.current()?.outbox.pause(false));
  }
  moveTheGround(world, lives);
  planPower(world, lives);
  planPowerCuts(world, lives);
  planComputers(world, lives);

  const end = time.now() + HOUR;
  await time.run(end, () => isEndless(world));
  const isLong = quirks.noSaving !== true && world.home.of(DAYS_AFTER);
  // Where a service shows one page per window, two readings of hundreds of documents take hours after each answer.
  return calm(world, lives, time.now() + (world.namesakes === null ? 30 : 90) * HOUR, isLong);
}

/** Plans lost, damaged or older journals, other accounts and damaged copies, each with some probability. */
function moveTheGround(world: World, lives: Lives): void {
  const { grounds, time, contents } = world;
  if (grounds.of(0.3)) {
    // Early, while the first documents are being sent, or later.
    const at = grounds.below(grounds.of(0.7) ? 3 * MINUTE : 30 * MINUTE);
    time.after(at, () => lives.backUp());
    const moved = at + grounds.between(1_000, 25 * MINUTE);
    if (grounds.of(0.3))
      time.after(moved + grounds.between(1_000, 10 * MINUTE), () => {
        const current = lives.current();
        if (current) ignoringCrash(stopRecovered(world, current));
      });
    time.after(moved, () => {
      lives.ground(grounds.pick(['lost', 'rolled-back', 'rolled-back', 'damaged', 'unwitnessed']));
      lives.restart();
    });
  }
  if (grounds.of(0.15)) {
    const at = grounds.below(grounds.of(0.6) ? 90_000 : 20 * MINUTE);
    const signIn = (who: 'A' | 'B') => () => {
      const current = lives.current();
      if (current) current.signIn(who);
      else world.signedIn = who;
    };
    // In every other story, calls are just then on their way that need another token.
    if (world.seed % 2 === 0) time.after(Math.max(0, at - 500), world.network.revoke);
    time.after(at, signIn('B'));
    time.after(at + grounds.below(40 * MINUTE), signIn('A'));
  }
  if (grounds.of(0.05)) {
    const at = grounds.below(10 * MINUTE);
    // The spool's disk fails for a while: the outbox stops, and the connection seems idle.
    time.after(at, () => {
      world.spoolBroken = true;
      lives.restart();
    });
    time.after(at + MINUTE, () => {
      const current = lives.current();
      if (current === null || current.isBusy()) return;
      world.moved = true;
      current.renew();
    });
    time.after(at + 2 * MINUTE, () => {
      world.spoolBroken = false;
      lives.restart();
    });
  }
  if (grounds.of(0.06)) {
    const content = contents.files[grounds.below(4)]?.sha256 ?? '';
    time.after(grounds.below(2 * MINUTE), () => world.rotted.add(content));
  }
}

/**
 * Sends three documents without faults and crashes at the k-th operation (before or after a write, a request or an
 * answer). 0: no crash. `steps` is the number of operations.
 */
export async function crashAt(
  step: number,
  contents: Contents,
  quirks: Quirks = {},
): Promise<Run & { readonly steps: number; readonly started: number }> {
  const world = await createWorld(QUIET_SEED, quiet, contents);
  try {
    const lives = createLives(world, quirks);
    watchCalls(world);
    watchRows(world);
    let steps = 0;
    lives.start();
    planWork(world, 3, lives.current, quirks.acknowledgedFirst === true, false);
    world.crashesHere = () => {
      steps += 1;
      if (steps !== step) return false;
      lives.comeBack();
      return true;
    };
    await world.time.run(world.time.now() + HOUR, () => isEndless(world));
    const run = await calm(world, lives, world.time.now() + 12 * HOUR);
    return { ...run, steps, started: world.network.started.size };
  } finally {
    world.end();
  }
}

/**
 * Sends a document per content. At the end, the journal after its k-th change replaces the last one. 0: none. `changes`
 * is the number of changes.
 */
export async function restoreAt(
  change: number,
  contents: Contents,
  quirks: Quirks = {},
): Promise<Run & { readonly changes: number; readonly rows: number; readonly started: number }> {
  const world = await createWorld(QUIET_SEED, quiet, contents);
  try {
    const lives = createLives(world, quirks);
    watchCalls(world);
    let changes = 0;
    lives.start();
    planWork(world, contents.files.length, lives.current, false, false);
    world.crashesHere = (name) => {
      if (name !== 'after commit') return false;
      changes += 1;
      if (changes === change) lives.backUp();
      return false;
    };
    await world.time.run(world.time.now() + HOUR, () => isEndless(world));
    if (change > 0) {
      world.crashesHere = () => false;
      lives.ground('rolled-back');
      lives.restart();
    }
    const run = await calm(world, lives, world.time.now() + 12 * HOUR);
    const { size } = new Set(world.acknowledged);
    return { ...run, changes, rows: size, started: world.network.started.size };
  } finally {
    world.end();
  }
}

export async function calm(world: World, lives: Lives, until: number, isLong = false): Promise<Run> {
  const { time, weather } = world;
  weather.trouble = 0;
  world.strange.end();
  world.crashesHere = () => false;
  world.spoolBroken = false;
  lives.restart();
  lives.current()?.outbox.pause(false);
  if (world.signedIn === 'B') lives.current()?.signIn('A');
  // By now all late and repeated requests have arrived, and two checks have passed since.
  // Each check looks for orphans among ten namesakes or more, once no upload of their name is in doubt.
  const forOrphans = Math.ceil((world.namesakes?.documents ?? 0) / 10);
  // A start in vain shows in a list of its page, and each check reads one or two pages.
  const { overviewCap } = world.service.options;
  const pages = overviewCap === null ? 0 : Math.ceil(world.service.documents.all().length / overviewCap);
  const forVain = world.network.hasVain() ? 2 * pages : 0;
  let enough = world.checks + 4 + forOrphans + forVain;
  for (let visit = 1; visit <= VISITS; visit += 1) {
    await time.run(until, () => isEndless(world) || (world.checks >= enough && atRest(world)));
    const process = lives.current();
    if (process !== null) ignoringCrash(seeTo(world, process));
    process?.orders.answer();
    await time.run(time.now() + MINUTE, () => isEndless(world));
    enough = world.checks + 1 + (visit === VISITS ? forOrphans : 0);
  }
  await time.run(until, () => isEndless(world) || (world.checks >= enough && atRest(world)));
  const problems = new Set([
    ...(await judge(world)),
    ...judgeCopies(world),
    ...judgeOrders(world),
    ...judgeInvitations(world),
  ]);
  const { shows } = world;
  const hasShown = shows !== null && [...problems, ...world.problems].some((problem) => shows.test(problem));
  if (isLong && !hasShown) {
    for (const one of await liveOn(world, lives, () => isEndless(world))) problems.add(one);
    for (const one of await loseAfterDeletion(world, lives, () => isEndless(world))) problems.add(one);
  }
  for (const one of [...world.problems, ...judgeService(world)]) problems.add(one);
  lives.end();
  await world.service.close();
  return { problems: [...problems], world };
}

export function atRest(world: World): boolean {
  const current = world.users[world.signedIn].username;
  if (!ordersRest(world) || !invitationsRest(world)) return false;
  return world.rows().every(({ stage, reason, account }) => {
    if (account !== null && account !== current) return true;
    // The search continues, and a person may wait for it.
    if (reason?.kind === 'unsettled') return mayStayUnsettled(world);
    return ['done', 'needs-you', 'held'].includes(stage.kind);
  });
}
