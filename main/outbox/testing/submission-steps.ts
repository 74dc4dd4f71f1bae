import { limits } from '../../../preload/contract/limits.ts';
import { newSubmission } from '../../submission/new-submission.ts';
import type { Submission } from '../../submission/submission.ts';
import { sampleSubmission } from '../../submission/testing/store-contract.ts';
import type { CheckSeen, Listed } from '../../tracking/reading.ts';
import { type DrivenOutbox, documentOf, done, refused } from './driven-outbox.ts';

export const BEGIN = 10_000_000_000;
export const HOUR = 3_600_000;

/** Creates a submission with ten seconds for Undo. */
export function submissionOf(id: string, patch: Partial<Submission> = {}): Submission {
  const { wish } = sampleSubmission(id);
  const given = { id, connectionId: 'one', account: null, origin: 'interactive', wish, goal: 'send' } as const;
  return { ...newSubmission({ ...given, undoMs: 10_000 }, BEGIN), ...patch };
}

/** Builds the result of a check that read the whole overview. */
export function checkOf(askedAt: number, documents: readonly Listed[] = [], patch: Partial<CheckSeen> = {}): CheckSeen {
  return { account: null, askedAt, documents, whole: true, unreadable: 0, ...patch };
}

export const listed = (documentId: string, name: string, status = 'draft'): Listed => ({ documentId, name, status });

/** Moves a submission through upload and signees. */
export async function uploadAndAddSignees(driven: DrivenOutbox, submission: Submission, id = 'd1'): Promise<void> {
  driven.accept(submission);
  await driven.answer(`upload ${submission.wish.file.name}`, documentOf(submission, id, { signees: [] }));
  for (const { email } of submission.wish.signees) await driven.answer(`add ${email} to ${id}`, done);
}

/** Moves a submission past Undo and comparison, until its start is being called. */
export async function moveToStart(driven: DrivenOutbox, submission: Submission, id = 'd1'): Promise<void> {
  await uploadAndAddSignees(driven, submission, id);
  await driven.advance(11_000);
  await driven.answer(`details ${id}`, documentOf(submission, id));
}

export async function start(driven: DrivenOutbox, submission: Submission, id = 'd1'): Promise<void> {
  await moveToStart(driven, submission, id);
  await driven.answer(`start ${id}`, done);
}

export const notFound = refused({ kind: 'not-found', certainty: 'permanent', status: 404 });

/** Lets each look miss the document until the answers lie far enough apart to prove that it is gone. */
export async function missForLong(driven: DrivenOutbox): Promise<void> {
  while (driven.stage('s1')?.kind === 'unclear') {
    await driven.answer('details d1', notFound);
    await driven.advance(limits.missesApartMs + 1_000);
  }
}
