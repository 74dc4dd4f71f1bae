import type { Lives } from './process-lives.ts';
import { createChance } from './random.ts';
import type { World } from './world.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

interface Sleep {
  readonly ms: number;
  /** The computer's monotonic counter counts the sleep, as on Windows and macOS. */
  readonly counted: boolean;
  /** The app hears of the sleep before it begins. */
  readonly told: boolean;
  /** How long after the sleep the app hears that it is over. Its timers may run before. */
  readonly late: number;
}

/** The computer sleeps. Nobody can press Undo meanwhile, so people have the time that was left afterwards. */
export function sleep(world: World, lives: Lives, { ms, counted, told, late }: Sleep): void {
  const { time } = world;
  if (told) lives.current()?.suspend();
  world.network.sleep();
  world.moveUndo(ms);
  // An app that was told of the sleep does not know either whether its counter goes on.
  world.looksLikeSleep = told || !counted;
  time.skip(ms, counted);
  const wake = () => {
    lives.current()?.wake();
    world.looksLikeSleep = false;
  };
  if (late === 0) wake();
  else time.after(late, wake);
}

/** Whether the power is cut in this story, which costs a copy of the journal now and then. */
export const hasPowerCut = ({ seed }: Pick<World, 'seed'>): boolean => powerOf(seed).of(0.1);

const powerOf = (seed: number) => createChance(seed ^ 0x550c7dc3);

/** The power is cut up to three times. */
export function planPowerCuts(world: World, lives: Lives): void {
  const luck = powerOf(world.seed);
  if (!luck.of(0.1)) return;
  for (let cuts = luck.between(1, 3); cuts > 0; cuts -= 1)
    world.time.after(luck.below(luck.of(0.5) ? 3 * MINUTE : 50 * MINUTE), () => lives.cutPower());
}

/** Plans short sleeps while people can still press Undo, and screens that are unlocked after nobody slept. */
export function planPower(world: World, lives: Lives): void {
  const { time, seed } = world;
  const luck = createChance(seed ^ 0x4b7d9e25);
  if (luck.of(0.1)) {
    const counted = luck.of(0.5);
    const plan = {
      ms: luck.pick([20 * SECOND, 5 * MINUTE, 60 * MINUTE]),
      counted,
      // Where the counter stops, the app finds out by itself.
      told: counted || luck.of(0.7),
      late: luck.pick([0, 0, 2 * SECOND]),
    };
    time.after(luck.below(3 * MINUTE), () => sleep(world, lives, plan));
  }
  if (luck.of(0.1)) {
    const at = luck.below(3 * MINUTE);
    if (luck.of(0.5)) time.after(at, () => world.setClock(10 * MINUTE));
    time.after(at + luck.below(30 * SECOND), () => lives.current()?.unlock());
  }
}
