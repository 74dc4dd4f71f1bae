import { useTranslation } from 'react-i18next';
import { languages } from '../../../preload/contract/language.ts';
import type { State } from '../../../preload/contract/state.ts';
import { bridge } from '../../app/client.ts';
import { go, newConnecting, setConnecting } from '../../app/stores/ui.ts';
import { Button } from '../../ui/button.tsx';
import { Choice } from '../../ui/choice.tsx';
import { ConnectionCard } from './connection-card.tsx';
import { NetworkSettings } from './network-settings.tsx';
import styles from './settings.module.css';

/** A language is named in itself, so that it is found by somebody who reads no other. */
const languageNames = { en: 'English', de: 'Deutsch', fr: 'Français', it: 'Italiano' } as const;

function addConnection(): void {
  setConnecting(newConnecting);
  go('connect');
}

export function SettingsScreen({ state }: { state: State }) {
  const { t } = useTranslation();
  return (
    <div className={styles['scroll']}>
      <div className={styles['page']}>
        <h1>{t('settings.title')}</h1>
        <section className={styles['section']} aria-labelledby="connections">
          <h2 id="connections">{t('settings.connections')}</h2>
          <ul className={styles['cards']}>
            {state.connections.map((connection) => (
              <ConnectionCard key={connection.id} connection={connection} active={connection.id === state.active} />
            ))}
          </ul>
          <div>
            <Button onPress={addConnection}>{t('settings.add')}</Button>
          </div>
        </section>
        <section className={styles['section']}>
          <Choice
            label={t('settings.language')}
            value={state.languageChoice}
            options={[
              { id: 'system' as const, text: t('settings.system') },
              ...languages.map((id) => ({ id, text: languageNames[id] })),
            ]}
            onChange={(choice) => void bridge().settings.language({ choice })}
          />
        </section>
        <NetworkSettings network={state.network} />
        <p className={styles['quiet']}>{t('settings.version', { version: state.version })}</p>
      </div>
    </div>
  );
}
