import { useState } from 'react';
import { Dialog } from 'react-aria-components/Dialog';
import { Heading } from 'react-aria-components/Heading';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { useTranslation } from 'react-i18next';
import type { Connection } from '../../../preload/contract/connection.ts';
import { languages } from '../../../preload/contract/language.ts';
import type { State } from '../../../preload/contract/state.ts';
import { ask, bridge } from '../../app/client.ts';
import { go, newConnecting, setConnecting } from '../../app/stores/ui.ts';
import { Button } from '../../ui/button.tsx';
import { Choice } from '../../ui/choice.tsx';
import { enterConnecting } from '../account/enter-connecting.ts';
import styles from './settings.module.css';

/** A language is named in itself, so that it is found by somebody who reads no other. */
const languageNames = { en: 'English', de: 'Deutsch', fr: 'Français', it: 'Italiano' } as const;

function ForgetDialog({ connection, onClose }: { connection: Connection; onClose: () => void }) {
  const { t } = useTranslation();
  const forget = async () => {
    await ask(bridge().account.forget({ connectionId: connection.id }));
    onClose();
  };
  return (
    <ModalOverlay isOpen isDismissable onOpenChange={(open) => !open && onClose()} className={styles['overlay'] ?? ''}>
      <Modal className={styles['modal'] ?? ''}>
        <Dialog className={styles['dialog'] ?? ''} role="alertdialog">
          <Heading slot="title" level={2}>
            {t('settings.forgetTitle', { name: connection.fields.name })}
          </Heading>
          <p>{t('settings.forgetText')}</p>
          <div className={styles['actions']}>
            <Button look="danger" onPress={() => void forget()}>
              {t('settings.forgetConfirm')}
            </Button>
            <Button onPress={onClose}>{t('connect.cancel')}</Button>
          </div>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

function ConnectionCard({ connection, active }: { connection: Connection; active: boolean }) {
  const { t } = useTranslation();
  const [forgetting, setForgetting] = useState(false);
  const connectionId = connection.id;
  return (
    <li className={styles['card']}>
      <div className={styles['cardHead']}>
        <h3>{connection.fields.name}</h3>
        {connection.fields.environment === 'test' && <span className={styles['chip']}>{t('app.test')}</span>}
        {active && <span className={styles['chip']}>{t('settings.current')}</span>}
      </div>
      <p>
        {connection.signedIn === 'yes' && connection.username !== null
          ? t('settings.signedInAs', { username: connection.person ?? connection.username })
          : t('settings.signedOut')}
        <br />
        {t('settings.savedCopies', { folder: connection.savedCopies })}
      </p>
      <div className={styles['actions']}>
        {!active && (
          <Button onPress={() => void bridge().connection.select({ connectionId })}>{t('settings.use')}</Button>
        )}
        <Button onPress={() => enterConnecting(connection, 'sign-in')}>{t('settings.signInAgain')}</Button>
        <Button onPress={() => enterConnecting(connection, 'connection')}>{t('settings.changeConnection')}</Button>
        <Button onPress={() => void bridge().account.chooseFolder({ connectionId })}>
          {t('settings.changeFolder')}
        </Button>
        {connection.signedIn === 'yes' && (
          <Button look="quiet" onPress={() => setForgetting(true)}>
            {t('settings.forget')}
          </Button>
        )}
      </div>
      {forgetting && <ForgetDialog connection={connection} onClose={() => setForgetting(false)} />}
    </li>
  );
}

export function SettingsScreen({ state }: { state: State }) {
  const { t } = useTranslation();
  const add = () => {
    setConnecting(newConnecting);
    go('connect');
  };
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
            <Button onPress={add}>{t('settings.add')}</Button>
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
        <p className={styles['version']}>{t('settings.version', { version: state.version })}</p>
      </div>
    </div>
  );
}
