/** Writes and reads PDFs with a library: it finds predefined signatures. */
import type { Paper } from '../../main/practice-service/paper.ts';
import { readPredefined } from './predefined.ts';
import { samplePdf } from './sample-pdf.ts';

const sampleFields = [
  { email: 'signer.one@example.test', order: 0, x: 60, y: 120, width: 180, height: 50 },
  { email: 'signer.two@example.test', order: 1, x: 320, y: 120, width: 180, height: 50 },
];

export const libraryPaper: Paper = {
  page: (title) => samplePdf({ title }),
  pageWithFields: (title) => samplePdf({ title, fields: sampleFields }),
  readPredefined,
};
