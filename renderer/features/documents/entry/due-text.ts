import type { TFunction } from 'i18next';
import type { CopyVerdict } from '../../../../preload/contract/copy-verdict.ts';
import type { DocumentEntry, DueTime } from '../../../../preload/contract/document.ts';
import { limits } from '../../../../preload/contract/limits.ts';
import { daysUntil, sayDay, sayDaysUntil } from '../../../language/say-span.ts';

interface Speaker {
  readonly t: TFunction;
  readonly locale: string;
  readonly now: number;
}

export type Tone = 'quiet' | 'ok' | 'warn' | 'danger';

export interface Chip {
  readonly text: string;
  readonly tone: Tone;
  readonly title: string;
  /** Whether the copy is here, and nobody has checked its content. */
  readonly isSaved?: boolean;
}

const DAY = 24 * 60 * 60_000;
const SOON_DAYS = 7;
const AT_ONCE_DAYS = 2;

export const isSigned = ({ documentStatus }: DocumentEntry): boolean => documentStatus === 'signed';

/** Tells whether there is a copy here. A moved or changed one does not count while the service has the document. */
export const hasCopy = ({ saved, saveProblem, goneAt }: DocumentEntry): boolean =>
  saved !== null && (goneAt !== null || saveProblem === null || saveProblem.key === 'copy-receipt');

/** Tells whether everybody signed, and the copy on this computer is as it should be. */
export const isOpenable = (entry: DocumentEntry): boolean =>
  isSigned(entry) && hasCopy(entry) && entry.verdict?.level !== 'alarm';

/** Tells whether the state of the document says the verdict in place of its own words. */
export const isSaidByState = ({ level, kind }: CopyVerdict): boolean => level === 'alarm' || kind === 'differs';

/** Tells whether the state of the document says that something is wrong with its signed copy. */
export const isDoubted = ({ verdict }: DocumentEntry): boolean => verdict !== null && isSaidByState(verdict);

/**
 * Writes a deadline: today, in 3 days, within 3 days, or at least 3 days. A past one is soon: nobody knows when the service
 * tidies up.
 */
export function dueText(
  { at, bound }: DueTime,
  { t, locale, now }: Speaker,
  width: 'short' | 'long' = 'short',
): string {
  if (at <= now) return t('row.soon');
  const days = daysUntil(at, now);
  const when = sayDaysUntil(at, now, locale);
  // Tomorrow may be in a few minutes: at least a day is a full one.
  const whole = Math.floor((at - now) / DAY);
  if (bound === 'earliest')
    return width === 'long' || whole === 0 ? t('row.earliest', { when }) : t('row.atLeast', { count: whole });
  return bound === 'exact' || days === 0 ? when : t('row.within', { count: days });
}

export function toneOfDays(days: number): Tone {
  if (days <= AT_ONCE_DAYS) return 'danger';
  return days <= SOON_DAYS ? 'warn' : 'quiet';
}

/** Returns the tone for a signature that is missing for so long. */
export function toneOfAge(ms: number): Tone {
  if (ms < limits.waitMs.long) return 'quiet';
  return ms < limits.waitMs.tooLong ? 'warn' : 'danger';
}

/** Says the verdict on the signed copy, in two or three words. */
export const verdictWords = ({ kind, people, signed }: CopyVerdict, t: TFunction): string =>
  t(`row.verdict.${kind}`, { count: people, people, signed });

export function toneOfVerdict({ level }: CopyVerdict): Tone {
  if (level === 'alarm') return 'danger';
  return level === 'good' ? 'ok' : 'warn';
}

const ruleOf = (status: string) =>
  status === 'draft'
    ? (['draft', limits.lifecycleMs.draft] as const)
    : status === 'in-progress'
      ? (['running', limits.lifecycleMs['in-progress']] as const)
      : (['finished', limits.lifecycleMs.finished] as const);

/** Says what the service does automatically and when, with the rule behind it. Null: nothing is known. */
export function dueSentence({ due, documentStatus }: DocumentEntry, { t, locale }: Speaker): string | null {
  if (due === null) return null;
  const [rule, ms] = ruleOf(documentStatus);
  const when = t(`due.${due.what}.${due.bound}`, { date: sayDay(due.at, locale) });
  return `${when} ${t(`due.rule.${rule}`, { days: ms / DAY })}`;
}

function copyChip(entry: DocumentEntry, speaker: Speaker): Chip | null {
  const { t, locale, now } = speaker;
  const { saved, verdict, saveProblem, goneAt, due } = entry;
  const isHere = hasCopy(entry);
  // The state of the row says it already.
  if (verdict?.level === 'alarm') return null;
  const deadline = dueSentence(entry, speaker);
  const title = (sentence: string) => [sentence, deadline].filter(Boolean).join('\n');
  if (saved && isHere) {
    const savedAt = t('copy.savedAt', { date: sayDay(saved.at, locale) });
    if (verdict === null) return { text: t('row.saved'), tone: 'ok', title: title(savedAt), isSaved: true };
    return { text: verdictWords(verdict, t), tone: toneOfVerdict(verdict), title: title(savedAt) };
  }
  // The first try comes with the check that shows the signature. Until then nothing has gone wrong.
  const first = saveProblem === null && goneAt === null && (due === null || daysUntil(due.at, now) > AT_ONCE_DAYS);
  const reason = saveProblem ? t(`problem.${saveProblem.key}.what`, saveProblem.params) : t('copy.missing');
  return { text: t('row.notSaved'), tone: first ? 'warn' : 'danger', title: title(reason) };
}

const certainties = { exact: '', earliest: 'Earliest', latest: 'Latest' } as const;

/** Returns the deadline beside the state, or null if nothing is lost then. */
export function deadlineOf(entry: DocumentEntry, speaker: Speaker): Chip | null {
  const { due, documentStatus, goneAt } = entry;
  // A copy that is not signed as the service says is none: the right one may still be there.
  const mayLose =
    documentStatus === 'draft' || documentStatus === 'in-progress' || (isSigned(entry) && !isOpenable(entry));
  if (due === null || goneAt !== null || !mayLose) return null;
  const when = dueText({ ...due, bound: 'exact' }, speaker);
  const certainty = due.at > speaker.now ? certainties[due.bound] : '';
  const text = speaker.t(`details.chip.${due.what}${certainty}`, { when });
  return { text, tone: toneOfDays(daysUntil(due.at, speaker.now)), title: dueSentence(entry, speaker) ?? '' };
}

/** Returns the last column: the signed copy of a signed document, else the deadline. */
export function chipOf(entry: DocumentEntry, speaker: Speaker): Chip | null {
  if (isSigned(entry)) return copyChip(entry, speaker);
  const { due, documentStatus } = entry;
  // Nothing is lost with a withdrawn or rejected document: the details say when the service deletes it.
  const mayLose = documentStatus === 'draft' || documentStatus === 'in-progress';
  if (due === null || !mayLose) return null;
  const tone = toneOfDays(daysUntil(due.at, speaker.now));
  return { text: dueText(due, speaker), tone, title: dueSentence(entry, speaker) ?? '' };
}
