/** The seed of everything the tests generate. Fixed: the same code gets the same answer on every computer, every time. */
const FIXED = 1;

/** What `COUNTERSIGN_SEED` asks for: nothing, a number, or `random` for a seed nobody tried yet. */
export function seedFor(given: string | undefined): number {
  if (given === undefined || given === '') return FIXED;
  if (given === 'random') return 1 + Math.floor(Math.random() * 999_999_999);
  // What fast-check was given elsewhere may be negative.
  if (/^-?\d{1,10}$/.test(given)) return Number(given);
  throw new Error(`COUNTERSIGN_SEED wants a number or "random", not ${given}`);
}
