import type { PracticeOptions } from '../../main/practice-service/options.ts';
import { startPracticeService as start } from '../../main/practice-service/practice-service.ts';
import { drawnPaper } from './drawn-paper.ts';

export type { PracticeConnection, PracticeService } from '../../main/practice-service/practice-service.ts';

/** Starts the practice service of the app with PDFs whose stamps are drawn. */
export const startPracticeService = (changes: Partial<PracticeOptions> = {}) => start(changes, drawnPaper);
