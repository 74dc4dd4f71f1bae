import type { DocumentEntry } from '../../../../preload/contract/document.ts';
import type { ListRow } from '../../../../preload/contract/list.ts';

/** One row of the list: a document of the service, a submission of this app, or both. */
export type Entry = ListRow;

export const nameOf = ({ document, submission }: Entry): string => document?.name ?? submission?.name ?? '';

/**
 * Returns the document if its status is newer than what this app did last. A list read before the start still shows a
 * draft, and one read before a withdrawal still shows the signing.
 */
export function speakingDocument({ document, submission }: Entry): DocumentEntry | null {
  if (document === null || submission === null) return document;
  const { phase, end } = submission;
  if (phase !== 'done') return null;
  return end === 'draft' || (end === 'started' && document.documentStatus !== 'draft') ? document : null;
}

/** Returns the document whose cells the row shows. Null if the submission has more to say, or there is no document. */
export function rowDocument(entry: Entry): DocumentEntry | null {
  const { submission } = entry;
  const hasMore = submission !== null && (submission.problem !== null || submission.orphans.length > 0);
  return hasMore ? null : speakingDocument(entry);
}

/** Tells whether somebody can be reminded. */
export const isWaiting = ({ documentStatus, command, goneAt, people: { waiting } }: DocumentEntry): boolean =>
  documentStatus === 'in-progress' && command === null && goneAt === null && waiting > 0;

export const keyOf = (submissionId: string): string => `submission:${submissionId}`;
