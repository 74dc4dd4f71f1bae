import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { State } from '../../../preload/contract/state.ts';
import { ask, bridge } from '../../bridge/bridge.ts';
import { sayMoment } from '../../language/say-moment.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import styles from './settings.module.css';

function Sentence({ update, version, locale }: { update: State['update']; version: string; locale: string }) {
  const { t } = useTranslation();
  switch (update.kind) {
    case 'off':
      return (
        <>
          <p>{t('updates.notChecked', { version })}</p>
          <p className={styles['quiet']}>{t(`updates.off.${update.why}`)}</p>
        </>
      );
    case 'current':
      if (update.checkedAt === null) return <p>{t('updates.notChecked', { version })}</p>;
      return (
        <>
          <p>{t('updates.current', { version })}</p>
          <p className={styles['quiet']}>{t('updates.checkedAt', { time: sayMoment(update.checkedAt, locale) })}</p>
        </>
      );
    case 'checking':
      return <p>{t('updates.checking')}</p>;
    case 'downloading':
      return (
        <p>
          {t('updates.downloading', {
            version: update.version,
            share: new Intl.NumberFormat(locale, { style: 'percent' }).format(update.percent / 100),
          })}
        </p>
      );
    case 'ready':
      return (
        <>
          <p>{t('updates.ready', { version: update.version })}</p>
          <p className={styles['quiet']}>
            {t(update.waits === null ? 'updates.readyHint' : `updates.waits.${update.waits}`)}
          </p>
          {update.notes !== '' && (
            <details>
              <summary>{t('updates.notes')}</summary>
              <p className={styles['notes']}>{update.notes}</p>
            </details>
          )}
        </>
      );
    case 'failed':
      break;
  }
  return <Notice problem={update.problem} />;
}

/** Shows the app's own version, and what is known of the next one. */
export function UpdatesCard({ state: { update, version, locale } }: { state: State }) {
  const { t } = useTranslation();
  /** Whether a person asked, so that the result is read out. */
  const [asked, setAsked] = useState(false);
  // The button that was pressed keeps the focus.
  const isChecking = update.kind === 'checking';
  const mayCheck = isChecking || update.kind === 'current' || update.kind === 'failed';
  return (
    <section className={styles['section']} aria-labelledby="updates">
      <h2 id="updates">{t('updates.title')}</h2>
      <div aria-live={asked ? 'polite' : 'off'}>
        <Sentence update={update} version={version} locale={locale} />
      </div>
      {mayCheck && (
        <div>
          <Button
            aria-disabled={isChecking}
            onPress={() => {
              if (isChecking) return;
              setAsked(true);
              void ask(bridge().updates.check());
            }}
          >
            {t('updates.check')}
          </Button>
        </div>
      )}
      {update.kind === 'ready' && update.waits === null && (
        <div>
          <Button onPress={() => void ask(bridge().updates.install())}>{t('updates.restart')}</Button>
        </div>
      )}
    </section>
  );
}
