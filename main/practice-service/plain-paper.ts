import { nothingPredefined, type Paper } from './paper.ts';
import { onePage } from './signatures/one-page.ts';

/** PDFs without a library, for the installed app. */
export const plainPaper: Paper = {
  page: async (title) => onePage(title),
  pageWithFields: async (title) => onePage(title),
  readPredefined: async () => nothingPredefined,
};
