import { Clock, TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { DocumentDetails, DocumentEntry } from '../../../preload/contract/document.ts';
import { sayDay } from '../../language/say-span.ts';
import styles from './documents.module.css';
import { detailsText, documentState, documentText } from './entry/document-text.ts';
import { deadlineOf, dueSentence, isSaidByState, isSigned } from './entry/due-text.ts';
import { Mark, markOfDocument } from './entry/marks.tsx';
import { useSpeaker } from './entry/use-speaker.ts';

/** Shows the state and since when, as in the row, with the deadline. Only the moment when everyone signed may shine. */
export function DocumentState({ document }: { document: DocumentEntry }) {
  const { t } = useTranslation();
  const speaker = useSpeaker();
  const mark = document.goneAt === null && document.command === null ? markOfDocument(document) : null;
  const { since } = documentState(document, speaker);
  const deadline = deadlineOf(document, speaker);
  const chip = deadline && (
    <span className={styles['deadline']} data-tone={deadline.tone}>
      {deadline.text}
    </span>
  );
  const { verdict } = document;
  if (verdict !== null && isSaidByState(verdict))
    return (
      <p className={styles['state']} data-tone={verdict.level === 'alarm' ? 'danger' : 'warn'}>
        <TriangleAlert size={16} aria-hidden="true" />
        <span>
          <strong>{t(`verdict.chip.${verdict.kind}`, { count: verdict.people, ...verdict })}</strong>
          {since !== '' && ` · ${since}`}
        </span>
        {chip}
      </p>
    );
  if (!isSigned(document) || mark === null)
    return (
      <p className={styles['state']}>
        {mark && <Mark {...mark} />}
        <span>{documentText(document, speaker)}</span>
        {chip}
      </p>
    );
  return (
    <div className={styles['success']}>
      <Mark {...mark} />
      <p>
        <strong>{t('details.everyoneSigned')}</strong>
        {since !== '' && <small> · {since}</small>}
      </p>
      {chip}
    </div>
  );
}

/** Shows the state as the service says it, if the list does not know it yet. */
export function ServiceState({ details }: { readonly details: DocumentDetails }) {
  const { t } = useTranslation();
  const signed = details.signees.filter(({ status }) => status === 'signed').length;
  const mark = markOfDocument({ ...details, people: { all: details.signees.length, signed } });
  return (
    <p className={styles['state']}>
      {mark && <Mark {...mark} />}
      <span>{detailsText(details, t)}</span>
    </p>
  );
}

/** Says what the service will do or has done with the document automatically. */
export function DocumentOutlook({ document }: { document: DocumentEntry }) {
  const { t } = useTranslation();
  const speaker = useSpeaker();
  const { goneAt } = document;
  const sentence =
    goneAt === null ? dueSentence(document, speaker) : t('copy.gone', { date: sayDay(goneAt, speaker.locale) });
  if (sentence === null) return null;
  return (
    <p className={styles['outlook']}>
      <Clock size={16} aria-hidden="true" />
      {sentence}
    </p>
  );
}
