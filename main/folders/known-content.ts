import type { Journal } from '../journal/journal.ts';
import type { Submission } from '../submission/submission.ts';
import type { KnownContent } from './verdict.ts';

/** Ends after which the same content may be sent again. */
const given: readonly string[] = ['cancelled', 'withdrawn', 'deleted', 'given-up'];

export interface LiveDeps {
  readonly connectionId: string;
  readonly journal: Pick<Journal, 'submissions' | 'documents'>;
}

/** The submissions that have sent this content, or are about to. */
export const liveIds = ({ connectionId, journal }: LiveDeps, sha256: string): readonly string[] =>
  journal.submissions
    .ofContent(sha256)
    .filter((one) => one.connectionId === connectionId && toKnown(one, journal.documents).live)
    .map(({ id }) => id);

/** What a submission means for another file of the same content. */
export function toKnown(
  { id, connectionId, documentId, acceptedAt, stage, finishedAt, wish }: Submission,
  documents: Pick<Journal['documents'], 'find'>,
): KnownContent {
  const common = { submissionId: id, name: wish.file.name, at: acceptedAt };
  if (stage.kind !== 'done') return { ...common, state: 'open', live: true };
  if (given.includes(stage.as)) return { ...common, state: 'stopped', live: false };
  const status =
    finishedAt === null || documentId === null ? undefined : documents.find(connectionId, documentId)?.documentStatus;
  const isOver = status === 'rejected' || status === 'withdrawn';
  return { ...common, state: 'sent', live: !isOver };
}
