import { newSubmission } from '../../submission/new-submission.ts';
import type { Submission } from '../../submission/submission.ts';
import { sampleSubmission } from '../../submission/testing/store-contract.ts';
import type { CheckSeen, Listed } from '../../tracking/reading.ts';
import { type DrivenOutbox, documentOf, done } from './driven-outbox.ts';

export const BEGIN = 10_000_000_000;
export const HOUR = 3_600_000;

/** A submission with an undo window of ten seconds. */
export function one(id: string, patch: Partial<Submission> = {}): Submission {
  const { wish } = sampleSubmission(id);
  const given = { id, connectionId: 'one', account: null, origin: 'interactive', wish, goal: 'send' } as const;
  return { ...newSubmission({ ...given, undoMs: 10_000 }, BEGIN), ...patch };
}

/** What a check showed that read the list to its end. */
export function checkOf(askedAt: number, documents: readonly Listed[] = [], patch: Partial<CheckSeen> = {}): CheckSeen {
  return { account: null, askedAt, documents, whole: true, unreadable: 0, ...patch };
}

export const listed = (documentId: string, name: string, status = 'draft'): Listed => ({ documentId, name, status });

/** Uploads it and adds its people. */
export async function uploaded(driven: DrivenOutbox, submission: Submission, id = 'd1'): Promise<void> {
  driven.accept(submission);
  await driven.answer(`upload ${submission.wish.file.name}`, documentOf(submission, id, { signees: [] }));
  for (const { email } of submission.wish.signees) await driven.answer(`add ${email} to ${id}`, done);
}

/** The undo window is over, the document was compared, and the call of its start is out. */
export async function starting(driven: DrivenOutbox, submission: Submission, id = 'd1'): Promise<void> {
  await uploaded(driven, submission, id);
  await driven.advance(11_000);
  await driven.answer(`details ${id}`, documentOf(submission, id));
}

export async function started(driven: DrivenOutbox, submission: Submission, id = 'd1'): Promise<void> {
  await starting(driven, submission, id);
  await driven.answer(`start ${id}`, done);
}
