import { availableParallelism, loadavg } from 'node:os';

const SPINS = 5;
const SPIN_MS = 40;

/** How many times longer a spin took by the clock than of the processor: 1 when nobody else wanted the processor. */
function spin(): number {
  const began = performance.now();
  const cpu = process.threadCpuUsage();
  const used = () => {
    const { user, system } = process.threadCpuUsage(cpu);
    return (user + system) / 1_000;
  };
  while (used() < SPIN_MS);
  return (performance.now() - began) / used();
}

const rounded = (value: number): number => Math.round(value * 100) / 100;

/** What other programs took of the computer, told before and after a bench. */
export interface Busy {
  /** The longest of some spins: 1 is an idle computer. */
  readonly spin: number;
  /** Programs that want to run, for each processor. The bench's own are among them at its end, so it is told of its beginning. */
  readonly load: number;
}

/** Looks at the computer now; the answer looks once more. */
export function watchBusy(): () => Busy {
  const look = () => Math.max(...Array.from({ length: SPINS }, spin));
  const before = look();
  const load = (loadavg()[0] ?? 0) / availableParallelism();
  return () => ({ spin: rounded(Math.max(before, look())), load: rounded(load) });
}
