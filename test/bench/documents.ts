import { absorb } from './documents/absorb.ts';
import { inWindow, isSlow } from './documents/in-window.ts';

const percentile = (values: readonly number[], part: number) =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * part))] ?? 0;
const rounded = (value: number) => Math.round(value * 10) / 10;

/** The list of documents in the window at several lengths, and a large overview taken in by main. */
export async function documents() {
  const empty = await inWindow(0);
  const few = await inWindow(1_000);
  const more = await inWindow(10_000);
  const many = await inWindow(100_000);
  const absorbed = await absorb(10_000);
  const first = ({ firstRows }: typeof many) => rounded(percentile(firstRows, 0.5));
  return {
    firstRowsMs: first(many),
    slowFrames: many.frames.filter(isSlow).length,
    worstFrameMs: rounded(Math.max(...many.frames)),
    filterMs: rounded(percentile(many.filter, 0.95)),
    arrowMs: rounded(percentile(many.arrow, 0.95)),
    heapMb: rounded(many.heapMb - empty.heapMb),
    absorbLoopDelayP99Ms: rounded(absorbed.loopDelayP99Ms),
    absorbLoopDelayMostMs: rounded(absorbed.loopDelayMostMs),
    maxMessageKb: rounded(Math.max(many.messageKb, absorbed.messageKb)),
    rows: { '1000': first(few), '10000': first(more), '100000': first(many) },
  };
}
