import { useState } from 'react';
import { Form } from 'react-aria-components/Form';
import { useTranslation } from 'react-i18next';
import { lengths } from '../../../../preload/contract/limits.ts';
import type { SubmissionCommand, SubmissionRow } from '../../../../preload/contract/submission.ts';
import { Button } from '../../../ui/button.tsx';
import { ModalDialog } from '../../../ui/modal-dialog.tsx';
import { TextInput } from '../../../ui/text-input.tsx';
import styles from './submission.module.css';

interface UpdateDialogProps {
  readonly row: SubmissionRow;
  readonly onSave: (wish: SubmissionCommand) => void;
  readonly onClose: () => void;
}

/** The two things that may be changed of what is not yet started. */
export function UpdateDialog({ row, onSave, onClose }: UpdateDialogProps) {
  const { t } = useTranslation();
  const [alias, setAlias] = useState(row.alias);
  const [comment, setComment] = useState(row.comment);
  const [missing, setMissing] = useState(false);
  return (
    <ModalDialog title={t('submission.command.update')} onClose={onClose}>
      <Form
        className={styles['form'] ?? ''}
        validationBehavior="aria"
        onSubmit={(event) => {
          event.preventDefault();
          setMissing(alias.trim() === '');
          if (alias.trim() === '') return;
          onClose();
          if (alias !== row.alias || comment !== row.comment) onSave({ kind: 'update', alias, comment });
        }}
      >
        <TextInput
          label={t('submission.alias')}
          hint={t('submission.aliasHint')}
          value={alias}
          onChange={setAlias}
          error={missing && alias.trim() === '' ? t('fieldProblem.missing') : undefined}
          maxLength={lengths.name}
          startsFocused
        />
        <TextInput
          label={t('details.comment')}
          hint={t('submission.commentHint')}
          value={comment}
          onChange={setComment}
          maxLength={lengths.comment}
          lines={4}
        />
        <div className={styles['actions']}>
          <Button type="submit" look="primary">
            {t('submission.save')}
          </Button>
          <Button onPress={onClose}>{t('connect.cancel')}</Button>
        </div>
      </Form>
    </ModalDialog>
  );
}
