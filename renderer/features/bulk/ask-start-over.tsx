import { useTranslation } from 'react-i18next';
import { Actions } from '../../ui/actions.tsx';
import { Button } from '../../ui/button.tsx';
import { ModalDialog } from '../../ui/modal-dialog.tsx';

interface AskStartOverProps {
  readonly onKeep: () => void;
  readonly onStartOver: () => void;
}

export function AskStartOver({ onKeep, onStartOver }: AskStartOverProps) {
  const { t } = useTranslation();
  return (
    <ModalDialog title={t('bulk.startOverTitle')} role="alertdialog" onClose={onKeep}>
      <p>{t('bulk.startOverText')}</p>
      <Actions>
        {/* The harmless way is the one that Enter takes. */}
        {/* oxlint-disable-next-line jsx-a11y/no-autofocus */}
        <Button look="primary" autoFocus onPress={onKeep}>
          {t('bulk.keep')}
        </Button>
        <Button onPress={onStartOver}>{t('bulk.startOver')}</Button>
      </Actions>
    </ModalDialog>
  );
}
