import type { PDFDocumentProxy } from 'pdfjs-dist';
import { useEffect, useRef, useState } from 'react';
import { drawPage, release } from '../../send/preview/draw-page.ts';
import type { Place } from '../../send/preview/field-place.ts';
import { differenceOf, type Pixels } from './picture-difference.ts';

/** The longer side of the pictures: a single letter of small print has some pixels then. */
const longestSide = 1_000;
/** Pages that are compared unasked. A further one is compared when it is shown. */
const mostUnasked = 200;
/** A page made to annoy may draw for ever. */
const longestMs = 10_000;

/** `unclear`: a page cannot be drawn, or takes too long. */
export type Difference = { readonly kind: 'differs'; readonly place: Place } | { readonly kind: 'same' | 'unclear' };

export interface BothPdfs {
  readonly sent: PDFDocumentProxy;
  readonly saved: PDFDocumentProxy;
}

async function pixelsOf(pdf: PDFDocumentProxy, number: number, gone: AbortSignal): Promise<Pixels | null> {
  const page = await pdf.getPage(number);
  if (gone.aborted) return null;
  const { width, height } = page.getViewport({ scale: 1 });
  const { canvas, done, cancel } = drawPage(page, longestSide / Math.max(width, height), 1);
  gone.addEventListener('abort', cancel, { once: true });
  try {
    if ((await done) !== 'drawn') return null;
    return canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? null;
  } finally {
    gone.removeEventListener('abort', cancel);
    release(canvas);
  }
}

async function compare({ sent, saved }: BothPdfs, number: number, gone: AbortSignal): Promise<Difference> {
  try {
    const signal = AbortSignal.any([gone, AbortSignal.timeout(longestMs)]);
    const [one, other] = await Promise.all([pixelsOf(sent, number, signal), pixelsOf(saved, number, signal)]);
    if (one === null || other === null) return { kind: 'unclear' };
    const place = differenceOf(one, other);
    return place === null ? { kind: 'same' } : { kind: 'differs', place };
  } catch {
    return { kind: 'unclear' };
  }
}

/** Compares the pages that both documents have, as small pictures: the shown one first, then one after the other. */
export function useDifferences({ sent, saved }: BothPdfs, shown: number): ReadonlyMap<number, Difference> {
  const known = useRef(new Map<number, Difference>());
  const [found, setFound] = useState<ReadonlyMap<number, Difference>>(new Map());
  useEffect(() => {
    const gone = new AbortController();
    const both = Math.min(sent.numPages, saved.numPages);
    const unasked = Array.from({ length: Math.min(both, mostUnasked) }, (_none, at) => at + 1);
    const run = async () => {
      for (const number of [shown, ...unasked]) {
        if (number > both || known.current.has(number)) continue;
        // oxlint-disable-next-line no-await-in-loop -- one page after the other keeps the window free
        const difference = await compare({ sent, saved }, number, gone.signal);
        if (gone.signal.aborted) return;
        known.current.set(number, difference);
        setFound(new Map(known.current));
      }
    };
    void run();
    return () => gone.abort();
  }, [sent, saved, shown]);
  return found;
}
