/** Reads PDFs with a library: it finds predefined signatures. */
import type { Paper } from '../../main/practice-service/paper.ts';
import { readPredefined } from './predefined.ts';

export const libraryPaper: Paper = { readPredefined };
