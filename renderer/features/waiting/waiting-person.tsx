import { Mail } from 'lucide-react';
import { Button as AriaButton } from 'react-aria-components/Button';
import { useTranslation } from 'react-i18next';
import type { WaitingDocument, WaitingPerson } from '../../../preload/contract/waiting.ts';
import { daysUntil, sayDaysUntil, saySpan } from '../../language/say-span.ts';
import { useMinute } from '../../language/use-minute.ts';
import { openRow } from '../../store/ui.ts';
import { Button } from '../../ui/button.tsx';
import { shownName } from '../../ui/shown-name.ts';
import styles from './waiting.module.css';

const SOON_DAYS = 3;

interface DocumentLineProps {
  readonly document: WaitingDocument;
  readonly locale: string;
}

function DocumentLine({ document, locale }: DocumentLineProps) {
  const { t } = useTranslation();
  const now = useMinute();
  const { name, entry, since, perhaps, until, remindedAt } = document;
  const isSoon = until !== null && daysUntil(until, now) <= SOON_DAYS;
  return (
    <li className={styles['document']}>
      <AriaButton className={styles['name'] ?? ''} onPress={() => openRow(entry)}>
        <bdi>{shownName(name)}</bdi>
      </AriaButton>
      <span className={styles['facts']}>
        {since !== null && <span>{t('waiting.waits', { span: saySpan(since, now, locale, 'long') })}</span>}
        {perhaps !== null && <span>{t(`waiting.perhaps.${perhaps}`)}</span>}
        {until !== null && (
          <span className={isSoon ? styles['soon'] : undefined}>
            {t('waiting.due', { when: sayDaysUntil(Math.max(until, now), now, locale, 'long') })}
          </span>
        )}
        {remindedAt !== null && (
          <span>{t('waiting.reminded', { when: sayDaysUntil(remindedAt, now, locale, 'long') })}</span>
        )}
      </span>
    </li>
  );
}

interface PersonSectionProps {
  readonly person: WaitingPerson;
  readonly locale: string;
  readonly onRemind: () => void;
}

/** A person with the documents that wait for them. */
export function PersonSection({ person, locale, onRemind }: PersonSectionProps) {
  const { t } = useTranslation();
  const { email, name, documents, count, canRemind } = person;
  const who = name ?? email ?? '';
  const unseen = count - documents.length;
  return (
    <li className={styles['person']}>
      <div className={styles['who']}>
        <div className={styles['names']}>
          <h2>
            <bdi>{shownName(who)}</bdi>
          </h2>
          {name !== null && email !== null && <p className={styles['quiet']}>{email}</p>}
        </div>
        {canRemind && (
          <Button aria-label={`${t('waiting.remind')} ${who}`} onPress={onRemind}>
            <Mail size={16} aria-hidden="true" />
            {t('waiting.remind')}
          </Button>
        )}
      </div>
      <ul className={styles['documents']}>
        {documents.map((document) => (
          <DocumentLine key={document.id} document={document} locale={locale} />
        ))}
      </ul>
      {unseen > 0 && <p className={styles['more']}>{t('waiting.more', { count: unseen })}</p>}
    </li>
  );
}
