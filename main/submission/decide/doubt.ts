import { limits } from '../../../preload/contract/limits.ts';
import type { Decision, Fact, Moment, Seen, Trouble } from '../fact.ts';
import type { Submission } from '../submission.ts';
import { endCancelled } from './cancel.ts';
import { askPerson, change, readyFor, searchStage, type Unclear, unclearAt } from './change.ts';
import { countSigneesThere } from './compare.ts';
import { afterUpdate, stageBefore, toNextStep } from './next-step.ts';
import {
  adopt,
  afterNoStart,
  askAboutDraft,
  endDeletedDraft,
  endStarted,
  holdAgain,
  withWordsOf,
} from './recovered.ts';
import { isGone, lookAgain, nextTryInVain, reasonInVain, waitMs } from './retry.ts';

/** Any upload that was still under way arrives between two whole readings. If neither shows it, it did not arrive. */
const READINGS_WITHOUT_A_TRACE = 2;
/** The refused looks in a row after which a person decides. */
export const MOST_REFUSED_LOOKS = 12;
/** The checks without a clear answer after which a person decides. */
const CHECKS_BEFORE_ASKING = 3;

type Checked = Extract<Fact, { readonly kind: 'checked' }>;

/** Applies a check that began after the doubt arose, with the documents of the same name that it led to. */
export function applyCheck(submission: Submission, fact: Checked, moment: Moment): Decision | null {
  const stage = doubtOf(submission);
  if (stage === null || stage.looking || stage.candidates.length > 0) return null;
  const whole = fact.whole && fact.unreadable === 0 && fact.undecided === 0;
  // Beside its own draft, only a started document matters.
  const candidates = fact.candidates.filter(({ status }) => submission.documentId === null || status !== 'draft');
  if (candidates.length === 0)
    return whole ? countMissed(submission, stage, moment) : countUndecided(submission, stage, fact, moment);
  const proven = fact.candidates.find(({ likeness }) => likeness === 'proven');
  // Several drafts with this very content come from one upload that was repeated on the way. Take one; the next checks
  // find the others as orphans.
  if (proven !== undefined && !fact.contested && !submission.cancelled && !submission.recovered)
    return toNextStep({ ...submission, documentId: proven.documentId, uploadedAt: moment.now }, moment);
  // A person who chooses a draft while the started one is still unread would start it twice.
  if (fact.unread > 0 && submission.documentId === null) return countUndecided(submission, stage, fact, moment);
  // The document itself may be among those that we could not read.
  if (!whole && stage.windows + 1 < CHECKS_BEFORE_ASKING) return countUndecided(submission, stage, fact, moment);
  const { more } = fact;
  const reason = { kind: 'several', candidates, more, passed: stage.passed, whole: whole && more === 0 } as const;
  return askPerson(submission, 'upload', reason, moment);
}

/** Returns the doubt about an upload. Also if a person was asked already: a later check may still find the answer. */
function doubtOf({ stage, reason }: Submission): Unclear | null {
  if (stage.kind === 'unclear' && stage.step === 'upload') return stage;
  if (stage.kind !== 'needs-you' || reason?.kind !== 'unsettled') return null;
  const { missed, passed, since } = reason;
  return unclearAt('upload', since, null, { missed, passed, windows: CHECKS_BEFORE_ASKING });
}

/** Counts a whole reading that showed no trace of the upload, or of a started document beside the own draft. */
function countMissed(submission: Submission, stage: Unclear, moment: Moment): Decision {
  const count = stage.missed + 1;
  if (count < READINGS_WITHOUT_A_TRACE) {
    const { passed, windows } = stage;
    const next = unclearAt('upload', moment.now, null, { missed: count, passed, windows: windows + 1 });
    return change(submission, { stage: next }, moment);
  }
  if (submission.documentId !== null) return askAboutDraft(submission, moment);
  if (submission.recovered) return holdAgain(submission, moment);
  return submission.cancelled ? endCancelled(submission, moment) : toNextStep(submission, moment);
}

