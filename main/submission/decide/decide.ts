import type { Decision, Fact, Moment } from '../fact.ts';
import type { Submission } from '../submission.ts';
import { applyAnswer, applyLook, applyUpload } from './after-call.ts';
import { change, unclearAt } from './change.ts';
import { applyCommand } from './command.ts';
import { applyCheck } from './doubt.ts';
import { toNextStep } from './next-step.ts';
import { markRecovered, mayBeOld } from './recovered.ts';
import { isPromised } from './replacement.ts';
import { doubtStart, isStarted } from './retry.ts';
import {
  afterConnectionReady,
  afterRestart,
  afterSleep,
  correctForClockSetBack,
  moveWaits,
  takeTurn,
} from './waiting.ts';

/** Returns the submission after a fact, without any I/O. Null: the fact does not concern this submission. */
export function decide(before: Submission, fact: Fact, moment: Moment): Decision | null {
  if (fact.kind === 'clock-moved') return moveWaits(before, fact.byMs, { ...moment, now: fact.at ?? moment.now });
  // Do this first: the change below overwrites `changedAt`, which shows that the clock was set back.
  const submission = correctForClockSetBack(before, moment);
  const { stage } = submission;
  switch (fact.kind) {
    case 'due':
      return takeTurn(submission, fact.skewMs, moment);
    case 'restarted':
      return afterRestart(submission, moment);
    case 'connection-ready':
      return afterConnectionReady(submission, moment);
    case 'slept':
      return afterSleep(submission, fact.ms, { ...moment, now: fact.at ?? moment.now });
    case 'clock-set-back':
      return before.changedAt > moment.now ? change(submission, {}, moment) : null;
    case 'uploaded':
      return stage.kind === 'calling' && stage.step === 'upload' ? applyUpload(submission, stage, fact, moment) : null;
    case 'called':
      return stage.kind === 'calling' ? applyAnswer(submission, stage, fact, moment) : null;
    case 'seen':
      return applyLook(submission, fact, moment);
    case 'checked':
      return applyCheck(submission, fact, moment);
    case 'recovered': {
      // It may have been withdrawn since: if the start had no effect, a person decides about another one.
      if (isStarted(submission)) return submission.recovered ? null : change(submission, { recovered: true }, moment);
      const { stage: to, goal, reason, recovered, firstSent, startAfter } = markRecovered(submission, moment.now);
      return !mayBeOld(submission)
        ? null
        : change(submission, { stage: to, goal, reason, recovered, firstSent, startAfter, attempts: 0 }, moment);
    }
    case 'reconnected': {
      const { connectionId } = fact;
      const isBusy = stage.kind === 'calling' || (stage.kind === 'unclear' && stage.looking);
      if (!submission.recovered || submission.connectionId === connectionId || isBusy) return null;
      return change({ ...submission, connectionId }, {}, moment);
    }
    case 'orphan':
      if (submission.orphans.includes(fact.documentId)) return null;
      return change(submission, { orphans: [...submission.orphans, fact.documentId] }, moment);
    case 'orphan-gone':
      return change(submission, { orphans: submission.orphans.filter((id) => id !== fact.documentId) }, moment);
    case 'finished':
      return submission.finishedAt === null ? finish(submission, moment) : null;
    case 'replaced':
      if (!isPromised(submission)) return null;
      return fact.asOrdered
        ? toNextStep(submission, moment)
        : change(submission, { goal: 'hold', reason: { kind: 'overtaken' } }, moment);
    case 'listed-as-draft':
      return doubtStart(submission, fact, moment);
    default:
      return applyCommand(submission, fact.command, moment);
  }
}

/**
 * Finishes a submission. If the service had refused its withdrawal, a look tells how the document ended, and the copy
 * can go.
 */
function finish(submission: Submission, moment: Moment): Decision {
  const { stage } = submission;
  const isRefused = stage.kind === 'needs-you' && stage.step === 'withdraw';
  const ended = isRefused ? { stage: unclearAt('withdraw', moment.now, moment.now), reason: null, attempts: 0 } : {};
  return change(submission, { ...ended, finishedAt: moment.now }, moment);
}

export type Decide = typeof decide;
