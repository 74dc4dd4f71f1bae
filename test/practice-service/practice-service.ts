import type { PracticeOptions } from '../../main/practice-service/options.ts';
import type { Paper } from '../../main/practice-service/paper.ts';
import {
  type PracticeService as Service,
  startPracticeService as start,
} from '../../main/practice-service/practice-service.ts';
import { deedsOf } from './deeds.ts';
import { libraryPaper } from './library-paper.ts';
import { createOtherPages } from './pages/other-pages.ts';

export type { PracticeConnection } from '../../main/practice-service/practice-service.ts';
export type PracticeService = Service & ReturnType<typeof deedsOf>;

/** Starts the practice service of the app with a library for PDFs, and with the pages of its owner and operator. */
export async function startPracticeService(
  changes: Partial<PracticeOptions> = {},
  paper: Paper = libraryPaper,
): Promise<PracticeService> {
  const service = await start(changes, paper, createOtherPages());
  return { ...service, ...deedsOf(service) };
}
