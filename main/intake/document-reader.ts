import type { ContentKind } from './content.ts';
import { readOfficeRemarks } from './office-remarks.ts';
import { readPdfRemarks } from './pdf/pdf-remarks.ts';
import { isReadableDocument } from './readable-document.ts';
import type { Remark } from './refusal.ts';
import type { Bytes } from './zip-directory.ts';

/**
 * Reads whole documents of unknown origin. The app reads them in a thread, because hostile ones may take all time and
 * memory. Neither reading throws for what a document contains; both reject when the bytes cannot be read.
 */
export interface DocumentReader {
  /** Tells whether the structure of every part is valid. False also if the reader could not finish. */
  isReadable(kind: ContentKind, bytes: Bytes): Promise<boolean>;
  /** Finds what a person should know before sending the document. `unchecked`: the reader could not finish. */
  remarks(kind: ContentKind, bytes: Bytes): Promise<readonly Remark[]>;
}

/** Reads where it is called: in the thread, and in tests that need no thread. */
export const directReader: DocumentReader = {
  isReadable: isReadableDocument,
  remarks: (kind, bytes) => (kind === 'pdf' ? readPdfRemarks(bytes) : readOfficeRemarks(bytes)),
};
