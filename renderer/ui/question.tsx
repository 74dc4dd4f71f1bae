import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Actions } from './actions.tsx';
import { Button } from './button.tsx';
import { ModalDialog } from './modal-dialog.tsx';
import { useOneAtATime } from './use-one-at-a-time.ts';

interface QuestionProps {
  readonly title: string;
  readonly text: string;
  readonly yes: string;
  readonly look?: 'danger' | 'primary';
  readonly onYes: () => void | Promise<void>;
  /**
   * The text of the button for No. Without it the button says Cancel; with it the button is the primary one, and Enter
   * presses it.
   */
  readonly no?: string;
  readonly onNo: () => void;
  /** The meaning of the answer, or the problem after a Yes that failed. */
  readonly children?: ReactNode;
}

/** Asks before something that cannot be undone. */
export function Question({ title, text, yes, look = 'danger', onYes, no, onNo, children }: QuestionProps) {
  const { t } = useTranslation();
  const run = useOneAtATime();
  const press = () => void run(async () => onYes());
  return (
    <ModalDialog title={title} role="alertdialog" onClose={onNo}>
      <p>{text}</p>
      {children}
      {no === undefined ? (
        <Actions end>
          <Button onPress={onNo}>{t('connect.cancel')}</Button>
          <Button look={look} onPress={press}>
            {yes}
          </Button>
        </Actions>
      ) : (
        <Actions end>
          <Button onPress={press}>{yes}</Button>
          {/* People who pressed Escape by mistake press Enter to go on. */}
          {/* oxlint-disable-next-line jsx-a11y/no-autofocus */}
          <Button look="primary" autoFocus onPress={onNo}>
            {no}
          </Button>
        </Actions>
      )}
    </ModalDialog>
  );
}
