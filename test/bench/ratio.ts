/** A figure beside a reference that does the least for the same thing in the same run. A slow day slows both. */
export interface Ratio {
  readonly figure: string;
  readonly ms: number;
  readonly referenceMs: number;
  readonly ratio: number;
  readonly limit: number;
  readonly ok: boolean;
}

export interface Pairs {
  readonly ours: number[];
  readonly reference: number[];
}

const rounded = (value: number, places: number): number => Number(value.toFixed(places));

export const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? Number.NaN;
};

/** The limits of all ratios, in one place. */
const limits = {
  'first page : plain pdf.js': 1.3,
  'sheet : an empty dialog': 3,
  'keystroke at 500 signees : at 5': 2,
  'first paint : an empty page': 1.5,
  'first rows at 100,000 : a plain list': 1.5,
  'filter in main : a bare scan': 2,
  'filter in the window : a plain list with a bare scan': 2,
  'folder ready : chokidar': 1.5,
  'upload : curl': 0.95,
  'accept : bare SQLite and files': 1.5,
  'step : bare SQLite': 1.5,
} as const;

export function ratioOf(figure: keyof typeof limits, { ours, reference }: Pairs): Ratio {
  const [ms, referenceMs] = [median(ours), median(reference)];
  const ratio = rounded(ms / referenceMs, 3);
  const limit = limits[figure];
  return { figure, ms: rounded(ms, 2), referenceMs: rounded(referenceMs, 2), ratio, limit, ok: ratio <= limit };
}

/** Does both in turns, so that what slows the computer meanwhile slows both. Neither always goes first. */
export async function inTurns(
  rounds: number,
  ours: () => number | Promise<number>,
  reference: () => number | Promise<number>,
): Promise<Pairs> {
  const pairs: Pairs = { ours: [], reference: [] };
  const one = async () => void pairs.ours.push(await ours());
  const other = async () => void pairs.reference.push(await reference());
  for (let round = 0; round < rounds; round += 1)
    // oxlint-disable-next-line no-await-in-loop -- two at once would measure each other
    for (const turn of round % 2 === 0 ? [one, other] : [other, one]) await turn();
  return pairs;
}
