import { newSubmission } from '../new-submission.ts';
import type { Change } from '../store.ts';
import type { Submission } from '../submission.ts';

/** Creates a newly accepted submission, with the fields that a test needs. */
export function sampleSubmission(
  id: string,
  differs: Partial<Submission> & { readonly name?: string } = {},
): Submission {
  const { name = `${id}.pdf`, ...rest } = differs;
  const wish = {
    file: { sha256: id.padEnd(64, '0'), size: 100_000, name, type: 'application/pdf' },
    mode: 'qualified',
    jurisdiction: 'zertes',
    alias: 'Anna',
    comment: '',
    sendMail: 'others',
    scanPredefined: false,
    extra: {},
    signees: [{ email: 'berta@example.ch', order: 0 }],
  } as const;
  const given = { id, connectionId: 'c1', account: null, origin: 'interactive', wish, goal: 'send' } as const;
  const base = newSubmission({ ...given, undoMs: 10_000 }, 1_000);
  return { ...base, ...rest };
}

export const accepted = (submission: Submission): Change => ({
  submission,
  event: { at: submission.acceptedAt, submissionId: submission.id, fact: { kind: 'accepted' } },
});

/** Creates the next revision of the same submission. */
export function changeOf(before: Submission, differs: Partial<Submission>): Change {
  const submission = { ...before, ...differs, revision: before.revision + 1 };
  return { submission, event: { at: submission.changedAt, submissionId: before.id, fact: { kind: 'due', skewMs: 0 } } };
}
