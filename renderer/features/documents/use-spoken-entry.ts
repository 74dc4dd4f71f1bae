import { useTranslation } from 'react-i18next';
import { shownName } from '../../ui/shown-name.ts';
import { spokenDocument } from './entry/document-text.ts';
import { type Entry, nameOf, rowDocument } from './entry/entry.ts';
import { useSpeaker } from './entry/use-speaker.ts';
import { peopleText, stateText } from './submission/state-text.ts';
import { useCircumstances } from './submission/use-state-text.ts';

/** Returns the whole row in a sentence, for screen readers. */
export function useSpokenEntry(entry: Entry): string {
  const { t } = useTranslation();
  const speaker = useSpeaker();
  const circumstances = useCircumstances();
  const { submission } = entry;
  const document = rowDocument(entry);
  if (document) return spokenDocument(document, speaker);
  const name = shownName(nameOf(entry));
  if (submission === null) return name;
  // The seconds of the countdown would make a new name each second.
  const counting = submission.undoUntil !== null && submission.problem === null;
  const { phase, end, signeeCount, problem } = submission;
  const isSent = phase === 'done' && end === 'started' && signeeCount > 0;
  const isReady = phase === 'held' && problem === null;
  return [
    name,
    counting ? t('documents.sending') : stateText(submission, { ...circumstances, t }),
    ...(isSent || isReady ? [peopleText(submission, t)] : []),
  ].join(', ');
}
