import type { Decision, Fact, Moment, Seen, Trouble } from '../fact.ts';
import type { Stage, Submission } from '../submission.ts';
import { stopped } from './cancel.ts';
import { changed, needsYou, ready } from './change.ts';
import { sameAddress, sameName } from './compare.ts';
import { isGone, lookAgain, waitMs } from './retry.ts';
import { onward, rest } from './way.ts';

type Unclear = Extract<Stage, { kind: 'unclear' }>;

/** Between two checks that show nothing an upload still on its way has long arrived. */
const CHECKS_WITHOUT_A_TRACE = 2;
/** `Date` and `creationTime` need not come from the same machine. */
const CLOCKS_DIFFER_MS = 2 * 60_000;

/** An overview asked after the doubt arose named these drafts. */
export function checked(
  submission: Submission,
  stage: Unclear,
  fact: Extract<Fact, { readonly kind: 'checked' }>,
  moment: Moment,
): Decision | null {
  if (stage.step !== 'upload' || stage.looking || stage.candidates.length > 0) return null;
  // Whether one of these is it, only a person can tell: to upload it again could have it signed twice.
  if (fact.begun.length > 0)
    return needsYou(submission, 'upload', { kind: 'several', candidates: [...fact.begun, ...fact.candidates] }, moment);
  if (fact.candidates.length === 0) return missed(submission, stage, moment);
  const { candidates, contested } = fact;
  return changed(
    submission,
    { stage: { ...stage, candidates, contested, proven: [], likely: [], nextTryAt: moment.now } },
    moment,
  );
}

function missed(submission: Submission, stage: Unclear, moment: Moment): Decision {
  const count = stage.missed + 1;
  if (count < CHECKS_WITHOUT_A_TRACE) {
    const next = { ...stage, looking: false, missed: count, candidates: [], proven: [], likely: [], nextTryAt: null };
    return changed(submission, { stage: next }, moment);
  }
  return submission.cancelled ? stopped(submission, moment) : onward(submission, moment);
}

/** One of the drafts was looked at. */
export function candidateSeen(
  submission: Submission,
  stage: Unclear,
  seen: Seen | null,
  skewMs: number,
  moment: Moment,
) {
  const [looked = '', ...candidates] = stage.candidates;
  const likeness = seen === null ? 'other' : likenessOf(submission, seen, skewMs);
  const proven = likeness === 'proven' ? [...stage.proven, looked] : stage.proven;
  const likely = likeness === 'likely' ? [...stage.likely, looked] : stage.likely;
  if (candidates.length > 0) {
    const next = { ...stage, candidates, proven, likely, looking: false, nextTryAt: moment.now };
    return changed(submission, { stage: next, attempts: 0, reason: null }, moment);
  }
  const [one] = proven;
  if (one === undefined && likely.length === 0) return missed(submission, stage, moment);
  // Several with this very content are replays of one upload: any will do, and the others are found as orphans.
  if (one !== undefined && !stage.contested && !submission.cancelled)
    return onward({ ...submission, documentId: one, uploadedAt: moment.now }, moment);
  return needsYou(submission, 'upload', { kind: 'several', candidates: [...proven, ...likely] }, moment);
}

/** A name proves nothing, and what else a draft shows may be chance. Only the content proves whose it is. */
function likenessOf(submission: Submission, seen: Seen, skewMs: number): 'proven' | 'likely' | 'other' {
  if (!couldBeUploadOf(submission, seen, skewMs)) return 'other';
  const { file, mode, jurisdiction } = submission.wish;
  if (seen.sha256 === file.sha256) return 'proven';
  if (seen.sha256 === null) return 'likely';
  // A service may keep another file than the one it got, a converted one for instance.
  const same = seemsUploadOf(submission, seen, skewMs) && seen.mode === mode && seen.jurisdiction === jurisdiction;
  return same ? 'likely' : 'other';
}

/** What a replayed or late upload leaves behind. It is only offered for deletion. */
export function isOrphanOf(submission: Submission, seen: Seen, skewMs: number): boolean {
  if (!couldBeUploadOf(submission, seen, skewMs)) return false;
  return seen.sha256 === submission.wish.file.sha256 || seemsUploadOf(submission, seen, skewMs);
}

/** A draft of that name that is not older than the first upload. */
function couldBeUploadOf({ wish, firstSent }: Submission, seen: Seen, skewMs: number): boolean {
  if (firstSent === null || seen.createdAt === null || seen.status !== 'draft' || seen.signees.length > 0) return false;
  const earliest = firstSent.at + Math.min(firstSent.skewMs, skewMs) - CLOCKS_DIFFER_MS;
  return seen.createdAt >= earliest && seen.name !== null && sameName(seen.name, wish.file.name);
}

