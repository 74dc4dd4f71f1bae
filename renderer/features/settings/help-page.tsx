import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { State } from '../../../preload/contract/state.ts';
import { useShortcut } from '../../store/shortcuts.ts';
import { Button } from '../../ui/button.tsx';
import { Mark } from '../../ui/mark.tsx';
import { LicencesDialog } from './licences.tsx';
import styles from './settings.module.css';
import { SupportReport } from './support-report.tsx';

const topics = ['send', 'undo', 'status', 'copies', 'offline', 'folders', 'keys'] as const;

/** Shows short answers, which need no network. */
function Topics() {
  const { t } = useTranslation();
  return (
    <section className={styles['section']} aria-labelledby="help">
      <h2 id="help">{t('help.title')}</h2>
      {topics.map((topic) => (
        <details key={topic} className={styles['topic']}>
          <summary>{t(`help.topic.${topic}.title`)}</summary>
          <p>{t(`help.topic.${topic}.text`)}</p>
        </details>
      ))}
    </section>
  );
}

export function HelpPage({ state }: { state: State }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const showLicences = useCallback(() => setOpen(true), []);
  useShortcut('licences', showLicences);
  return (
    <>
      <Topics />
      <SupportReport />
      <section className={styles['section']} aria-labelledby="about">
        <h2 id="about">{t('help.about')}</h2>
        <p className={styles['product']}>
          <Mark size={32} />
          {t('settings.version', { version: state.version })}
        </p>
        <div>
          <Button onPress={showLicences}>{t('help.licences')}</Button>
        </div>
      </section>
      {open && <LicencesDialog onClose={() => setOpen(false)} />}
    </>
  );
}