/** Counts a reading that was not whole or not readable everywhere: it may have missed the document. */
function countUndecided(submission: Submission, stage: Unclear, fact: Checked, moment: Moment): Decision {
  const windows = stage.windows + 1;
  const { missed, passed, since } = stage;
  if (windows < CHECKS_BEFORE_ASKING)
    return change(submission, { stage: unclearAt('upload', since, null, { missed, passed, windows }) }, moment);
  if (submission.documentId !== null) return askAboutDraft(submission, moment, true);
  const { documents, unreadable, undecided, whole } = fact;
  const known = { documents, unreadable: unreadable + undecided, whole, missed, passed, since };
  return askPerson(submission, 'upload', { kind: 'unsettled', ...known }, moment);
}

/** Applies a look at the document that a person chose. `seen` is null: it no longer exists, so we search for others. */
export function applyLookAtCandidate(submission: Submission, seen: Seen | null, moment: Moment): Decision {
  return seen === null
    ? change(submission, { stage: searchStage(submission, moment.now), attempts: 0 }, moment)
    : adopt(submission, seen, moment);
}

/** Looks at the document to find out if a call had an effect whose answer was lost, or that was refused. */
export function applyLookAtDocument(submission: Submission, stage: Unclear, seen: Seen, moment: Moment): Decision {
  const again = () => {
    if (submission.cancelled && stage.step !== 'delete') return endCancelled(submission, moment);
    if (stage.refusal !== null)
      return askPerson(submission, stage.step, { kind: 'failed', failure: stage.refusal }, moment);
    const nextTryAt = nextTryInVain(submission, stage, moment);
    const next = readyFor(stage.step === 'start' ? 'compare' : stage.step, nextTryAt);
    return change(submission, { stage: next, reason: reasonInVain(submission, stage) }, moment);
  };
  const settled = (patch: Parameters<typeof change>[1]) =>
    change(submission, { attempts: 0, reason: null, ...patch }, moment);
  // An order that is refused leaves a draft of ours what it was, and it can be sent or deleted. Others are repeated.
  const putBackOrAgain = (patch: Parameters<typeof change>[1]) =>
    stage.refusal === null || submission.draft !== undefined || submission.cancelled
      ? again()
      : settled({ stage: stageBefore(submission), reason: { kind: 'failed', failure: stage.refusal }, ...patch });
  switch (stage.step) {
    case 'add-signee':
      return applyLookForSignee(submission, seen, again, moment);
    case 'start':
      if (seen.status !== 'draft') return endStarted(submission, seen, moment);
      return submission.recovered ? afterNoStart(submission, seen, moment) : again();
    case 'update':
      if (seen.status !== 'draft') return endBeforeUpdate(submission, seen, moment);
      if (seen.alias !== submission.wish.alias || seen.comment !== submission.wish.comment)
        return putBackOrAgain({ wish: withWordsOf(submission.wish, seen) });
      return submission.cancelled ? endCancelled(submission, moment) : afterUpdate(submission, moment);
    case 'withdraw':
      // An older journal wanted it. A person decides, and knows that people can still sign.
      if (seen.status === 'in-progress' && submission.recovered)
        return askPerson({ ...submission, recovered: false }, 'withdraw', { kind: 'untellable' }, moment);
      if (seen.status === 'in-progress') return again();
      if (seen.status === 'withdrawn') return settled({ stage: withdrawn });
      if (seen.status === 'signed' || seen.status === 'rejected')
        return settled({
          stage: stageBefore(submission),
          reason: { kind: 'too-late' },
          finishedAt: submission.finishedAt ?? moment.now,
        });
      // An unknown status may mean that the document was withdrawn.
      return askPerson(submission, 'withdraw', { kind: 'untellable' }, moment);
    case 'delete':
      // Deleting again is safe: the service deletes nothing that people are signing or have signed.
      if (!['in-progress', 'signed', 'rejected'].includes(seen.status))
        return putBackOrAgain(seen.status === 'withdrawn' ? { stage: withdrawn } : {});
      return settled({
        stage: { kind: 'done', as: 'started' },
        startedAt: submission.startedAt ?? moment.now,
        reason: { kind: 'too-late' },
      });
    default:
      throw new Error(`An unclear ${stage.step} is not settled by one document.`);
  }
}

