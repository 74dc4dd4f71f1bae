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
  /** The next try of a service that cannot be reached, else null. */
  readonly probeAt: number | null;
  readonly nextCheck: number | null;
  readonly paused: boolean;
  readonly signedOut: boolean;
}

export const circumstancesOf = (state: State | null): Circumstances => ({
  locale: state?.locale ?? 'en',
  online: state?.online ?? true,
  probeAt: state?.outbox.probeAt ?? null,
  nextCheck: state?.check.next ?? null,
  paused: state?.outbox.paused ?? false,
  signedOut: state?.connections.some(({ id, signedIn }) => id === state.active && signedIn !== 'yes') ?? false,
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

/** Tells whether the whole queue rests. A line above the list says why and until when, so its rows only wait. */
export const queueRests = (
  circumstances: Pick<Circumstances, 'paused' | 'signedOut' | 'online' | 'probeAt'>,
): boolean => standsStill(circumstances) || !circumstances.online || circumstances.probeAt !== null;

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

/** Writes what happens to an uncertain call. The status line has the time of the check in which an upload is searched. */
function doubt(row: SubmissionRow, speaker: Speaker): string {
  const { t } = speaker;
  const { step, problem, otherAccount } = row;
  // The check asks for it under its own account only.
  if (otherAccount !== null && problem) return t(`problem.${problem.key}.what`, problem.params);
  return joined(t(`submission.doubt.${step ?? 'start'}`), step === 'upload' ? null : nextTry(row, speaker));
}

function waiting(row: SubmissionRow, speaker: Speaker): string {
  const { t } = speaker;
  const { problem, cancelled } = row;
  const isApart = problem?.key === 'unreachable';
  // The time first: a narrow row cuts the end.
  if (problem && !(isApart && queueRests(speaker)))
    return joined(
      nextTry(row, speaker),
      isApart ? apartText(speaker) : t(`problem.${problem.key}.what`, problem.params),
    );
  return t(cancelled ? 'submission.stopping' : 'submission.queued');
}

/** Writes the text that replaces the problem, whose advice would send the document twice. */
export function longDoubtText(row: SubmissionRow, speaker: Speaker): string {
  const { t, nextCheck, signedOut, locale } = speaker;
  // A recovered row waits for a person after its check.
  const advice = row.step === 'upload' || row.recovered ? 'doNotSendAgain' : 'nothingToDo';
  const isPromised = row.step === 'upload' && row.otherAccount === null && nextCheck !== null && !signedOut;
  const said = isPromised
    ? t('submission.askedAt', { time: sayMoment(toFullMinute(nextCheck), locale) })
    : doubt(row, speaker);
  return `${said}. ${t(`submission.${advice}`)}`;
}

/** Says when the submission continues automatically, as a sentence after its problem. */
export function nextStepText(row: SubmissionRow, speaker: Speaker): string | undefined {
  const { t, locale } = speaker;
  if (row.phase !== 'waiting') return undefined;
  if (standsStill(speaker)) return `${stillness(speaker)}.`;
  return row.nextTryAt === null ? undefined : t('submission.goesOn', { time: sayMoment(row.nextTryAt, locale) });
}
