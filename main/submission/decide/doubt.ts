import { isSameName } from '../document-name.ts';
import type { Decision, Fact, Moment, Seen, Trouble } from '../fact.ts';
import type { Candidate, Submission } from '../submission.ts';
import { endCancelled, endWithoutDocument } from './cancel.ts';
import { askPerson, change, readyFor, searchStage, type Unclear, unclearAt } from './change.ts';
import { countSigneesThere } from './compare.ts';
import { stageBefore, toNextStep } from './next-step.ts';
import { adopt, afterNoStart, endStarted, holdAgain } from './recovered.ts';
import { isGone, lookAgain, nextTryInVain } from './retry.ts';

/** Any upload that was still under way arrives between two whole readings. If neither shows it, it did not arrive. */
const READINGS_WITHOUT_A_TRACE = 2;
/** After this many checks without a clear answer, a person decides. */
const CHECKS_BEFORE_ASKING = 3;
/** The `Date` header and `creationTime` may come from different machines of the service. */
const CLOCKS_DIFFER_MS = 2 * 60_000;
/** This computer's clock may have been wrong when a recovered submission was stored. */
const RECOVERED_DIFFER_MS = 2 * 24 * 60 * 60_000;
/** Without a limit, a common name such as "Scan.pdf" would lead to hundreds of requests. */
const MOST_LOOKS = 20;

type Checked = Extract<Fact, { readonly kind: 'checked' }>;

/** Applies a check that began after the doubt arose. It found candidates, or none. */
export function applyCheck(submission: Submission, fact: Checked, moment: Moment): Decision | null {
  const stage = doubtOf(submission);
  if (stage === null || stage.looking || stage.candidates.length > 0) return null;
  const whole = fact.whole && fact.unreadable === 0;
  const candidates = fact.candidates.slice(0, MOST_LOOKS);
  if (candidates.length > 0) {
    const { contested } = fact;
    const next = { ...stage, candidates, contested, whole, looked: [], nextTryAt: moment.now };
    return change(submission, { stage: next }, moment);
  }
  return whole ? countMissed(submission, stage, moment) : countUndecided(submission, stage, fact, moment);
}

/** The doubt about an upload. Also if a person was asked already: a later check may still find the answer. */
function doubtOf({ stage, reason }: Submission): Unclear | null {
  if (stage.kind === 'unclear' && stage.step === 'upload') return stage;
  if (stage.kind !== 'needs-you' || reason?.kind !== 'unsettled') return null;
  return unclearAt('upload', reason.since, null, { missed: reason.missed, windows: CHECKS_BEFORE_ASKING });
}

/** A whole reading showed no trace of the upload. */
function countMissed(submission: Submission, stage: Unclear, moment: Moment): Decision {
  const count = stage.missed + 1;
  if (count < READINGS_WITHOUT_A_TRACE) {
    const next = unclearAt('upload', moment.now, null, { missed: count, windows: stage.windows + 1 });
    return change(submission, { stage: next }, moment);
  }
  if (submission.recovered) return holdAgain(submission, moment);
  return submission.cancelled ? endCancelled(submission, moment) : toNextStep(submission, moment);
}

/** The reading was not whole or had unreadable entries: the document may be there although the reading did not show it. */
function countUndecided(
  submission: Submission,
  stage: Unclear,
  { documents, unreadable, whole }: Pick<Checked, 'documents' | 'unreadable' | 'whole'>,
  moment: Moment,
): Decision {
  const windows = stage.windows + 1;
  if (windows < CHECKS_BEFORE_ASKING) {
    const next = unclearAt('upload', stage.since, null, { missed: stage.missed, windows });
    return change(submission, { stage: next }, moment);
  }
  const { missed: count, since } = stage;
  const reason = { kind: 'unsettled', documents, unreadable, whole, missed: count, since } as const;
  return askPerson(submission, 'upload', reason, moment);
}

