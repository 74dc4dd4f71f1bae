import type { TrackedDocument } from '../journal/tracked-documents.ts';
import type { Submission } from '../submission/submission.ts';

/** Describes a document that was sent from here after the last check, as if a check had shown it. */
export function sentDocument(
  { id: submissionId, connectionId, wish, startedAt, changedAt }: Submission,
  id: string,
): TrackedDocument {
  return {
    connectionId,
    id,
    name: wish.file.name,
    submissionId,
    status: 'in-progress',
    signStatus: null,
    since: startedAt ?? changedAt,
    notBefore: null,
    created: null,
    started: startedAt,
    completed: null,
    signees: null,
    mode: wish.mode,
    jurisdiction: wish.jurisdiction,
    goneAt: null,
    saveProblem: null,
    account: null,
    copied: false,
    signatures: null,
    savedAt: null,
    rescued: false,
  };
}

const takenBack: readonly string[] = ['cancelled', 'withdrawn', 'deleted'];

/** Tells whether a document was withdrawn or deleted from here. A check from before still shows people signing it. */
export const wasTakenBack = (owner: Submission | null): boolean =>
  owner?.stage.kind === 'done' && takenBack.includes(owner.stage.as);
