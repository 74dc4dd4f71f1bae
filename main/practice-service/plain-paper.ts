import { nothingPredefined, type Paper } from './paper.ts';

/** PDFs without a library, for the installed app. */
export const plainPaper: Paper = { readPredefined: async () => nothingPredefined };
