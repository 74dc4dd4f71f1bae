import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Problem } from '../../../preload/contract/problem.ts';
import type { State } from '../../../preload/contract/state.ts';
import type { PortableSettings, SettingsOffer } from '../../../preload/contract/transfer.ts';
import { ask, bridge } from '../../bridge/bridge.ts';
import { Actions } from '../../ui/actions.tsx';
import { Button } from '../../ui/button.tsx';
import { CheckBox } from '../../ui/check-box.tsx';
import { ModalDialog } from '../../ui/modal-dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useOneAtATime } from '../../ui/use-one-at-a-time.ts';
import { saySetting, settingLabels } from './say-setting.ts';
import styles from './settings.module.css';

const settingsNow = (state: State): PortableSettings => ({
  language: state.languageChoice,
  theme: state.theme,
  undoSeconds: state.outbox.undoSeconds,
  parallelCalls: state.parallelCalls,
  copyName: state.copyName,
  receipts: state.receipts,
  rescue: state.rescue,
  notifications: state.notifications,
  proxy: state.network.proxy,
});

/** Shows each changed setting as it is now, and as it would be. */
function Changes({ state, offer }: { state: State; offer: SettingsOffer }) {
  const { t } = useTranslation();
  const now = settingsNow(state);
  return (
    <dl className={styles['changes']}>
      {offer.changed.map((name) => (
        <div key={name}>
          <dt>{t(settingLabels[name])}</dt>
          <dd>
            {name !== 'notifications' && `${saySetting(t, now, name)} → `}
            {saySetting(t, offer.settings, name)}
          </dd>
        </div>
      ))}
    </dl>
  );
}

interface ImportDialogProps {
  readonly state: State;
  readonly offer: SettingsOffer;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** Shows what an import would change, and asks. */
export function ImportDialog({ state, offer, onDone, onClose }: ImportDialogProps) {
  const { t } = useTranslation();
  const run = useOneAtATime();
  const count = offer.changed.length;
  const [settings, setSettings] = useState(count > 0);
  const [profiles, setProfiles] = useState(offer.profiles.length > 0);
  const [problem, setProblem] = useState<Problem | null>(null);
  const isEmpty = count === 0 && offer.profiles.length === 0;
  const locked = offer.locked.map((name) => t(settingLabels[name])).join(', ');
  const take = async () => {
    const answer = await ask(bridge().settings.import({ id: offer.id, settings, profiles }));
    if (answer.ok) onDone();
    else setProblem(answer.problem);
  };
  return (
    <ModalDialog title={t('transfer.question')} onClose={onClose}>
      {isEmpty && locked === '' && <p>{t('transfer.nothing')}</p>}
      {locked !== '' && <p>{t('transfer.locked', { names: locked })}</p>}
      {count > 0 && (
        <div>
          <CheckBox isSelected={settings} onChange={setSettings}>
            {t('transfer.settings', { count })}
          </CheckBox>
          <Changes state={state} offer={offer} />
          {offer.changed.includes('proxy') && state.network.proxyUser !== null && (
            <p className={styles['hint']}>{t('transfer.proxyHint')}</p>
          )}
        </div>
      )}
      {offer.profiles.length > 0 && (
        <div>
          <CheckBox isSelected={profiles} onChange={setProfiles}>
            {t('transfer.profiles', { count: offer.profiles.length })}
          </CheckBox>
          <ul className={styles['names']}>
            {[...new Set(offer.profiles)].map((name) => (
              <li key={name}>{name}</li>
            ))}
          </ul>
        </div>
      )}
      {offer.same > 0 && <p className={styles['quiet']}>{t('transfer.same', { count: offer.same })}</p>}
      {problem && <Notice problem={problem} />}
      <Actions end>
        {isEmpty ? (
          <Button onPress={onClose}>{t('diagnosis.close')}</Button>
        ) : (
          <>
            <Button onPress={onClose}>{t('connect.cancel')}</Button>
            <Button look="primary" isDisabled={!settings && !profiles} onPress={() => void run(take)}>
              {t('transfer.confirm')}
            </Button>
          </>
        )}
      </Actions>
    </ModalDialog>
  );
}
