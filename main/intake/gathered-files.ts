import type { Clock } from '../time/clock.ts';

interface GatheredFilesDeps {
  readonly clock: Pick<Clock, 'after' | 'monotonic'>;
  readonly open: (paths: readonly string[]) => void;
}

/** Windows starts one process per chosen file. The next one comes within this time of the last. */
const QUIET_MS = 300;
/** The longest wait. A person who keeps opening files must see the first ones all the same. */
const LONGEST_MS = 2_000;

/** Gathers the files of starts that follow each other closely: for the person they were one gesture. */
export function createGatheredFiles({ clock, open }: GatheredFilesDeps) {
  let paths: string[] = [];
  let since = 0;
  let cancel = () => {};

  function openAll(): void {
    cancel();
    const gathered = paths;
    paths = [];
    if (gathered.length > 0) open(gathered);
  }

  return {
    add(more: readonly string[]): void {
      if (more.length === 0) return;
      if (paths.length === 0) since = clock.monotonic();
      paths.push(...more);
      cancel();
      const left = since + LONGEST_MS - clock.monotonic();
      cancel = clock.after(Math.max(0, Math.min(QUIET_MS, left)), openAll);
    },
    count: (): number => paths.length,
    close: (): void => cancel(),
  };
}

export type GatheredFiles = ReturnType<typeof createGatheredFiles>;
