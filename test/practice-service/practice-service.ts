import type { PracticeOptions } from '../../main/practice-service/options.ts';
import { startPracticeService as start } from '../../main/practice-service/practice-service.ts';
import { libraryPaper } from './library-paper.ts';

export type { PracticeConnection, PracticeService } from '../../main/practice-service/practice-service.ts';

/** Starts the practice service of the app with a library for PDFs. */
export const startPracticeService = (changes: Partial<PracticeOptions> = {}) => start(changes, libraryPaper);
