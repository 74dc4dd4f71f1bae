import type { Connection } from '../../preload/contract/connection.ts';
import {
  copyRecordOf,
  documentRecordOf,
  type RecordJournal,
  signaturesRecordOf,
} from '../documents/document-record.ts';
import type { Journal } from '../journal/journal.ts';
import { plainId } from '../signing/answers/fields.ts';
import type { Stage } from '../submission/submission.ts';
import type { DocumentStatus } from './status-answer.ts';

type StatusJournal = RecordJournal & Pick<Journal, 'savedCopies' | 'submissions'>;

const phaseOf = (stage: Stage | undefined): DocumentStatus['phase'] =>
  stage === undefined ? null : stage.kind === 'ready' ? 'waiting' : stage.kind;

const unknown = { phase: null, document: null, copy: null, signatures: null, problem: null } as const;

/** Reads what one connection knows of a document. Null: nothing. */
function ofConnection(journal: StatusJournal, { id: connectionId, fields }: Connection, documentId: string) {
  const document = documentRecordOf(journal, { connectionId, service: fields.base }, documentId);
  if (document === null) return null;
  const copy = journal.savedCopies.of(connectionId, documentId).at(-1);
  const fact = journal.documentFacts.find(connectionId, documentId);
  return {
    document,
    copy: copy === undefined ? null : { ...copyRecordOf(copy), path: copy.path },
    signatures: copy === undefined ? null : signaturesRecordOf(fact, copy),
    problem: fact?.saveProblem?.key ?? null,
  };
}

/** Says how documents are, by their ids or by those of submissions, with the facts of their receipts. */
export function statusOfDocuments(
  journal: StatusJournal,
  connections: readonly Connection[],
  ids: readonly string[],
): DocumentStatus[] {
  return ids.map((id): DocumentStatus => {
    const named = journal.submissions.find(id);
    const documentId = named === null ? plainId(id) : named.documentId;
    const own = named === null ? connections : connections.filter((one) => one.id === named.connectionId);
    for (const connection of documentId === null ? [] : own) {
      const known = ofConnection(journal, connection, documentId ?? '');
      const submission = named ?? journal.submissions.ownerOf(connection.id, documentId ?? '');
      if (known !== null) return { ...unknown, id, found: true, ...known, phase: phaseOf(submission?.stage) };
    }
    return { ...unknown, id, found: named !== null, phase: phaseOf(named?.stage) };
  });
}
