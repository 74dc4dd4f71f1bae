import type { ListGroup } from '../../preload/contract/list-choices.ts';
import type { DocumentKey, SubmissionKey } from './row-key.ts';

/** Commands on a finished document. It stays in its group for the seconds they take. */
const inPlace: readonly SubmissionKey['step'][] = ['update', 'withdraw', 'delete'];

/** Returns the group. Unknown statuses have one of their own, and deleted documents wait for nobody. */
function groupOfDocument({ status, gone, order, alarm }: DocumentKey): ListGroup {
  // The copy is here, so it still matters when the service has deleted the document.
  if (alarm && status === 'signed') return 'needsYou';
  if (gone) return 'finished';
  // A person decides what follows.
  if (order === 'failed') return 'needsYou';
  switch (status) {
    case 'rejected':
      return 'needsYou';
    case 'in-progress':
      return 'waiting';
    case 'signed':
    case 'withdrawn':
      return 'finished';
    case 'draft':
      return 'drafts';
    default:
      return 'other';
  }
}

/**
 * Returns the document if its status is newer than what this app did last. A list read before the start still shows a
 * draft, and one read before a withdrawal still shows the signing.
 */
export function speakingDocument(submission: SubmissionKey | null, document: DocumentKey | null): DocumentKey | null {
  if (document === null || submission === null) return document;
  const { phase, end } = submission;
  if (phase !== 'done') return null;
  return end === 'draft' || (end === 'started' && document.status !== 'draft') ? document : null;
}

/**
 * Returns the group of a row. A held submission waits for the person to press Send. Among the drafts, which the service
 * already has, people would forget it.
 */
export function groupOf(submission: SubmissionKey | null, document: DocumentKey | null): ListGroup {
  if (submission === null) return document === null ? 'other' : groupOfDocument(document);
  const { phase, step, cancelled, orphans, troubled, promised } = submission;
  if (promised) return 'sending';
  if (phase === 'held' && !troubled) return 'ready';
  if (phase === 'held' || phase === 'needs-you' || orphans) return 'needsYou';
  if (phase === 'done') return groupOfEnd(submission, document);
  if (!inPlace.includes(step) || cancelled) return 'sending';
  if (document) return groupOfDocument(document);
  return step === 'withdraw' ? 'waiting' : 'drafts';
}

function groupOfEnd(submission: SubmissionKey, document: DocumentKey | null): ListGroup {
  const speaking = speakingDocument(submission, document);
  if (speaking) return groupOfDocument(speaking);
  if (submission.end === 'draft') return 'drafts';
  return submission.end === 'started' && !submission.finished ? 'waiting' : 'finished';
}
