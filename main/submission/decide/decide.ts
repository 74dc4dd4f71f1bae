import type { Decision, Fact, Moment } from '../fact.ts';
import type { Submission } from '../submission.ts';
import { called, seen, uploaded } from './after-call.ts';
import { changed } from './change.ts';
import { commanded } from './command.ts';
import { checked } from './doubt.ts';
import { mayBeOld, recoveredRow } from './recovered.ts';
import { clockMoved, connectionReady, due, movedBack, restarted } from './waiting.ts';

/** What a fact makes of a submission, without any input or output. null: it means nothing to it. */
export function decide(before: Submission, fact: Fact, moment: Moment): Decision | null {
  if (fact.kind === 'clock-moved') return clockMoved(before, fact.byMs, moment);
  // First of all: the change this fact makes hides that the clock was set back.
  const submission = movedBack(before, moment);
  const { stage } = submission;
  switch (fact.kind) {
    case 'due':
      return due(submission, fact.skewMs, moment);
    case 'restarted':
      return restarted(submission, moment);
    case 'connection-ready':
      return connectionReady(submission, moment);
    case 'clock-set-back':
      return before.changedAt > moment.now ? changed(submission, {}, moment) : null;
    case 'uploaded':
      return stage.kind === 'calling' && stage.step === 'upload' ? uploaded(submission, stage, fact, moment) : null;
    case 'called':
      return stage.kind === 'calling' ? called(submission, stage, fact, moment) : null;
    case 'seen':
      return seen(submission, fact, moment);
    case 'checked':
      return checked(submission, fact, moment);
    case 'recovered': {
      const { stage: to, goal, reason, recovered, firstSent } = recoveredRow(submission, moment.now);
      return !mayBeOld(submission)
        ? null
        : changed(submission, { stage: to, goal, reason, recovered, firstSent, attempts: 0 }, moment);
    }
    case 'orphan':
      if (submission.orphans.includes(fact.documentId)) return null;
      return changed(submission, { orphans: [...submission.orphans, fact.documentId] }, moment);
    case 'orphan-gone':
      return changed(submission, { orphans: submission.orphans.filter((id) => id !== fact.documentId) }, moment);
    case 'finished':
      return submission.finishedAt === null ? changed(submission, { finishedAt: moment.now }, moment) : null;
    default:
      return commanded(submission, fact.command, moment);
  }
}

export type Decide = typeof decide;
