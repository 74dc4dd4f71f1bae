import { setTimeout as pause } from 'node:timers/promises';
import { type Chance, createChance } from '../simulation/random.ts';
import { type AppProcess, Gone } from './app-process.ts';
import { type Judged, judge } from './judge.ts';
import { stormy } from './network-faults.ts';
import { bring, look, type Person, personWith, seeTo } from './person.ts';
import { createScene, type Scene } from './scene.ts';
import { check, comeToRest } from './wait-for-rest.ts';

const MINUTE = 60_000;

export interface Kills extends Judged {
  readonly kills: number;
  readonly faults: number;
}

/**
 * Kills a real process with a real journal, spool and network again and again at random moments, while the network
 * fails. Then it lets the process finish, and the judge checks the result.
 */
export async function killAgainAndAgain(seed: number, kills: number): Promise<Kills> {
  const chance = createChance(seed);
  // Slow answers, so that many kills fall between a request and its answer.
  const scene = await createScene({ files: Math.ceil(kills * 0.6), speed: 20, options: { latencyMs: 15 } });
  try {
    const person = personWith(scene.files);
    scene.proxy.weather(stormy(chance, 0.2));
    for (let life = 0; life < kills; life += 1) await liveAndDie(scene, person, chance);
    const faults = scene.proxy.hits.length;
    scene.proxy.clear();
    await comeToAnEnd(scene, person);
    return { ...(await judge(scene, person.told)), kills, faults };
  } finally {
    await scene.end();
  }
}

async function liveAndDie(scene: Scene, person: Person, chance: Chance): Promise<void> {
  const { app, ready } = scene.begin();
  const bringing = ready.then(() => use(app, person, chance)).catch(unlessGone);
  await death(scene, ready, chance);
  await app.kill();
  await bringing;
  await scene.quiet();
  scene.clock.turn(chance.pick([0, 0, 0, 30_000, 5 * MINUTE, 17 * MINUTE]));
}

/** A kill during the start, some time later, or during a network operation. */
async function death({ proxy }: Scene, ready: Promise<void>, chance: Chance): Promise<void> {
  if (chance.of(0.15)) return pause(chance.below(400));
  await ready.catch(unlessGone);
  if (chance.of(0.2)) return pause(chance.below(300));
  const requests = proxy.requests() + chance.between(1, 12);
  const latest = performance.now() + 1_500;
  while (proxy.requests() < requests && performance.now() < latest) await pause(1);
  return pause(chance.below(25));
}

async function use(app: AppProcess, person: Person, chance: Chance): Promise<void> {
  const state = await app.shown();
  look(state, person);
  await seeTo(app, state, chance);
  const files = person.left.slice(0, chance.between(0, 3));
  if (files.length > 0) await bring(app, person, files);
  const [latest] = state.submissions;
  if (latest && chance.of(0.15)) await app.call('outbox.command', { id: latest.id, command: { kind: 'cancel' } });
}

/** A last run without faults and with three more checks, which find the last orphans. */
async function comeToAnEnd(scene: Scene, person: Person): Promise<void> {
  const { app, ready } = scene.begin();
  await ready;
  look(await app.shown(), person);
  while (person.left.length > 0) await bring(app, person, person.left.slice(0, 20));
  for (let visit = 0; visit < 3; visit += 1) {
    await seeTo(app, await comeToRest(scene, app), createChance(visit));
    await check(scene, app);
  }
  await app.close();
}

function unlessGone(error: unknown): void {
  if (!(error instanceof Gone)) throw error;
}
