import { useTranslation } from 'react-i18next';
import type { DocumentEntry } from '../../../preload/contract/document.ts';
import { sayDay } from '../../language/say-span.ts';
import styles from './documents.module.css';
import { documentText } from './entry/document-text.ts';
import { dueSentence, isSigned } from './entry/due-text.ts';
import { Mark, markOfDocument } from './entry/marks.tsx';
import { useSpeaker } from './entry/use-speaker.ts';

/** The state and since when, as in the row. The one moment that may shine: everyone signed. */
export function DocumentState({ document }: { document: DocumentEntry }) {
  const { t } = useTranslation();
  const speaker = useSpeaker();
  const mark = document.goneAt === null && document.command === null ? markOfDocument(document) : null;
  const said = documentText(document, speaker);
  if (!isSigned(document) || mark === null)
    return (
      <p className={styles['state']}>
        {mark && <Mark {...mark} />}
        {said}
      </p>
    );
  return (
    <div className={styles['success']}>
      <Mark {...mark} />
      <p>
        <strong>{t('details.everyoneSigned')}</strong>
        <small>{said}</small>
      </p>
    </div>
  );
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
