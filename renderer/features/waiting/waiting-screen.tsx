import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { State } from '../../../preload/contract/state.ts';
import type { WaitingPerson } from '../../../preload/contract/waiting.ts';
import { ArrivingHeading } from '../../ui/arriving-heading.tsx';
import { Button } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import page from '../../ui/page.module.css';
import { ReminderDialog } from '../reminder/reminder-dialog.tsx';
import { MonthPanel } from './month-panel.tsx';
import { useWaiting } from './use-waiting.ts';
import styles from './waiting.module.css';
import { PersonSection } from './waiting-person.tsx';

/** The people who have something to sign, the longest waiting first. */
export function WaitingScreen({ state }: { state: State }) {
  const { t } = useTranslation();
  const { shown, readAgain, readMore } = useWaiting(state.detailsReadAt);
  const [reminding, setReminding] = useState<WaitingPerson | null>(null);
  const [said, setSaid] = useState('');
  const { locale } = state;
  return (
    <div className={page['scroll']}>
      <div className={page['page']}>
        <header className={styles['head']}>
          <ArrivingHeading level={1}>{t('waiting.title')}</ArrivingHeading>
          {shown !== null && shown.total > 0 && (
            <p className={styles['quiet']}>
              {t('waiting.people', { count: shown.total })} · {t('documents.count', { count: shown.documents })}
            </p>
          )}
        </header>
        <output className={styles['said']}>{said}</output>
        {shown?.total === 0 && (
          <Empty title={t('waiting.emptyTitle')}>
            <p>{t('waiting.emptyText')}</p>
          </Empty>
        )}
        {shown !== null && shown.total > 0 && (
          <ul className={styles['people']}>
            {shown.people.map((person) => (
              <PersonSection key={person.key} person={person} locale={locale} onRemind={() => setReminding(person)} />
            ))}
          </ul>
        )}
        {shown !== null && shown.next !== null && (
          <div>
            <Button onPress={readMore}>{t('waiting.showMore')}</Button>
          </div>
        )}
        <MonthPanel locale={locale} readAt={state.detailsReadAt} />
        {reminding && (
          <ReminderDialog
            person={reminding}
            selection={null}
            onOpened={(who) => {
              setReminding(null);
              setSaid(t('waiting.opened', { who }));
              readAgain();
            }}
            onClose={() => setReminding(null)}
          />
        )}
      </div>
    </div>
  );
}
