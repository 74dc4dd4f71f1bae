import { markRecovered } from '../../submission/decide/recovered.ts';
import type { Submission } from '../../submission/submission.ts';
import type { CheckSeen, Listed } from '../../tracking/reading.ts';
import type { WorkerDeps } from '../worker.ts';
import { documentOf, drivenOutbox } from './driven-outbox.ts';
import { BEGIN, checkOf, listed, submissionOf } from './submission-steps.ts';

export const WINDOW = 900_000;

/** Creates a submission from the spool or an older journal. */
function recovered(patch: Partial<Submission> = {}): Submission {
  return markRecovered(submissionOf('s1', patch), BEGIN);
}

export function accepted(differs: Partial<Submission> = {}, deps: Partial<WorkerDeps> = {}) {
  const driven = drivenOutbox(BEGIN, deps);
  const submission = recovered(differs);
  driven.accept(submission);
  const row = () => driven.store.find('s1');
  /** Simulates a reading that begins 15 minutes later. */
  const check = async (documents: readonly Listed[] = [], patch: Partial<CheckSeen> = {}) => {
    await driven.advance(WINDOW);
    await driven.worker.checked('one', checkOf(driven.now(), documents, patch));
  };
  const command = (kind: 'retry' | 'cancel' | 'undo' | 'upload-again' | 'give-up') =>
    driven.worker.command('s1', { kind });
  return { ...driven, driven, submission, row, check, command };
}

export const draft = (submission: Submission, patch: object = {}) =>
  documentOf(submission, 'd1', { signees: [], ...patch });

/** Simulates two documents with the submission's name: a draft with its content, and a started one. */
export async function withCandidates(patch: Partial<Submission> = {}) {
  const found = accepted(patch);
  const { check, answer, submission } = found;
  await check([listed('d2', 's1.pdf', 'in-progress'), listed('d1', 's1.pdf'), listed('d3', 'other.pdf')]);
  const begun = { documentStatus: 'in-progress', signees: [{ email: 'old@x.test' }] };
  await answer('details d2', documentOf(submission, 'd2', begun));
  await answer('details d1', draft(submission));
  await answer('download https://storage.test/d1', { ok: true, value: submission.wish.file.sha256 });
  return found;
}
