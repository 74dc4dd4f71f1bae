import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import { ModalDialog } from '../../../ui/modal-dialog.tsx';
import styles from './submission.module.css';

interface AskFirstProps {
  readonly title: string;
  readonly text: string;
  readonly confirm: string;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** A question before what nobody can take back. */
export function AskFirst({ title, text, confirm, onConfirm, onClose }: AskFirstProps) {
  const { t } = useTranslation();
  const yes = () => {
    onClose();
    onConfirm();
  };
  return (
    <ModalDialog title={title} role="alertdialog" onClose={onClose}>
      <p>{text}</p>
      <div className={styles['actions']}>
        <Button look="danger" onPress={yes}>
          {confirm}
        </Button>
        <Button onPress={onClose}>{t('connect.cancel')}</Button>
      </div>
    </ModalDialog>
  );
}
