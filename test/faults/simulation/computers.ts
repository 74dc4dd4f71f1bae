import type { Command } from '../../../main/submission/fact.ts';
import { hashOf, type Submission } from '../../../main/submission/submission.ts';
import type { Process } from './process.ts';
import type { Lives } from './process-lives.ts';
import { createChance } from './random.ts';
import { stopRecovered } from './scenario.ts';
import type { World } from './world.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

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
  if (luck.of(0.5)) time.after(luck.between(65 * MINUTE, 4 * HOUR), move(luck.of(0.7), true));
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
 * The contents of rows whose document was started, still runs, and stands in no row, although the service shows it in the
 * list of their account. Another account may have sent the same content.
 */
export function unseenOf(world: World, rows: readonly Submission[]): readonly string[] {
  const { network, service, users } = world;
  const accountOf = (owner: string) => Object.values(users).find(({ id }) => id === owner)?.username;
  const known = new Set(world.rows().map(({ documentId }) => documentId));
  const unseen = [...network.started.keys()].flatMap((id) => {
    const document = service.documents.find(id);
    const isUnseen = document?.documentStatus === 'in-progress' && !known.has(id);
    return isUnseen ? { sha256: document.sha256, owner: accountOf(document.owner) } : [];
  });
  const isOf = ({ account }: Submission, owner: string | undefined) => account === null || account === owner;
  return rows
    .filter((row) => unseen.some(({ sha256, owner }) => sha256 === row.wish.file.sha256 && isOf(row, owner)))
    .map(hashOf);
}

/** A person sends some of what came back without a trace, and takes it back at once. */
async function sendAndUndo(world: World, { outbox, now }: Process, endless: () => boolean): Promise<void> {
  const luck = createChance(world.seed ^ 0x6b43a9b5);
  const ids = world.rows().flatMap(({ id, stage }) => (stage.kind === 'held' && luck.of(0.5) ? [id] : []));
  const tell = (command: Command) => Promise.all(ids.map((id) => outbox.command(id, command).catch(() => null)));
  await tell({ kind: 'send', startAfter: now() + HOUR });
  await world.time.run(world.time.now() + luck.between(1_000, 2 * MINUTE), endless);
  await tell({ kind: 'undo' });
  await world.time.run(world.time.now() + HOUR, endless);
}

/**
 * Days without the app, in most stories so many that the service deletes what was signed. Then the journal is lost.
 * Whatever was started once must not come back as if nobody had sent it, and what still runs is found.
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
  await time.run(time.now() + (createChance(world.seed ^ 0x510e527f).of(0.3) ? 5 : 21) * DAY, endless);
  lives.ground('lost');
  lives.start();
  const lostAt = lives.current()?.now() ?? 0;
  // A person cancels some of what came back.
  await time.run(time.now() + 60_000, endless);
  const process = lives.current();
  if (process !== null) await stopRecovered(world, process);
  const enough = world.checks + 4;
  await time.run(time.now() + 12 * HOUR, () => endless() || world.checks >= enough);
  await time.run(time.now() + 5 * MINUTE, endless);
  const held = world.rows().filter(({ stage, acceptedAt }) => stage.kind === 'held' && acceptedAt < lostAt);
  const unseen = unseenOf(world, held);
  const after = lives.current();
  if (after !== null) await sendAndUndo(world, after, endless);
  const forgotten = world
    .rows()
    .filter(({ stage, wish, reason, acceptedAt }) => {
      // Handed over anew: the app had ended before a person saw it in the list.
      if (acceptedAt >= lostAt) return false;
      const isUnsent = stage.kind === 'held' && reason?.kind !== 'perhaps-sent';
      const isCancelled = stage.kind === 'done' && stage.as === 'cancelled';
      return (isUnsent || isCancelled) && contents.includes(wish.file.sha256 ?? '');
    })
    .map(({ id, stage }) => `${id} was started, and its ${stage.kind} row says that nobody sent it`);
  return [...forgotten, ...unseen.map((sha256) => `${sha256.slice(0, 8)} runs, and its row says that none was found`)];
}
