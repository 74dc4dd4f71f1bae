import type { PdfSource } from './file-ranges.ts';
import { createPdfTurns } from './pdf-turns.ts';
import { examinePdf, type PdfVerdict } from './pdf-verdict.ts';

/** Checks whether files open, without showing them. */
export function createPdfChecker() {
  const turns = createPdfTurns();
  return {
    /** Examines a file. Call it for one file at a time. */
    check: (source: PdfSource): Promise<PdfVerdict> => turns.run(source, examinePdf),
    close: turns.close,
  };
}
