import type { Judged } from '../../scripts/bench.ts';
import { absorb } from './documents/absorb.ts';
import { inWindow, isSlow } from './documents/in-window.ts';
import { searchBesideScan } from './documents/search.ts';
import { median, ratioOf } from './ratio.ts';

const percentile = (values: readonly number[], part: number) =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * part))] ?? 0;
const rounded = (value: number) => Math.round(value * 10) / 10;

/** The list of documents in the window at several lengths, and a large overview taken in by main. */
export async function documents(): Promise<Judged> {
  const empty = await inWindow(0);
  const few = await inWindow(1_000);
  const more = await inWindow(10_000);
  const many = await inWindow(100_000);
  const searched = await searchBesideScan(100_000);
  const absorbed = await absorb(10_000);
  const first = ({ firstRows }: typeof many) => rounded(median(firstRows.ours));
  const figures = {
    firstRowsMs: first(many),
    slowFrames: many.frames.filter(isSlow).length,
    worstFrameMs: rounded(Math.max(...many.frames)),
    filterMs: rounded(percentile(many.filter.ours, 0.95)),
    arrowMs: rounded(percentile(many.arrow, 0.95)),
    heapMb: rounded(many.heapMb - empty.heapMb),
    absorbLoopDelayP99Ms: rounded(absorbed.loopDelayP99Ms),
    absorbLoopDelayMostMs: rounded(absorbed.loopDelayMostMs),
    maxMessageKb: rounded(Math.max(many.messageKb, absorbed.messageKb)),
    rows: { '1000': first(few), '10000': first(more), '100000': first(many) },
  };
  return {
    figures,
    ratios: [
      ratioOf('first rows at 100,000 : a plain list', many.firstRows),
      ratioOf('filter in main : a bare scan', searched),
      ratioOf('filter in the window : a plain list with a bare scan', many.filter),
    ],
  };
}
