import type { Change } from '../../outbox/store.ts';
import type { Submission } from '../../outbox/submission.ts';

/** A submission as it is accepted, with whatever matters to a test. */
export function sampleSubmission(
  id: string,
  differs: Partial<Submission> & { readonly name?: string } = {},
): Submission {
  const { name = `${id}.pdf`, ...rest } = differs;
  return {
    id,
    connectionId: 'c1',
    origin: 'interactive',
    acceptedAt: 1_000,
    changedAt: 1_000,
    revision: 1,
    wish: {
      file: { sha256: id.padEnd(64, '0'), size: 100_000, name, type: 'application/pdf' },
      mode: 'qualified',
      jurisdiction: 'zertes',
      alias: 'Anna',
      comment: '',
      sendMail: 'others',
      scanPredefined: false,
      extra: {},
      signees: [{ email: 'berta@example.ch', order: 0 }],
    },
    goal: 'send',
    cancelled: false,
    startAfter: 11_000,
    stage: { kind: 'ready', step: 'upload', nextTryAt: 1_000 },
    reason: null,
    attempts: 0,
    documentId: null,
    signeesAdded: 0,
    firstSent: null,
    uploadedAt: null,
    startedAt: null,
    finishedAt: null,
    orphans: [],
    redoOf: null,
    ...rest,
  };
}

export const accepted = (submission: Submission): Change => ({
  submission,
  event: { at: submission.acceptedAt, submissionId: submission.id, fact: { kind: 'accepted' } },
});

/** The next row of the same submission. */
export function moved(before: Submission, differs: Partial<Submission>): Change {
  const submission = { ...before, ...differs, revision: before.revision + 1 };
  return { submission, event: { at: submission.changedAt, submissionId: before.id, fact: { kind: 'due', skewMs: 0 } } };
}
