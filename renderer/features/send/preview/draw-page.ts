import { type PDFPageProxy, RenderingCancelledException, TextLayer } from 'pdfjs-dist';

/** About 64 MB of memory; a larger canvas is drawn coarser and stretched. */
const mostPixels = 16 * 1024 * 1024;

interface Drawing {
  readonly canvas: HTMLCanvasElement;
  readonly done: Promise<'drawn' | 'failed' | 'cancelled'>;
  readonly cancel: () => void;
}

/** Gives the pixels back at once; the collector might wait for long. */
export function release(canvas: HTMLCanvasElement): void {
  canvas.width = 0;
  canvas.height = 0;
}

/** Draws a page beside the screen, `scale` pixels of the window to the point: what is shown stays until this one is ready. */
export function drawPage(page: PDFPageProxy, scale: number): Drawing {
  const { width, height } = page.getViewport({ scale });
  const ratio = Math.min(window.devicePixelRatio, Math.sqrt(mostPixels / (width * height)));
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

/** The words of a page over its picture: for screen readers, and to select. */
export function layText(page: PDFPageProxy, container: HTMLElement): () => void {
  const layer = new TextLayer({
    textContentSource: page.streamTextContent({ includeMarkedContent: true, disableNormalization: true }),
    container,
    viewport: page.getViewport({ scale: 1 }),
  });
  // Without its words the page is still worth seeing.
  layer.render().catch(() => undefined);
  return () => {
    layer.cancel();
    container.replaceChildren();
  };
}
