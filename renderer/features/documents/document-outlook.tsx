import { useTranslation } from 'react-i18next';
import type { DocumentEntry } from '../../../preload/contract/document.ts';
import { sayDay } from '../../language/say-span.ts';
import { documentText } from './entry/document-text.ts';
import { dueSentence } from './entry/due-text.ts';
import { useSpeaker } from './entry/use-speaker.ts';

/** The state and since when, as in the row. */
export function DocumentState({ document }: { document: DocumentEntry }) {
  return <p>{documentText(document, useSpeaker())}</p>;
}

/** What the service does with the document by itself, or has done. */
export function DocumentOutlook({ document }: { document: DocumentEntry }) {
  const { t } = useTranslation();
  const speaker = useSpeaker();
  const { goneAt } = document;
  const sentence =
    goneAt === null ? dueSentence(document, speaker) : t('copy.gone', { date: sayDay(goneAt, speaker.locale) });
  return sentence === null ? null : <p>{sentence}</p>;
}
