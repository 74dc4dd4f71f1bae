import { type ReactNode, useEffect, useRef, useState } from 'react';
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

/** An answer that comes sooner needs no word. */
const SOON_MS = 200;

/** Runs one save at a time, and tells whether people have to wait for it. The focus comes back afterwards. */
function useSaving(onSave: FormDialogProps['onSave']) {
  const run = useOneAtATime();
  const [isWorking, setWorking] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const from = useRef<Element | null>(null);

  useEffect(() => {
    if (!isWorking && from.current instanceof HTMLElement && from.current.isConnected) from.current.focus();
  }, [isWorking]);

  async function save(): Promise<void> {
    from.current = document.activeElement;
    const timer = setTimeout(() => setWorking(true), SOON_MS);
    try {
      setProblem(await onSave());
    } finally {
      clearTimeout(timer);
      setWorking(false);
    }
  }
  return { isWorking, problem, save: () => void run(save) };
}

/**
 * Shows a dialog whose fields are saved together. Enter saves as well. While main works, nothing can be typed that would
 * not be saved, and closing the dialog stops nothing.
 */
export function FormDialog({ title, onSave, onClose, more, children }: FormDialogProps) {
  const { t } = useTranslation();
  const { isWorking, problem, save } = useSaving(onSave);
  return (
    <ModalDialog title={title} onClose={onClose}>
      <Form
        className={styles['form'] ?? ''}
        validationBehavior="aria"
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <div className={styles['fields']} inert={isWorking}>
          {children}
        </div>
        {problem && <Notice problem={problem} />}
        <Actions end>
          <output className={styles['working']}>{isWorking && t('personOrder.working')}</output>
          {more}
          <Button onPress={onClose}>{t(isWorking ? 'send.close' : 'connect.cancel')}</Button>
          <Button type="submit" look="primary">
            {t('submission.save')}
          </Button>
        </Actions>
      </Form>
    </ModalDialog>
  );
}
