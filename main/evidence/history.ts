import type { HistoryLine } from '../../preload/contract/submission.ts';
import type { Journal } from '../journal/journal.ts';
import { personSubject } from '../journal/people.ts';
import type { TrackedDocument } from '../journal/tracked-documents.ts';
import { toHistoryLines } from '../outbox/history-line.ts';
import type { Submission } from '../submission/submission.ts';
import { toDocumentLines } from './document-history.ts';

export interface HistoryDeps {
  readonly journal: Pick<Journal, 'history' | 'people' | 'submissions' | 'trackedDocuments'>;
  readonly hostOf: (connectionId: string) => string;
}

export interface HistoryOf {
  readonly connectionId: string;
  readonly submissionId: string | null;
  readonly documentId: string | null;
}

const MOST_EVENTS = 500;

/** Returns the addresses of a document's people, by the hash that the journal stores of them. */
function addressesOf(document: TrackedDocument | null, submission: Submission | null): ReadonlyMap<string, string> {
  const known = [...(document?.signees ?? []), ...(submission?.wish.signees ?? [])];
  return new Map(known.flatMap(({ email }) => (email === null ? [] : [[personSubject(email.toLowerCase()), email]])));
}

/** Writes the whole history of a row: what this app did, and how the document changed. */
export function createHistory({ journal, hostOf }: HistoryDeps) {
  return function historyOf({ connectionId, submissionId, documentId }: HistoryOf): readonly HistoryLine[] {
    const submission = submissionId === null ? null : journal.submissions.find(submissionId);
    const document = documentId === null ? null : journal.trackedDocuments.find(connectionId, documentId);
    const addresses = addressesOf(document, submission);
    const nameOf = (person: string): string | null => {
      const email = addresses.get(person);
      return email === undefined ? null : (journal.people.nameOf(email) ?? email);
    };
    const own =
      submissionId === null
        ? []
        : toHistoryLines(journal.history(`submission:${submissionId}`, MOST_EVENTS), hostOf(connectionId));
    const events = documentId === null ? [] : journal.history(`document:${documentId}`, MOST_EVENTS);
    return [...own, ...toDocumentLines({ connectionId, events, nameOf })].toSorted((one, other) => one.seq - other.seq);
  };
}

export type HistoryReader = ReturnType<typeof createHistory>;