/** Applies a look at one candidate. `seen` is null: the candidate no longer exists. */
export function applyLookAtCandidate(
  submission: Submission,
  stage: Unclear,
  seen: Seen | null,
  skewMs: number,
  moment: Moment,
): Decision {
  if (stage.chosen) {
    // The document that the person chose is gone: search for others.
    if (seen === null) return change(submission, { stage: searchStage(submission, moment.now), attempts: 0 }, moment);
    return adopt(submission, seen, moment);
  }
  const [, ...others] = stage.candidates;
  const likeness = seen === null ? null : likenessOf(submission, seen, skewMs);
  const looked = seen === null || likeness === null ? stage.looked : [...stage.looked, candidateOf(seen, likeness)];
  // The overview is sorted by creation: all further candidates are older still.
  const left = seen !== null && isTooOld(submission, seen, skewMs) ? [] : others;
  if (left.length > 0) {
    const next = { ...stage, candidates: left, looked, looking: false, nextTryAt: moment.now };
    return change(submission, { stage: next, attempts: 0, ...clearFailure(submission) }, moment);
  }
  const settled = { ...stage, candidates: [], looked, looking: false };
  if (looked.length === 0) {
    const nothing = { documents: 0, unreadable: 0, whole: stage.whole };
    return settled.whole
      ? countMissed(submission, settled, moment)
      : countUndecided(submission, settled, nothing, moment);
  }
  const proven = looked.find((one) => one.likeness === 'proven');
  // Several drafts with this very content come from one upload that was repeated on the way. Take one; the next checks
  // find the others as orphans.
  if (proven !== undefined && !stage.contested && !submission.cancelled && !submission.recovered)
    return toNextStep({ ...submission, documentId: proven.documentId, uploadedAt: moment.now }, moment);
  const candidates = looked.toSorted((a, b) => rank(a) - rank(b));
  return askPerson(submission, 'upload', { kind: 'several', candidates, whole: stage.whole }, moment);
}

/** Started documents come first: if a person chose a draft beside one, people might sign the document twice. */
const rank = ({ likeness, status }: Candidate) => (status !== 'draft' ? 0 : likeness === 'proven' ? 1 : 2);

/** A look that succeeded clears the failure of an earlier look. */
const clearFailure = ({ recovered }: Submission) => ({ reason: recovered ? ({ kind: 'recovered' } as const) : null });

function candidateOf(seen: Seen, likeness: Candidate['likeness']): Candidate {
  const signees = seen.signees.flatMap(({ email }) => email ?? []);
  return { documentId: seen.documentId, status: seen.status, createdAt: seen.createdAt, signees, likeness };
}

/** Only the content proves that a document is this upload. Name and fields may be equal by chance. */
function likenessOf(submission: Submission, seen: Seen, skewMs: number): Candidate['likeness'] | null {
  const { file, mode, jurisdiction } = submission.wish;
  const named = seen.name !== null && isSameName(seen.name, file.name);
  if (!named || isTooOld(submission, seen, skewMs)) return null;
  if (submission.recovered) {
    // The document may have been started since, with signees unknown here. Only a different content rules it out.
    if (seen.sha256 === null || seen.status !== 'draft') return 'likely';
    return seen.sha256 === file.sha256 ? 'proven' : null;
  }
  if (!couldBeUploadOf(submission, seen, skewMs)) return null;
  // A draft of the same content may be a repeated upload from before Undo, with another sender or comment.
  const isFirstUpload = submission.uploadedAt === null;
  if (seen.sha256 === file.sha256 && (isFirstUpload || looksLikeUploadOf(submission, seen, skewMs))) return 'proven';
  if (seen.sha256 === null || seen.sha256 === file.sha256) return 'likely';
  // A service may store another file than it received, for example a converted one.
  const same = looksLikeUploadOf(submission, seen, skewMs) && seen.mode === mode && seen.jurisdiction === jurisdiction;
  return same ? 'likely' : null;
}

