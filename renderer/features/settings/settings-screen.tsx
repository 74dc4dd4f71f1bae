import { useTranslation } from 'react-i18next';
import type { State } from '../../../preload/contract/state.ts';
import { LanguageChoice } from '../../language/language-choice.tsx';
import { ArrivingHeading } from '../../ui/arriving-heading.tsx';
import { Button } from '../../ui/button.tsx';
import { ConnectionCard } from '../account/connection-card.tsx';
import { enterNewConnecting } from '../account/enter-connecting.ts';
import { NetworkSettings } from '../account/network-settings.tsx';
import { VerifyHistory } from '../evidence/verify-history.tsx';
import { NotificationSettingsCard } from './notification-settings.tsx';
import styles from './settings.module.css';
import { SignedCopies } from './signed-copies.tsx';
import { SpoolSpace } from './spool-space.tsx';
import { UndoChoice } from './undo-choice.tsx';

export function SettingsScreen({ state }: { state: State }) {
  const { t } = useTranslation();
  return (
    <div className={styles['scroll']}>
      <div className={styles['page']}>
        <ArrivingHeading level={1}>{t('settings.title')}</ArrivingHeading>
        <section className={styles['section']} aria-labelledby="connections">
          <h2 id="connections">{t('settings.connections')}</h2>
          <ul className={styles['cards']}>
            {state.connections.map((connection) => (
              <ConnectionCard key={connection.id} connection={connection} active={connection.id === state.active} />
            ))}
          </ul>
          <div>
            <Button onPress={enterNewConnecting}>{t('settings.add')}</Button>
          </div>
        </section>
        <section className={styles['section']}>
          <LanguageChoice choice={state.languageChoice} />
        </section>
        <NotificationSettingsCard settings={state.notifications} locale={state.locale} />
        <SignedCopies copyName={state.copyName} check={state.copyCheck} />
        <UndoChoice seconds={state.outbox.undoSeconds} />
        <SpoolSpace spool={state.outbox.spool} locale={state.locale} />
        <VerifyHistory />
        <NetworkSettings network={state.network} />
        <p className={styles['quiet']}>{t('settings.version', { version: state.version })}</p>
      </div>
    </div>
  );
}
