import type { Decision, Fact, Moment, Seen, Trouble } from '../fact.ts';
import type { Candidate, Submission } from '../submission.ts';
import { stopped } from './cancel.ts';
import { changed, lookFor, needsYou, ready, type Unclear, unclear } from './change.ts';
import { sameAddress, sameName } from './compare.ts';
import { onward, rest } from './next-step.ts';
import { adopted, begun, notStarted, notUploaded } from './recovered.ts';
import { isGone, lookAgain, waitMs } from './retry.ts';

/** Between two whole readings that show nothing an upload still on its way has long arrived. */
const READINGS_WITHOUT_A_TRACE = 2;
/** After so many checks that could not tell, a person is asked. */
const CHECKS_BEFORE_ASKING = 3;
/** `Date` and `creationTime` need not come from the same machine. */
const CLOCKS_DIFFER_MS = 2 * 60_000;
/** A recovered row may come from a time when this computer's clock was wrong. */
const RECOVERED_DIFFER_MS = 2 * 24 * 60 * 60_000;
/** A name as common as "Scan.pdf" must not lead to hundreds of requests. */
const MOST_LOOKS = 20;

type Checked = Extract<Fact, { readonly kind: 'checked' }>;

/** A check asked after the doubt arose named these documents, or none. */
export function checked(submission: Submission, fact: Checked, moment: Moment): Decision | null {
  const stage = doubtOf(submission);
  if (stage === null || stage.looking || stage.candidates.length > 0) return null;
  const whole = fact.whole && fact.unreadable === 0;
  const candidates = fact.candidates.slice(0, MOST_LOOKS);
  if (candidates.length > 0) {
    const { contested } = fact;
    const next = { ...stage, candidates, contested, whole, looked: [], nextTryAt: moment.now };
    return changed(submission, { stage: next }, moment);
  }
  return whole ? missed(submission, stage, moment) : untold(submission, stage, fact, moment);
}

/** An upload in doubt; also one a person was asked about, which a later check may still settle. */
function doubtOf({ stage, reason }: Submission): Unclear | null {
  if (stage.kind === 'unclear' && stage.step === 'upload') return stage;
  if (stage.kind !== 'needs-you' || reason?.kind !== 'unsettled') return null;
  return unclear('upload', reason.since, null, { missed: reason.missed, windows: CHECKS_BEFORE_ASKING });
}

/** A whole reading showed no trace of it. */
function missed(submission: Submission, stage: Unclear, moment: Moment): Decision {
  const count = stage.missed + 1;
  if (count < READINGS_WITHOUT_A_TRACE) {
    const next = unclear('upload', moment.now, null, { missed: count, windows: stage.windows + 1 });
    return changed(submission, { stage: next }, moment);
  }
  if (submission.recovered) return notUploaded(submission, moment);
  return submission.cancelled ? stopped(submission, moment) : onward(submission, moment);
}

/** The reading was not whole, or some of its entries cannot be read: what it does not show may be there all the same. */
function untold(
  submission: Submission,
  stage: Unclear,
  { documents, unreadable, whole }: Pick<Checked, 'documents' | 'unreadable' | 'whole'>,
  moment: Moment,
): Decision {
  const windows = stage.windows + 1;
  if (windows < CHECKS_BEFORE_ASKING) {
    const next = unclear('upload', stage.since, null, { missed: stage.missed, windows });
    return changed(submission, { stage: next }, moment);
  }
  const { missed: count, since } = stage;
  const reason = { kind: 'unsettled', documents, unreadable, whole, missed: count, since } as const;
  return needsYou(submission, 'upload', reason, moment);
}

