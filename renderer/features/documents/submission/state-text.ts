import type { TFunction } from 'i18next';
import type { State } from '../../../../preload/contract/state.ts';
import type { SubmissionRow } from '../../../../preload/contract/submission.ts';
import { saySpeed, shareOf } from '../../../language/amounts.ts';
import { sayMoment, toFullMinute } from '../../../language/say-moment.ts';

/** State of the app that decides what a submission waits for. */
export interface Circumstances {
  readonly locale: string;
  /** Whether there is a network. */
  readonly online: boolean;
  readonly nextCheck: number | null;
  readonly paused: boolean;
  readonly signedOut: boolean;
  /** The time at which uploads resume after the daily limit, else null. */
  readonly resumesAt: number | null;
}

export const circumstancesOf = (state: State | null): Circumstances => ({
  locale: state?.locale ?? 'en',
  online: state?.online ?? true,
  nextCheck: state?.check.next ?? null,
  paused: state?.outbox.paused ?? false,
  signedOut: state?.connections.some(({ id, signedIn }) => id === state.active && signedIn !== 'yes') ?? false,
  resumesAt: state?.outbox.budget.resumesAt ?? null,
});

interface Speaker extends Circumstances {
  readonly t: TFunction;
}

/** Writes one line: what the submission does or waits for, and when it continues. */
export function stateText(row: SubmissionRow, speaker: Speaker): string {
  const { t } = speaker;
  switch (row.phase) {
    case 'held':
      return row.problem ? t(`problem.${row.problem.key}.what`, row.problem.params) : t('submission.held');
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

/** Says how many people sign. The document itself may name others, so nobody chosen is not nobody. */
export const peopleText = ({ signeeCount }: Pick<SubmissionRow, 'signeeCount'>, t: TFunction): string =>
  signeeCount > 0 ? t('submission.people', { count: signeeCount }) : t('submission.noPeople');

/** Tells whether nothing starts and nothing is tried again now. */
export const standsStill = ({ paused, signedOut }: Pick<Circumstances, 'paused' | 'signedOut'>): boolean =>
  paused || signedOut;

const stillness = ({ t, paused }: Speaker) => t(paused ? 'submission.paused' : 'submission.signedOut');

/** Returns the time of the next try, unless it is at once. */
function nextTry({ nextTryAt, changedAt }: SubmissionRow, speaker: Speaker): string | null {
  const { t, locale } = speaker;
  if (standsStill(speaker) || nextTryAt === null || nextTryAt <= changedAt) return null;
  return t('submission.nextTry', { time: sayMoment(nextTryAt, locale) });
}

/** Says that nothing can be sent: without a network, or because the service does not answer. */
export const apartText = ({ t, online }: Pick<Speaker, 't' | 'online'>): string =>
  t(online ? 'submission.unreachable' : 'submission.offline');

const joined = (...parts: readonly (string | null)[]) => parts.filter((part) => part !== null).join(' · ');

/**
 * Writes what happens to an uncertain call. An upload is searched in the list of the service, others at the document.
 */
function doubt(row: SubmissionRow, speaker: Speaker): string {
  const { t, nextCheck, signedOut, locale } = speaker;
  const { step, problem, otherAccount } = row;
  // The check asks for it under its own account only.
  if (otherAccount !== null && problem) return t(`problem.${problem.key}.what`, problem.params);
  if (step !== 'upload') return joined(t(`submission.doubt.${step ?? 'start'}`), nextTry(row, speaker));
  return nextCheck === null || signedOut
    ? t('submission.askedAtCheck')
    : t('submission.askedAt', { time: sayMoment(toFullMinute(nextCheck), locale) });
}

function waiting(row: SubmissionRow, speaker: Speaker): string {
  const { t, online, resumesAt, locale } = speaker;
  const { problem, step, cancelled } = row;
  if (problem) {
    const when = standsStill(speaker) ? stillness(speaker) : nextTry(row, speaker);
    // The time first: the line above the list has the reason as well, and a narrow row cuts the end.
    return joined(
      when,
      problem.key === 'unreachable' ? apartText(speaker) : t(`problem.${problem.key}.what`, problem.params),
    );
  }
  if (cancelled) return t('submission.stopping');
  if (standsStill(speaker)) return stillness(speaker);
  if (!online) return t('submission.offline');
  if (step === 'upload' && resumesAt !== null) return t('submission.budget', { time: sayMoment(resumesAt, locale) });
  return t('submission.queued');
}

/** Writes the text that replaces the problem, whose advice would send the document twice. */
export function longDoubtText(row: SubmissionRow, speaker: Speaker): string {
  // A recovered row waits for a person after its check.
  const advice = row.step === 'upload' || row.recovered ? 'doNotSendAgain' : 'nothingToDo';
  return `${doubt(row, speaker)}. ${speaker.t(`submission.${advice}`)}`;
}

/** Says when the submission continues automatically, as a sentence after its problem. */
export function nextStepText(row: SubmissionRow, speaker: Speaker): string | undefined {
  const { t, locale } = speaker;
  if (row.phase !== 'waiting') return undefined;
  if (standsStill(speaker)) return `${stillness(speaker)}.`;
  return row.nextTryAt === null ? undefined : t('submission.goesOn', { time: sayMoment(row.nextTryAt, locale) });
}
