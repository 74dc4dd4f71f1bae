import { drawPage, release } from './draw-page.ts';
import { createJobQueue } from './job-queue.ts';
import { createPdfTurns } from './pdf-turns.ts';
import type { ReadRange } from './read-pieces.ts';

/** A small picture is worth no longer wait: the file may make the worker hang. */
const LONGEST_MS = 15_000;
/** The worker ends when nobody has looked at another document for so long. */
const REST_MS = 30_000;

interface Wanted {
  readonly size: number;
  readonly read: ReadRange;
  /** The picture fits into it. */
  readonly box: { readonly width: number; readonly height: number };
}

export interface FirstPage {
  readonly canvas: HTMLCanvasElement;
  readonly pages: number;
}

const turns = createPdfTurns(LONGEST_MS);
const takeTurn = createJobQueue();
let rest: ReturnType<typeof setTimeout> | undefined;

async function draw({ size, read, box }: Wanted): Promise<FirstPage | null> {
  const found = await turns.run({ size, read, isAwaited: false }, async (pdf) => {
    const page = await pdf.getPage(1);
    const { width, height } = page.getViewport({ scale: 1 });
    const { canvas, done } = drawPage(page, Math.min(box.width / width, box.height / height));
    const isDrawn = (await done) === 'drawn';
    if (!isDrawn) release(canvas);
    return isDrawn ? { canvas, pages: pdf.numPages } : null;
  });
  return found === null || 'kind' in found ? null : found;
}

/** Draws the first page of a file. Null: it cannot be shown. Files come one after the other; one given up never begins. */
export function firstPageOf(wanted: Wanted, given: AbortSignal): Promise<FirstPage | null> {
  const { promise, resolve } = Promise.withResolvers<FirstPage | null>();
  clearTimeout(rest);
  takeTurn(async () => {
    resolve(await draw(wanted).catch(() => null));
    clearTimeout(rest);
    rest = setTimeout(turns.close, REST_MS);
  }, given);
  return promise;
}
