import type { OfferedFile } from '../../../preload/contract/sending.ts';
import type { PdfVerdict } from './preview/pdf-verdict.ts';
import { readFile } from './read-file.ts';

/** Loads the library with the first file, since it is as large as the rest of the window. */
async function loadChecker() {
  return (await import('./preview/pdf-checker.ts')).createPdfChecker();
}

/** Checks whether PDFs open, one after the other. The worker exists only while there is work. */
export function createFileOpener() {
  let checker: ReturnType<typeof loadChecker> | null = null;
  return {
    async open({ id, size }: Pick<OfferedFile, 'id' | 'size'>): Promise<PdfVerdict> {
      checker ??= loadChecker();
      const { check } = await checker;
      return check({ size, read: readFile(id), isAwaited: false });
    },
    /** Ends the worker until more files come. */
    async rest(): Promise<void> {
      const resting = checker;
      checker = null;
      (await resting)?.close();
    },
  };
}

export type FileOpener = ReturnType<typeof createFileOpener>;
