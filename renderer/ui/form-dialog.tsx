import { type ReactNode, useState } from 'react';
import { Form } from 'react-aria-components/Form';
import { useTranslation } from 'react-i18next';
import type { Problem } from '../../preload/contract/problem.ts';
import { Actions } from './actions.tsx';
import { Button } from './button.tsx';
import styles from './modal-dialog.module.css';
import { ModalDialog } from './modal-dialog.tsx';
import { Notice } from './notice.tsx';
import { useOneAtATime } from './use-one-at-a-time.ts';

interface FormDialogProps {
  readonly title: string;
  /** Saves, and closes when main has taken it. Returns why it was refused: what is typed stays. */
  readonly onSave: () => Promise<Problem | null>;
  readonly onClose: () => void;
  /** More buttons, before Cancel and Save. */
  readonly more?: ReactNode;
  readonly children: ReactNode;
}

/** Shows a dialog whose fields are saved together. Enter saves as well. */
export function FormDialog({ title, onSave, onClose, more, children }: FormDialogProps) {
  const { t } = useTranslation();
  const run = useOneAtATime();
  const [problem, setProblem] = useState<Problem | null>(null);
  return (
    <ModalDialog title={title} onClose={onClose}>
      <Form
        className={styles['form'] ?? ''}
        validationBehavior="aria"
        onSubmit={(event) => {
          event.preventDefault();
          void run(async () => setProblem(await onSave()));
        }}
      >
        {children}
        {problem && <Notice problem={problem} />}
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
