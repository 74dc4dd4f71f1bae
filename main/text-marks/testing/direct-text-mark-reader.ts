import { type DocumentReader, directReader, type MailReader } from '../../intake/document-reader.ts';
import { readTextMarks } from '../read-text-marks.ts';
import type { TextMarkReader } from '../text-mark-reader.ts';

/** Reads documents, and the marks in them, where it is called: for tests that need no thread. */
export const directTextMarkReader: DocumentReader & MailReader & TextMarkReader = {
  ...directReader,
  textMarks: readTextMarks,
};
