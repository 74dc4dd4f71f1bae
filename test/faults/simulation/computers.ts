import type { Lives } from './process-lives.ts';
import { createChance } from './random.ts';
import { stopRecovered } from './scenario.ts';
import type { World } from './world.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** How many computers share the data folder, where people change between them. */
export const computersOf = (seed: number): number => (createChance(seed ^ 0x71b5a4e3).of(0.4) ? 3 : 2);

/**
 * The data folder is synchronised with one or two other computers, which have a witness of their own, and people change
 * between them. The journal comes as the last one left it, or the synchronising is late and keeps the one that was here.
 */
export function planComputers(world: World, lives: Lives): void {
  const luck = createChance(world.seed ^ 0x2c1b3c6d);
  if (!luck.of(0.15)) return;
  const move =
    (isLate: boolean, isDecided = false) =>
    () => {
      // Days later, the app may be closed on both.
      if (lives.current() === null) return;
      lives.ground(isLate ? 'elsewhere-late' : 'elsewhere');
      lives.restart();
      // An old journal may say that sending is paused. The window shows it, and a person resumes.
      if (isDecided) lives.current()?.outbox.pause(false);
    };
  const { time } = world;
  for (let moves = luck.between(1, 3); moves > 0; moves -= 1)
    time.after(luck.below(luck.of(0.5) ? 2 * MINUTE : 40 * MINUTE), move(luck.of(0.5)));
  // By then a person has decided on one of them.
  if (luck.of(0.5)) time.after(luck.between(65 * MINUTE, 4 * 60 * MINUTE), move(luck.of(0.7), true));
}

/** The clock is three days ahead when files are handed over. Somebody sets it right, and then the journal is lost. */
export function planWrongClock(world: World, lives: Lives): void {
  const luck = createChance(world.seed ^ 0x297a2d39);
  if (!luck.of(0.04)) return;
  world.setClock(3 * DAY);
  const right = luck.between(5 * MINUTE, 30 * MINUTE);
  world.time.after(right, () => world.setClock(-3 * DAY));
  world.time.after(right + luck.between(2 * MINUTE, 10 * MINUTE), () => {
    lives.ground('lost');
    lives.restart();
  });
}

/**
 * Three weeks without the app: the service deletes what was signed. Then the journal is lost. Whatever was started once
 * must not come back as if nobody had sent it.
 */
export async function loseAfterDeletion(
  world: World,
  lives: Lives,
  endless: () => boolean,
): Promise<readonly string[]> {
  const { time, service, network } = world;
  if (!createChance(world.seed ^ 0x165667b1).of(0.5)) return [];
  const contents = [...network.started.keys()].flatMap((id) => service.documents.find(id)?.sha256 ?? []);
  lives.end();
  await time.run(time.now() + 21 * DAY, endless);
  lives.ground('lost');
  lives.start();
  const lostAt = lives.current()?.now() ?? 0;
  // A person cancels some of what came back.
  await time.run(time.now() + 60_000, endless);
  const process = lives.current();
  if (process !== null) await stopRecovered(world, process);
  const enough = world.checks + 4;
  await time.run(time.now() + 12 * 60 * MINUTE, () => endless() || world.checks >= enough);
  await time.run(time.now() + 5 * MINUTE, endless);
  return world
    .rows()
    .filter(({ stage, wish, reason, acceptedAt }) => {
      // Handed over anew: the app had ended before a person saw it in the list.
      if (acceptedAt >= lostAt) return false;
      const isUnsent = stage.kind === 'held' && reason?.kind !== 'perhaps-sent';
      const isCancelled = stage.kind === 'done' && stage.as === 'cancelled';
      return (isUnsent || isCancelled) && contents.includes(wish.file.sha256);
    })
    .map(({ id, stage }) => `${id} was started, and its ${stage.kind} row says that nobody sent it`);
}