const withdrawn = { kind: 'done', as: 'withdrawn' } as const;

/** Ends a change for which it is too late: others have started the document. Its row says what they have sent. */
function endBeforeUpdate(submission: Submission, seen: Seen, moment: Moment): Decision {
  if (submission.draft !== undefined) return endStarted(submission, seen, moment);
  return endStarted({ ...submission, wish: withWordsOf(submission.wish, seen) }, seen, moment, { kind: 'too-late' });
}

function applyLookForSignee(submission: Submission, seen: Seen, again: () => Decision, moment: Moment): Decision {
  const { signeesAdded } = submission;
  const { signees } = submission.wish;
  const there = countSigneesThere(submission.wish, seen, signeesAdded);
  if (there > signeesAdded || there === signees.length) {
    const added = { ...submission, signeesAdded: there };
    if (submission.cancelled) return endCancelled(added, moment);
    if (there === signees.length) return toNextStep(added, moment);
    // The look has shown that the next one is missing.
    return change(added, { stage: readyFor('add-signee', moment.now), reason: null, attempts: 0 }, moment);
  }
  // If records lack addresses, or signees we added are missing, the answer proves nothing.
  const shown = seen.signees.every(({ email }) => email !== undefined) && seen.signees.length >= signeesAdded;
  return shown ? again() : askPerson(submission, 'add-signee', { kind: 'untellable' }, moment);
}

/**
 * Returns the stage after a look that found no document. A service may miss for minutes what it has, so two answers so
 * far apart decide; one soon after the first shows a short absence early. Null: they agree.
 */
function missAgain(stage: Unclear, moment: Moment): Unclear | null {
  // An earlier version stored no time with its miss, so the next one counts as the first.
  const isFirst = stage.missedAt === undefined;
  const { missedAt = moment.now } = stage;
  const apart = missedAt + limits.missesApartMs;
  if (apart <= moment.now) return null;
  return { ...stage, looking: false, missedAt, nextTryAt: isFirst ? moment.now + waitMs(1, 0, moment) : apart };
}

/** Ends looks that the service refuses for good. What became of the step, nobody can tell: a person decides. */
function endRefusedLooks(submission: Submission, stage: Unclear, moment: Moment): Decision {
  // Another one may be its document.
  if (stage.step === 'upload') return applyLookAtCandidate(submission, null, moment);
  const { refusal } = stage;
  return askPerson(
    submission,
    stage.step,
    refusal === null ? { kind: 'untellable' } : { kind: 'failed', failure: refusal },
    moment,
  );
}

export function applyFailedLook(submission: Submission, stage: Unclear, trouble: Trouble, moment: Moment) {
  if (!isGone(trouble)) {
    // A timer would ask for ever. Without a document of its own, a search could go on with another one than was chosen.
    const isKnown = stage.step !== 'upload' || submission.documentId !== null;
    const isLast = isKnown && trouble.certainty === 'permanent' && (stage.refusedLooks ?? 0) + 1 >= MOST_REFUSED_LOOKS;
    return isLast ? endRefusedLooks(submission, stage, moment) : lookAgain(submission, stage, trouble, moment);
  }
  if (stage.step === 'upload') return applyLookAtCandidate(submission, null, moment);
  const miss = missAgain(stage, moment);
  if (miss !== null) return change(submission, { stage: miss }, moment);
  // Nobody can sign a document that the service has deleted: a withdrawal has nothing left to do.
  if (stage.step === 'delete' || stage.step === 'withdraw') return endDeleted(submission, moment);
  const gone = { kind: 'gone' } as const;
  // Nothing is left to decide.
  if (submission.draft !== undefined && submission.cancelled)
    return endCancelled({ ...submission, reason: gone }, moment);
  return askPerson(submission, stage.step, gone, moment);
}

function endDeleted(submission: Submission, moment: Moment): Decision {
  if (submission.cancelled) return endDeletedDraft(submission, moment);
  return change(submission, { stage: { kind: 'done', as: 'deleted' }, reason: null, attempts: 0 }, moment);
}
