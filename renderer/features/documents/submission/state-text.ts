import type { TFunction } from 'i18next';
import type { SubmissionRow } from '../../../../preload/contract/submission.ts';
import { saySpeed, shareOf } from '../../../language/amounts.ts';
import { sayMoment, toFullMinute } from '../../../language/say-moment.ts';

/** What stands around a submission and decides what it waits for. */
export interface Circumstances {
  readonly locale: string;
  readonly nextCheck: number | null;
  readonly paused: boolean;
  readonly signedOut: boolean;
  /** The limit of a day is reached: when the next document may be uploaded. */
  readonly resumesAt: number | null;
}

interface Speaker extends Circumstances {
  readonly t: TFunction;
}

/** What a submission is doing or waiting for, in one line: what happens next, and when. */
export function stateText(row: SubmissionRow, speaker: Speaker): string {
  const { t } = speaker;
  switch (row.phase) {
    case 'held':
      return t('submission.held');
    case 'needs-you':
      return row.problem ? t(`problem.${row.problem.key}.what`, row.problem.params) : t('documents.needsYou');
    case 'done':
      return endOf(row, speaker);
    case 'calling':
      return row.cancelled && row.step !== 'delete' ? t('submission.stopping') : doing(row, speaker);
    case 'unclear':
      return doubt(row, speaker);
    default:
      return waiting(row, speaker);
  }
}

function endOf({ end, problem, orphans }: SubmissionRow, { t }: Speaker): string {
  if (problem) return t(`problem.${problem.key}.what`, problem.params);
  if (orphans.length > 0) return t('submission.orphans', { count: orphans.length });
  return t(`submission.end.${end ?? 'started'}`);
}

function doing({ step, progress }: SubmissionRow, { t, locale }: Speaker): string {
  if (step !== 'upload' || progress === null) return t(`submission.doing.${step ?? 'upload'}`);
  const { bytes, total, bytesPerSecond } = progress;
  const share = shareOf(bytes, total);
  return bytesPerSecond > 0
    ? t('submission.uploadingAt', { share, speed: saySpeed(bytesPerSecond, locale) })
    : t('submission.uploading', { share });
}

/** Nothing starts and nothing is tried again, whatever time was set for it. */
export const standsStill = ({ paused, signedOut }: Pick<Circumstances, 'paused' | 'signedOut'>): boolean =>
  paused || signedOut;

const stillness = ({ t, paused }: Speaker) => t(paused ? 'submission.paused' : 'submission.signedOut');

/** When it is tried again, where that is not at once. */
function nextTry({ nextTryAt, changedAt }: SubmissionRow, speaker: Speaker): string | null {
  const { t, locale } = speaker;
  if (standsStill(speaker) || nextTryAt === null || nextTryAt <= changedAt) return null;
  return t('submission.nextTry', { time: sayMoment(nextTryAt, locale) });
}

const joined = (...parts: readonly (string | null)[]) => parts.filter((part) => part !== null).join(' · ');

/** An upload is looked for in the list of the service; everything else is seen at the document itself. */
function doubt(row: SubmissionRow, speaker: Speaker): string {
  const { t, nextCheck, signedOut, locale } = speaker;
  const { step } = row;
  if (step !== 'upload') return joined(t(`submission.doubt.${step ?? 'start'}`), nextTry(row, speaker));
  return nextCheck === null || signedOut
    ? t('submission.askedAtCheck')
    : t('submission.askedAt', { time: sayMoment(toFullMinute(nextCheck), locale) });
}

function waiting(row: SubmissionRow, speaker: Speaker): string {
  const { t, resumesAt, locale } = speaker;
  const { problem, step, cancelled } = row;
  if (problem) {
    const when = standsStill(speaker) ? stillness(speaker) : nextTry(row, speaker);
    return joined(when, t(`problem.${problem.key}.what`, problem.params));
  }
  if (cancelled) return t('submission.stopping');
  if (standsStill(speaker)) return stillness(speaker);
  if (step === 'upload' && resumesAt !== null) return t('submission.budget', { time: sayMoment(resumesAt, locale) });
  return t('submission.queued');
}

/** In place of a problem: what it advises would be done a second time, and settles nothing. */
export function longDoubtText(row: SubmissionRow, speaker: Speaker): string {
  const advice = row.step === 'upload' ? 'doNotSendAgain' : 'nothingToDo';
  return `${doubt(row, speaker)}. ${speaker.t(`submission.${advice}`)}`;
}

/** What follows a problem that is told at length: when it goes on by itself, where it does. */
export function nextStepText(row: SubmissionRow, speaker: Speaker): string | undefined {
  const { t, locale } = speaker;
  if (row.phase !== 'waiting') return undefined;
  if (standsStill(speaker)) return `${stillness(speaker)}.`;
  return row.nextTryAt === null ? undefined : t('submission.goesOn', { time: sayMoment(row.nextTryAt, locale) });
}
