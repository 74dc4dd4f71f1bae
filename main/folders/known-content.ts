import type { Journal } from '../journal/journal.ts';
import type { Submission } from '../submission/submission.ts';
import type { KnownContent } from './verdict.ts';

/** Ends after which the same content may be sent again. */
const given: readonly string[] = ['cancelled', 'withdrawn', 'deleted', 'given-up'];

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
