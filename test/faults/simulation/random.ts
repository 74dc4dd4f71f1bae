/** Repeatable random numbers: the same seed gives the same run. */
export interface Chance {
  /** Like Math.random(). */
  next(): number;
  below(n: number): number;
  between(low: number, high: number): number;
  of(probability: number): boolean;
  pick<T>(list: readonly [T, ...T[]]): T;
}

export function createChance(seed: number): Chance {
  let state = Math.imul(seed ^ 0x2545f491, 0x9e3779b1) >>> 0;
  state = Math.imul(state ^ (state >>> 16), 0x85ebca6b) >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (n: number) => Math.floor(next() * n);
  return {
    next,
    below,
    between: (low, high) => low + below(high - low + 1),
    of: (probability) => next() < probability,
    pick: (list) => list[below(list.length)] ?? list[0],
  };
}
