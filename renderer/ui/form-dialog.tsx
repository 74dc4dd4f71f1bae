import { type ReactNode, use, useEffect, useRef, useState } from 'react';
import { Form } from 'react-aria-components/Form';
import { useTranslation } from 'react-i18next';
import type { Problem } from '../../preload/contract/problem.ts';
import { Actions } from './actions.tsx';
import { Button } from './button.tsx';
import styles from './modal-dialog.module.css';
import { ModalDialog } from './modal-dialog.tsx';
import { Notice } from './notice.tsx';
import { Question } from './question.tsx';
import { TellRefusal } from './tell-refusal.ts';
import { useFocusAfter } from './use-focus-after.ts';
import { useOneAtATime } from './use-one-at-a-time.ts';

/** The dialog closes when all is saved. Otherwise what is typed stays, with the refusal or with a word at its field. */
export type SaveResult = 'saved' | Problem | null;

interface FormDialogProps {
  readonly title: string;
  readonly onSave: () => Promise<SaveResult>;
  readonly onClose: () => void;
  /** The word on the button in place of Save. */
  readonly saveText?: string;
  /** What is missing. It stands beside the buttons, which stay in sight while the fields scroll. */
  readonly said?: string | null | undefined;
  /** More buttons, before Cancel and Save. */
  readonly more?: ReactNode;
  readonly children: ReactNode;
}

/** An answer that comes sooner needs no word. */
const SOON_MS = 200;

/** Runs one save at a time, and tells whether people have to wait for it. The focus comes back afterwards. */
function useSaving({ onSave, onClose }: Pick<FormDialogProps, 'onSave' | 'onClose'>) {
  const run = useOneAtATime();
  const tellLate = use(TellRefusal);
  const isOpen = useRef(false);
  const [isWorking, setWorking] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  useFocusAfter(isWorking);

  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);

  async function save(): Promise<void> {
    const timer = setTimeout(() => setWorking(true), SOON_MS);
    try {
      const result = await onSave();
      // Closed meanwhile: another dialog may be open now.
      if (!isOpen.current) {
        if (result !== null && result !== 'saved') tellLate(result);
      } else if (result === 'saved') onClose();
      else setProblem(result);
    } finally {
      clearTimeout(timer);
      setWorking(false);
    }
  }
  return { isWorking, problem, save: () => void run(save) };
}

/**
 * Shows a dialog whose fields are saved together. Enter saves as well. Escape asks before it throws away what is typed.
 * While main works, nothing can be typed that would not be saved, and closing the dialog stops nothing.
 */
export function FormDialog({ title, saveText, onSave, onClose, said, more, children }: FormDialogProps) {
  const { t } = useTranslation();
  const { isWorking, problem, save } = useSaving({ onSave, onClose });
  const told = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (problem !== null) told.current?.scrollIntoView({ block: 'nearest' });
  }, [problem]);
  const isTyped = useRef(false);
  const noteTyped = () => {
    isTyped.current = true;
  };
  const [isLeaving, setLeaving] = useState(false);
  const leave = () => (isTyped.current && !isWorking ? setLeaving(true) : onClose());
  return (
    <ModalDialog title={title} onClose={leave} stays={() => isTyped.current}>
      <Form
        className={styles['form'] ?? ''}
        validationBehavior="aria"
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <div
          className={styles['fields']}
          inert={isWorking}
          onInput={noteTyped}
          // A list of people that is pasted becomes rows at once.
          onPasteCapture={noteTyped}
        >
          {children}
        </div>
        {problem && (
          <div ref={told}>
            <Notice problem={problem} />
          </div>
        )}
        <Actions end>
          <output className={styles['working']}>{isWorking ? t('personOrder.working') : said}</output>
          {more}
          <Button onPress={onClose}>{t(isWorking ? 'send.close' : 'connect.cancel')}</Button>
          <Button type="submit" look="primary" aria-disabled={isWorking}>
            {saveText ?? t('submission.save')}
          </Button>
        </Actions>
      </Form>
      {isLeaving && (
        <Question
          title={t('form.discardTitle')}
          text={t('form.discardText')}
          yes={t('profiles.discardConfirm')}
          onYes={onClose}
          onNo={() => setLeaving(false)}
        />
      )}
    </ModalDialog>
  );
}
