import { limits } from '../../preload/contract/limits.ts';
import type { Journal } from '../journal/journal.ts';
import type { Submission } from '../submission/submission.ts';

/** A submission of the same content. `live`: it is on its way or signed, so a second one would be sent twice. */
export interface KnownContent {
  readonly submissionId: string;
  readonly name: string;
  readonly at: number;
  readonly state: 'open' | 'sent' | 'stopped';
  readonly live: boolean;
}

/** Ends after which the same content may be sent again. */
const given: readonly string[] = ['cancelled', 'withdrawn', 'deleted', 'given-up'];

/** Returns the meaning of a submission for another file of the same content. */
export function toKnown(submission: Submission, journal: Pick<Journal, 'documents' | 'documentFacts'>): KnownContent {
  const { id, connectionId, documentId, acceptedAt, stage, finishedAt, wish } = submission;
  const common = { submissionId: id, name: wish.file.name, at: acceptedAt };
  if (stage.kind !== 'done') return { ...common, state: 'open', live: true };
  if (given.includes(stage.as)) return { ...common, state: 'stopped', live: false };
  // A list that is read in pages tells the facts of older documents, and the list itself only of the newest.
  const told =
    finishedAt === null || documentId === null
      ? []
      : [
          journal.documents.find(connectionId, documentId)?.documentStatus,
          journal.documentFacts.find(connectionId, documentId)?.status,
        ];
  const isOver = told.some((status) => status === 'rejected' || status === 'withdrawn');
  return { ...common, state: 'sent', live: !isOver && !wasTakenBack(submission, journal) };
}

/**
 * Tells whether a document was withdrawn: the service deleted it too soon after people were still signing it. Later it
 * may have been signed, as the service deletes signed documents by itself.
 */
function wasTakenBack(
  { connectionId, documentId, startedAt, uploadedAt }: Submission,
  { documents, documentFacts }: Pick<Journal, 'documents' | 'documentFacts'>,
): boolean {
  const fact = documentId === null ? null : documentFacts.find(connectionId, documentId);
  const begun = startedAt ?? uploadedAt;
  if (fact === null || fact.goneAt === null || fact.status === 'signed' || begun === null) return false;
  const lastRunning = documents.lastSeenAs(connectionId, fact.id, 'in-progress') ?? begun;
  const passed = fact.goneAt - Math.max(begun, lastRunning);
  // A clock that was wrong at one of the two proves nothing.
  return passed >= 0 && passed < limits.lifecycleMs.finished;
}
