import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { ModalDialog } from '../../ui/modal-dialog.tsx';
import styles from './send-sheet.module.css';

interface AskCloseProps {
  readonly onKeep: () => void;
  readonly onClose: () => void;
}

export function AskClose({ onKeep, onClose }: AskCloseProps) {
  const { t } = useTranslation();
  return (
    <ModalDialog title={t('send.askClose.title')} role="alertdialog" onClose={onKeep}>
      <p>{t('send.askClose.text')}</p>
      <div className={styles['actions']}>
        {/* Whoever pressed Escape once too often presses Enter and goes on. */}
        {/* oxlint-disable-next-line jsx-a11y/no-autofocus */}
        <Button look="primary" autoFocus onPress={onKeep}>
          {t('send.askClose.keep')}
        </Button>
        <Button onPress={onClose}>{t('send.askClose.close')}</Button>
      </div>
    </ModalDialog>
  );
}
