export interface Delay {
  /** Time of the processor: what the main process itself did without giving anything else its turn. */
  readonly ownMs: number;
  /** By the clock: on a busy computer mostly the time that other programs took. */
  readonly wallMs: number;
}

const cpuMs = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
};

/** The longest time nothing else had its turn. */
export async function loopDelay(work: () => unknown): Promise<Delay> {
  let [ownMs, wallMs] = [0, 0];
  let isOver = false;
  await new Promise((resolve) => setImmediate(resolve));
  let [cpu, wall] = [cpuMs(), performance.now()];
  const look = () => {
    const [nowCpu, nowWall] = [cpuMs(), performance.now()];
    [ownMs, wallMs] = [Math.max(ownMs, nowCpu - cpu), Math.max(wallMs, nowWall - wall)];
    [cpu, wall] = [nowCpu, nowWall];
    if (!isOver) setImmediate(look);
  };
  setImmediate(look);
  await work();
  await new Promise((resolve) => setImmediate(resolve));
  isOver = true;
  return { ownMs, wallMs };
}

export type Held = Delay;

/** Watches main by a steady timer of one millisecond: a click would have waited as long as the timer is late. */
export function watchMain(): { readonly stop: () => Held } {
  let [ownMs, wallMs] = [0, 0];
  let [cpu, wall] = [cpuMs(), performance.now()];
  function look(): void {
    const [nowCpu, nowWall] = [cpuMs(), performance.now()];
    [ownMs, wallMs] = [Math.max(ownMs, nowCpu - cpu), Math.max(wallMs, nowWall - wall - 1)];
    [cpu, wall] = [nowCpu, nowWall];
  }
  const timer = setInterval(look, 1);
  return {
    stop() {
      clearInterval(timer);
      look();
      return { ownMs, wallMs };
    },
  };
}

/** Returns how late a steady timer of one millisecond is, sorted: what a click would have waited. */
export function watchLoop() {
  const delays: number[] = [];
  let last = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    delays.push(Math.max(0, now - last - 1));
    last = now;
  }, 1);
  return {
    stop(): readonly number[] {
      clearInterval(timer);
      return delays.toSorted((a, b) => a - b);
    },
  };
}
