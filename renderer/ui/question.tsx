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
  /** Cancel, where it has no better name. With one it comes first, and is what Enter takes. */
  readonly no?: string;
  readonly onNo: () => void;
  /** What came of a Yes that failed. */
  readonly children?: ReactNode;
}

/** A question before what nobody can take back. */
export function Question({ title, text, yes, look = 'danger', onYes, no, onNo, children }: QuestionProps) {
  const { t } = useTranslation();
  const run = useOneAtATime();
  const press = () => void run(async () => onYes());
  return (
    <ModalDialog title={title} role="alertdialog" onClose={onNo}>
      <p>{text}</p>
      {children}
      {no === undefined ? (
        <Actions>
          <Button look={look} onPress={press}>
            {yes}
          </Button>
          <Button onPress={onNo}>{t('connect.cancel')}</Button>
        </Actions>
      ) : (
        <Actions>
          {/* Whoever pressed Escape once too often presses Enter and goes on. */}
          {/* oxlint-disable-next-line jsx-a11y/no-autofocus */}
          <Button look="primary" autoFocus onPress={onNo}>
            {no}
          </Button>
          <Button onPress={press}>{yes}</Button>
        </Actions>
      )}
    </ModalDialog>
  );
}
