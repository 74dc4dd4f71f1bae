import { useTranslation } from 'react-i18next';
import { ask, bridge } from '../../bridge/bridge.ts';
import { useUi } from '../../store/ui.ts';
import { Actions } from '../../ui/actions.tsx';
import { Button } from '../../ui/button.tsx';
import { ModalDialog } from '../../ui/modal-dialog.tsx';
import { useOneAtATime } from '../../ui/use-one-at-a-time.ts';

/** Asks after the first watched folder, because a folder is watched only while the app runs. */
export function LoginQuestion({ onDone }: { readonly onDone: () => void }) {
  const { t } = useTranslation();
  const run = useOneAtATime();
  async function start(): Promise<void> {
    const answer = await ask(bridge().settings.startAtLogin({ on: true }));
    if (!answer.ok) useUi.setState({ fault: answer.problem });
    onDone();
  }
  return (
    <ModalDialog title={t('folders.login.title')} role="alertdialog" onClose={onDone}>
      <p>{t('folders.login.text')}</p>
      <Actions end>
        <Button onPress={onDone}>{t('folders.login.no')}</Button>
        <Button look="primary" onPress={() => void run(start)}>
          {t('folders.login.yes')}
        </Button>
      </Actions>
    </ModalDialog>
  );
}
