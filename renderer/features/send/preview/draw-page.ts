import { type PDFPageProxy, RenderingCancelledException, TextLayer } from 'pdfjs-dist';

/** The largest canvas, of about 64 MB of memory. A larger page is drawn smaller and stretched. */
const mostPixels = 16 * 1024 * 1024;

interface Drawing {
  readonly canvas: HTMLCanvasElement;
  readonly done: Promise<'drawn' | 'failed' | 'cancelled'>;
  readonly cancel: () => void;
}

/** Frees the pixels at once: garbage collection may come late. */
export function release(canvas: HTMLCanvasElement): void {
  canvas.width = 0;
  canvas.height = 0;
}

/**
 * Draws a page off screen, with `scale` window pixels per point, so that the old picture stays until the new one is
 * ready. `density`: pixels of the picture per pixel of the window.
 */
export function drawPage(page: PDFPageProxy, scale: number, density = window.devicePixelRatio): Drawing {
  const { width, height } = page.getViewport({ scale });
  const ratio = Math.min(density, Math.sqrt(mostPixels / (width * height)));
  const viewport = page.getViewport({ scale: scale * ratio });
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.floor(viewport.width));
  canvas.height = Math.max(1, Math.floor(viewport.height));
  const task = page.render({ canvas, viewport });
  const done = task.promise.then(
    () => 'drawn' as const,
    (error: unknown) => (error instanceof RenderingCancelledException ? 'cancelled' : 'failed'),
  );
  return { canvas, done, cancel: () => task.cancel() };
}

/** Puts the text of a page over its picture, for screen readers and for selecting. */
export function layText(page: PDFPageProxy, container: HTMLElement): () => void {
  const layer = new TextLayer({
    textContentSource: page.streamTextContent({ includeMarkedContent: true, disableNormalization: true }),
    container,
    viewport: page.getViewport({ scale: 1 }),
  });
  // The page is useful without its text as well.
  layer.render().catch(() => undefined);
  return () => {
    layer.cancel();
    container.replaceChildren();
  };
}