/** One of the candidates was looked at; null: it is no longer there. */
export function candidateSeen(
  submission: Submission,
  stage: Unclear,
  seen: Seen | null,
  skewMs: number,
  moment: Moment,
): Decision {
  if (stage.chosen) {
    // What a person chose is gone meanwhile: look for the others.
    if (seen === null) return changed(submission, { stage: lookFor(submission, moment.now), attempts: 0 }, moment);
    return adopted(submission, seen, moment);
  }
  const [, ...others] = stage.candidates;
  const likeness = seen === null ? null : likenessOf(submission, seen, skewMs);
  const looked = seen === null || likeness === null ? stage.looked : [...stage.looked, candidateOf(seen, likeness)];
  // The overview is sorted by creation: all that follow are older still.
  const left = seen !== null && isTooOld(submission, seen, skewMs) ? [] : others;
  if (left.length > 0) {
    const next = { ...stage, candidates: left, looked, looking: false, nextTryAt: moment.now };
    return changed(submission, { stage: next, attempts: 0, ...calmed(submission) }, moment);
  }
  const told = { ...stage, candidates: [], looked, looking: false };
  if (looked.length === 0) {
    const nothing = { documents: 0, unreadable: 0, whole: stage.whole };
    return told.whole ? missed(submission, told, moment) : untold(submission, told, nothing, moment);
  }
  const proven = looked.find((one) => one.likeness === 'proven');
  // Several with this very content are replays of one upload: any will do, and the others are found as orphans.
  if (proven !== undefined && !stage.contested && !submission.cancelled && !submission.recovered)
    return onward({ ...submission, documentId: proven.documentId, uploadedAt: moment.now }, moment);
  const candidates = looked.toSorted((a, b) => rank(a) - rank(b));
  return needsYou(submission, 'upload', { kind: 'several', candidates, whole: stage.whole }, moment);
}

/** One that was begun comes first: choosing a draft beside it could have the document signed twice. */
const rank = ({ likeness, status }: Candidate) => (status !== 'draft' ? 0 : likeness === 'proven' ? 1 : 2);

/** A look that went well ends the trouble of an earlier one. */
const calmed = ({ recovered }: Submission) => ({ reason: recovered ? ({ kind: 'recovered' } as const) : null });

function candidateOf(seen: Seen, likeness: Candidate['likeness']): Candidate {
  const signees = seen.signees.flatMap(({ email }) => email ?? []);
  return { documentId: seen.documentId, status: seen.status, createdAt: seen.createdAt, signees, likeness };
}

/** A name proves nothing, and what else a draft shows may be chance. Only the content proves whose it is. */
function likenessOf(submission: Submission, seen: Seen, skewMs: number): Candidate['likeness'] | null {
  const { file, mode, jurisdiction } = submission.wish;
  const named = seen.name !== null && sameName(seen.name, file.name);
  if (!named || isTooOld(submission, seen, skewMs)) return null;
  if (submission.recovered) {
    // It may have been started since, to people this row does not know: nothing but another content rules it out.
    if (seen.sha256 === null || seen.status !== 'draft') return 'likely';
    return seen.sha256 === file.sha256 ? 'proven' : null;
  }
  if (!couldBeUploadOf(submission, seen, skewMs)) return null;
  if (seen.sha256 === file.sha256) return 'proven';
  if (seen.sha256 === null) return 'likely';
  // A service may keep another file than the one it got, a converted one for instance.
  const same = seemsUploadOf(submission, seen, skewMs) && seen.mode === mode && seen.jurisdiction === jurisdiction;
  return same ? 'likely' : null;
}

/** What a replayed or late upload leaves behind. It is only offered for deletion. */
export function isOrphanOf(submission: Submission, seen: Seen, skewMs: number): boolean {
  if (!couldBeUploadOf(submission, seen, skewMs)) return false;
  return seen.sha256 === submission.wish.file.sha256 || seemsUploadOf(submission, seen, skewMs);
}

function isTooOld({ firstSent, recovered }: Submission, { createdAt }: Seen, skewMs: number): boolean {
  if (firstSent === null || createdAt === null) return false;
  const tolerance = recovered ? RECOVERED_DIFFER_MS : CLOCKS_DIFFER_MS;
  return createdAt < firstSent.at + Math.min(firstSent.skewMs, skewMs) - tolerance;
}

/** A draft of that name that is not older than the first upload. */
function couldBeUploadOf(submission: Submission, seen: Seen, skewMs: number): boolean {
  const { wish, firstSent } = submission;
  if (firstSent === null || seen.createdAt === null || seen.status !== 'draft' || seen.signees.length > 0) return false;
  return !isTooOld(submission, seen, skewMs) && seen.name !== null && sameName(seen.name, wish.file.name);
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

/** The document itself tells what became of a call whose answer was lost or that was refused. */
export function documentSeen(submission: Submission, stage: Unclear, seen: Seen, moment: Moment): Decision {
  const again = () => {
    if (submission.cancelled && stage.step !== 'delete') return stopped(submission, moment);
    if (stage.refusal !== null)
      return needsYou(submission, stage.step, { kind: 'failed', failure: stage.refusal }, moment);
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
      if (seen.status !== 'draft') return begun(submission, seen, moment);
      return submission.recovered ? notStarted(submission, moment) : again();
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
