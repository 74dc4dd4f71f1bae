import { judge, MOST_REQUESTS } from './judge.ts';
import { type Process, startProcess } from './process.ts';
import type { Quirks } from './quirks.ts';
import { createChance } from './random.ts';
import { plan, seeTo } from './scenario.ts';
import { Crash } from './time.ts';
import { type Contents, createWorld, type World } from './world.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

export interface Run {
  readonly problems: readonly string[];
  readonly world: World;
}

/** One story from its seed: an hour of trouble, then clear weather until everything has come to rest. */
export async function simulate(seed: number, contents: Contents, quirks: Quirks = {}): Promise<Run> {
  const luck = createChance(seed ^ 0x5bd1e995);
  const weather = {
    trouble: luck.pick([0.02, 0.1, 0.3, 0.5]),
    replays: luck.of(0.15),
    late: luck.of(0.2),
    overlooks: luck.of(0.1),
  };
  const world = await createWorld(seed, weather, contents);
  const { time } = world;
  const apps = createApps(world, quirks);
  apps.start();
  plan(world, luck.between(1, 4), apps.current, quirks.acknowledgedFirst === true, true);
  for (let crashes = luck.below(4); crashes > 0; crashes -= 1) {
    time.after(luck.below(luck.of(0.8) ? 90_000 : HOUR), () => apps.crash(luck.of(0.7) ? luck.below(6) : 0));
  }
  if (luck.of(0.15))
    time.after(luck.below(HOUR), () => jump(world, apps, luck.pick([-24 * HOUR, -HOUR, 10 * MINUTE, HOUR])));
  if (luck.of(0.1))
    time.after(luck.below(HOUR), () => {
      world.network.sleep();
      time.skip(8 * HOUR);
      apps.current()?.outbox.wake();
    });
  if (luck.of(0.15))
    time.after(luck.below(10 * MINUTE), () => {
      world.diskBrokenFrom = time.now();
      world.diskBrokenUntil = time.now() + luck.below(5 * MINUTE);
    });
  if (luck.of(0.1)) {
    time.after(luck.below(10 * MINUTE), () => apps.current()?.outbox.pause(true));
    time.after(20 * MINUTE, () => apps.current()?.outbox.pause(false));
  }
  if (luck.of(0.1)) await bringForeign(world, luck.below(10 * MINUTE));

  const end = time.now() + HOUR;
  await time.run(end, () => endless(world));
  return calm(world, apps, time.now() + 12 * HOUR);
}

/**
 * Three documents in fair weather, with one crash at the k-th step: before or after anything is written, sent or
 * answered. 0 stands for no crash; `steps` tells how many there were.
 */
export async function crashAt(
  step: number,
  contents: Contents,
  quirks: Quirks = {},
): Promise<Run & { readonly steps: number }> {
  const weather = { trouble: 0, replays: false, late: false, overlooks: false };
  const world = await createWorld(7, weather, contents);
  const apps = createApps(world, quirks);
  let steps = 0;
  apps.start();
  plan(world, 3, apps.current, quirks.acknowledgedFirst === true, false);
  world.crashesHere = () => {
    steps += 1;
    if (steps !== step) return false;
    apps.comeBack();
    return true;
  };
  await world.time.run(world.time.now() + HOUR, () => endless(world));
  return { ...(await calm(world, apps, world.time.now() + 12 * HOUR)), steps };
}

async function calm(world: World, apps: Apps, until: number): Promise<Run> {
  const { time, weather } = world;
  weather.trouble = 0;
  world.crashesHere = () => false;
  apps.restart();
  apps.current()?.outbox.pause(false);
  // What came late or twice has come by now, and two checks have passed since.
  let enough = world.checks + 4;
  for (let visit = 0; visit < 3; visit += 1) {
    await time.run(until, () => endless(world) || (world.checks >= enough && atRest(world)));
    const process = apps.current();
    if (process !== null) seeTo(world, process);
    enough = world.checks + 1;
  }
  await time.run(until, () => endless(world) || (world.checks >= enough && atRest(world)));
  apps.end();
  const problems = await judge(world);
  await world.service.close();
  return { problems, world };
}

function atRest({ disk }: World): boolean {
  return [...disk.rows.values()].every(({ stage }) => ['done', 'needs-you', 'held'].includes(stage.kind));
}

/** Nobody comes to rest who asks without end; the judge says so. */
function endless(world: World): boolean {
  return world.network.requests() > MOST_REQUESTS;
}

function jump(world: World, apps: Apps, ms: number): void {
  world.clockError += ms;
  world.clockJumped = true;
  world.network.forgetWaits(0);
  apps.current()?.outbox.wake();
}

async function bringForeign(world: World, ms: number): Promise<void> {
  const { time, service, user, foreign } = world;
  const add = async (name: string) => {
    const document = await time.working(() => service.documents.add(user.id, { name, status: 'draft', signees: [] }));
    foreign.add(document.documentId);
  };
  await add('Contract.pdf');
  time.after(ms, () => void add('Lease.pdf'));
}

interface Apps {
  readonly current: () => Process | null;
  readonly start: () => void;
  /** After so many more steps; back after a while. */
  readonly crash: (inSteps: number) => void;
  readonly restart: () => void;
  /** The process has just ended: another one will start. */
  readonly comeBack: () => void;
  readonly end: () => void;
}

/** The process that runs now, if one does. */
function createApps(world: World, quirks: Quirks): Apps {
  const { time } = world;
  let running: readonly Process[] = [];
  const end = () => {
    for (const one of running) one.crash();
    world.network.forgetWaits(Math.min(time.now(), world.diskBrokenFrom));
    running = [];
  };
  const start = () => {
    running = Array.from({ length: quirks.workers ?? 1 }, () => startProcess(world, quirks));
    for (const { outbox } of running) {
      try {
        outbox.start();
      } catch (error) {
        if (!(error instanceof Crash)) throw error;
      }
    }
  };
  const restart = () => {
    end();
    start();
  };
  const comeBack = () => {
    // An answer of this very moment, or one the disk did not take, is not written down.
    world.network.forgetWaits(Math.min(time.now(), world.diskBrokenFrom));
    time.after(5_000, restart);
  };
  return {
    comeBack,
    current: () => running.find((one) => one.alive()) ?? null,
    start,
    crash(inSteps) {
      let left = inSteps;
      world.crashesHere = () => {
        left -= 1;
        if (left > 0) return false;
        world.crashesHere = () => false;
        comeBack();
        return true;
      };
    },
    restart,
    end,
  };
}
