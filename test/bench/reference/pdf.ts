import { getDocument, PDFDataRangeTransport, PDFWorker } from 'pdfjs-dist';
// The content policy of the window lets only this one start a worker.
import { pdfWorkers } from '../../../renderer/features/send/preview/pdf-worker.ts';

/** Reads parts of a chosen file. */
class Parts extends PDFDataRangeTransport {
  readonly #file: File;

  constructor(file: File) {
    super(file.size, null);
    this.#file = file;
  }

  override requestDataRange(begin: number, end: number): void {
    const read = async () => this.onDataRange(begin, await this.#file.slice(begin, end).bytes());
    void read();
  }
}

async function draw(file: File): Promise<void> {
  const pdf = await getDocument({
    worker: PDFWorker.create({ port: pdfWorkers.take() }),
    range: new Parts(file),
    disableAutoFetch: true,
    disableStream: true,
    standardFontDataUrl: new URL('./pdf/fonts/', document.baseURI).href,
    useWorkerFetch: false,
  }).promise;
  const page = await pdf.getPage(1);
  const width = Number(document.documentElement.dataset['width'] ?? 600);
  const viewport = page.getViewport({ scale: width / page.getViewport({ scale: 1 }).width });
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width: viewport.width, height: viewport.height });
  await page.render({ canvas, viewport }).promise;
  document.querySelector('main')?.append(canvas);
}

// Our window has begun a worker as well before a file comes.
pdfWorkers.prepare();
window.addEventListener('dragover', (event) => event.preventDefault());
window.addEventListener('drop', (event) => {
  event.preventDefault();
  const [file] = event.dataTransfer?.files ?? [];
  if (file) void draw(file);
});
const main = document.createElement('main');
main.textContent = 'Drop';
document.getElementById('root')?.append(main);
