import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { State } from '../../../preload/contract/state.ts';
import { LanguageChoice } from '../../language/language-choice.tsx';
import { Actions } from '../../ui/actions.tsx';
import { Button } from '../../ui/button.tsx';
import { ModalDialog } from '../../ui/modal-dialog.tsx';
import { NetworkSettings } from './network-settings.tsx';

/** Shows language and network settings for people who have no connection and so no settings screen. */
export function EarlySettings({ state }: { state: State }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <div>
      <Button look="quiet" onPress={() => setOpen(true)}>
        {t('connect.network')}
      </Button>
      {open && (
        <ModalDialog title={t('connect.networkTitle')} onClose={close}>
          <LanguageChoice choice={state.languageChoice} />
          <NetworkSettings network={state.network} />
          <Actions end>
            <Button onPress={close}>{t('diagnosis.close')}</Button>
          </Actions>
        </ModalDialog>
      )}
    </div>
  );
}
