import type { ReactNode } from 'react';
import { Form } from 'react-aria-components/Form';
import { useTranslation } from 'react-i18next';
import { Actions } from './actions.tsx';
import { Button } from './button.tsx';
import styles from './modal-dialog.module.css';
import { ModalDialog } from './modal-dialog.tsx';

interface FormDialogProps {
  readonly title: string;
  readonly onSave: () => void;
  readonly onClose: () => void;
  /** More buttons, before Cancel and Save. */
  readonly more?: ReactNode;
  readonly children: ReactNode;
}

/** Shows a dialog whose fields are saved together. Enter saves as well. */
export function FormDialog({ title, onSave, onClose, more, children }: FormDialogProps) {
  const { t } = useTranslation();
  return (
    <ModalDialog title={title} onClose={onClose}>
      <Form
        className={styles['form'] ?? ''}
        validationBehavior="aria"
        onSubmit={(event) => {
          event.preventDefault();
          onSave();
        }}
      >
        {children}
        <Actions end>
          {more}
          <Button onPress={onClose}>{t('connect.cancel')}</Button>
          <Button type="submit" look="primary">
            {t('submission.save')}
          </Button>
        </Actions>
      </Form>
    </ModalDialog>
  );
}
