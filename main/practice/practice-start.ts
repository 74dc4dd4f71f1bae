import { plainPaper } from '../practice-service/plain-paper.ts';
import { type PracticeService, startPracticeService } from '../practice-service/practice-service.ts';

/** The most documents at a start: older ones go. A day of practice brings no more than this either. */
export const MOST_DOCUMENTS = 200;

/** Starts the practice service without a port. Only a dynamic import may lead here: most people never need it. */
export async function startForApp(folder: string, onDecision: () => void): Promise<PracticeService> {
  const service = await startPracticeService(
    { port: null, dataDir: folder, maxDocumentsPerDay: MOST_DOCUMENTS, pages: 'signees', onDecision },
    plainPaper,
  );
  const { documents } = service.practice;
  const newestFirst = documents.all().toSorted((one, other) => other.creationTime - one.creationTime);
  for (const { documentId } of newestFirst.slice(MOST_DOCUMENTS)) documents.remove(documentId);
  return service;
}