function seemsUploadOf(submission: Submission, seen: Seen, skewMs: number): boolean {
  const { wish, firstSent } = submission;
  const same = (shown: string | null, sent: string | undefined) => shown === null || shown === sent;
  return (
    couldBeUploadOf(submission, seen, skewMs) &&
    same(seen.type, wish.file.type) &&
    same(seen.alias, firstSent?.alias) &&
    same(seen.comment, firstSent?.comment)
  );
}

/** The document itself tells what became of a call whose answer was lost. */
export function documentSeen(submission: Submission, stage: Unclear, seen: Seen, moment: Moment): Decision {
  const again = () => {
    if (submission.cancelled && stage.step !== 'delete') return stopped(submission, moment);
    // Counted as a try: a service that loses every answer is not asked without a pause.
    const nextTryAt = moment.now + (submission.attempts > 1 ? waitMs(submission.attempts, 0, moment) : 0);
    return changed(submission, { stage: ready(stage.step === 'start' ? 'compare' : stage.step, nextTryAt) }, moment);
  };
  const settled = (patch: Parameters<typeof changed>[1]) =>
    changed(submission, { attempts: 0, reason: null, ...patch }, moment);
  switch (stage.step) {
    case 'add-signee':
      return signeeSeen(submission, seen, again, moment);
    case 'start':
      if (seen.status === 'draft') return again();
      return settled({
        stage: { kind: 'done', as: 'started' },
        startedAt: moment.now,
        reason: submission.cancelled ? { kind: 'too-late' } : null,
      });
    case 'update':
      if (seen.alias !== submission.wish.alias || seen.comment !== submission.wish.comment) return again();
      return settled({ stage: rest(submission) });
    case 'withdraw':
      if (seen.status === 'in-progress') return again();
      if (seen.status === 'withdrawn') return settled({ stage: { kind: 'done', as: 'withdrawn' } });
      if (seen.status === 'signed' || seen.status === 'rejected')
        return settled({ stage: rest(submission), reason: { kind: 'too-late' } });
      // A status this app does not know may stand for a withdrawal.
      return needsYou(submission, 'withdraw', { kind: 'untellable' }, moment);
    case 'delete':
      // The service deletes nothing that is under way or signed, so asking once more does no harm.
      if (!['in-progress', 'signed', 'rejected'].includes(seen.status)) return again();
      return settled({
        stage: { kind: 'done', as: 'started' },
        startedAt: submission.startedAt ?? moment.now,
        reason: { kind: 'too-late' },
      });
    default:
      throw new Error(`An unclear ${stage.step} is not settled by one document.`);
  }
}

function signeeSeen(submission: Submission, seen: Seen, again: () => Decision, moment: Moment): Decision {
  const wanted = submission.wish.signees[submission.signeesAdded];
  if (wanted === undefined) return onward(submission, moment);
  const count = (list: readonly { readonly email?: string }[]) =>
    list.filter(({ email }) => sameAddress(email, wanted.email)).length;
  const before = submission.wish.signees.slice(0, submission.signeesAdded);
  if (count(seen.signees) > count(before)) {
    const added = { ...submission, signeesAdded: submission.signeesAdded + 1 };
    return submission.cancelled ? stopped(added, moment) : onward(added, moment);
  }
  // Records without addresses, or nobody where somebody must be: the answer does not show signees as it should.
  const shown = seen.signees.every(({ email }) => email !== undefined) && seen.signees.length >= before.length;
  return shown ? again() : needsYou(submission, 'add-signee', { kind: 'untellable' }, moment);
}

export function lookFailed(submission: Submission, stage: Unclear, trouble: Trouble, skewMs: number, moment: Moment) {
  if (!isGone(trouble)) return lookAgain(submission, stage, trouble, moment);
  if (stage.step === 'upload') return candidateSeen(submission, stage, null, skewMs, moment);
  if (stage.step === 'delete') return deleted(submission, moment);
  return needsYou(submission, stage.step, { kind: 'gone' }, moment);
}

export function deleted(submission: Submission, moment: Moment): Decision {
  const as = submission.cancelled ? 'cancelled' : 'deleted';
  return changed(submission, { stage: { kind: 'done', as }, reason: null, attempts: 0 }, moment);
}
