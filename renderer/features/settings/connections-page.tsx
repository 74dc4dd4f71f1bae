import { useTranslation } from 'react-i18next';
import type { State } from '../../../preload/contract/state.ts';
import { useLocked } from '../../store/locked.ts';
import { Actions } from '../../ui/actions.tsx';
import { Button } from '../../ui/button.tsx';
import card from '../../ui/card.module.css';
import { LockedNote } from '../../ui/locked-note.tsx';
import { ConnectionCard } from '../account/connection-card.tsx';
import { enterNewConnecting, enterPractice } from '../account/enter-connecting.ts';
import { isPractice, presentConnections } from '../account/start-practice.ts';
import styles from './settings.module.css';

export function ConnectionsPage({ state }: { state: State }) {
  const { t } = useTranslation();
  const isLocked = useLocked('connection');
  const isForbidden = useLocked('forbidPractice');
  const connections = presentConnections(state);
  return (
    <section className={styles['section']} aria-labelledby="connections">
      <h2 id="connections">{t('settings.page.connections')}</h2>
      <ul className={card['cards']} aria-labelledby="connections">
        {connections.map((connection) => (
          <ConnectionCard key={connection.id} connection={connection} active={connection.id === state.active} />
        ))}
      </ul>
      <Actions>
        <Button isDisabled={isLocked} onPress={enterNewConnecting}>
          {t('settings.add')}
        </Button>
        {!isForbidden && !connections.some(isPractice) && (
          <Button onPress={enterPractice}>{t('welcome.practice')}</Button>
        )}
        {isLocked && <LockedNote />}
      </Actions>
    </section>
  );
}