/** Is this a draft that a repeated or late upload left behind? We only offer to delete it. */
export function isOrphanOf(submission: Submission, seen: Seen, skewMs: number): boolean {
  if (!couldBeUploadOf(submission, seen, skewMs)) return false;
  return seen.sha256 === submission.wish.file.sha256 || looksLikeUploadOf(submission, seen, skewMs);
}

function isTooOld({ firstSent, recovered }: Submission, { createdAt }: Seen, skewMs: number): boolean {
  if (firstSent === null || createdAt === null) return false;
  const tolerance = recovered ? RECOVERED_DIFFER_MS : CLOCKS_DIFFER_MS;
  return createdAt < firstSent.at + Math.min(firstSent.skewMs, skewMs) - tolerance;
}

/** Is this a draft with the right name that is not older than the first upload? */
function couldBeUploadOf(submission: Submission, seen: Seen, skewMs: number): boolean {
  const { wish, firstSent } = submission;
  if (firstSent === null || seen.createdAt === null || seen.status !== 'draft') return false;
  // At an upload the service adds nobody but the people of the signature fields.
  if (seen.signees.length > 0 && !wish.scanPredefined) return false;
  return !isTooOld(submission, seen, skewMs) && seen.name !== null && isSameName(seen.name, wish.file.name);
}

function looksLikeUploadOf(submission: Submission, seen: Seen, skewMs: number): boolean {
  const { wish, firstSent } = submission;
  const same = (shown: string | null, sent: string | undefined) => shown === null || shown === sent;
  return (
    couldBeUploadOf(submission, seen, skewMs) &&
    same(seen.type, wish.file.type) &&
    same(seen.alias, firstSent?.alias) &&
    same(seen.comment, firstSent?.comment)
  );
}

/** Looks at the document to find out if a call had an effect whose answer was lost, or that was refused. */
export function applyLookAtDocument(submission: Submission, stage: Unclear, seen: Seen, moment: Moment): Decision {
  const again = () => {
    if (submission.cancelled && stage.step !== 'delete') return endCancelled(submission, moment);
    if (stage.refusal !== null)
      return askPerson(submission, stage.step, { kind: 'failed', failure: stage.refusal }, moment);
    const nextTryAt = nextTryInVain(submission, stage, moment);
    return change(submission, { stage: readyFor(stage.step === 'start' ? 'compare' : stage.step, nextTryAt) }, moment);
  };
  const settled = (patch: Parameters<typeof change>[1]) =>
    change(submission, { attempts: 0, reason: null, ...patch }, moment);
  switch (stage.step) {
    case 'add-signee':
      return applyLookForSignee(submission, seen, again, moment);
    case 'start':
      if (seen.status !== 'draft') return endStarted(submission, seen, moment);
      return submission.recovered ? afterNoStart(submission, moment) : again();
    case 'update':
      if (seen.alias !== submission.wish.alias || seen.comment !== submission.wish.comment) return again();
      return settled({ stage: stageBefore(submission) });
    case 'withdraw':
      if (seen.status === 'in-progress') return again();
      if (seen.status === 'withdrawn') return settled({ stage: { kind: 'done', as: 'withdrawn' } });
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

export function applyFailedLook(
  submission: Submission,
  stage: Unclear,
  trouble: Trouble,
  skewMs: number,
  moment: Moment,
) {
  if (!isGone(trouble)) return lookAgain(submission, stage, trouble, moment);
  if (stage.step === 'upload') return applyLookAtCandidate(submission, stage, null, skewMs, moment);
  if (stage.step === 'delete') return endDeleted(submission, moment);
  return askPerson(submission, stage.step, { kind: 'gone' }, moment);
}

export function endDeleted(submission: Submission, moment: Moment): Decision {
  if (submission.cancelled) return endWithoutDocument(submission, moment);
  return change(submission, { stage: { kind: 'done', as: 'deleted' }, reason: null, attempts: 0 }, moment);
}
