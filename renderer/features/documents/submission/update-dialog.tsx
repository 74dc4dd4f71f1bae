import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lengths } from '../../../../preload/contract/limits.ts';
import type { SubmissionCommand, SubmissionRow } from '../../../../preload/contract/submission.ts';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { TextInput } from '../../../ui/text-input.tsx';
import { AliasField } from '../../send/draft-fields.tsx';

interface UpdateDialogProps {
  readonly row: SubmissionRow;
  readonly onSave: (command: SubmissionCommand) => void;
  readonly onClose: () => void;
}

/** Changes the two fields of a draft that can still be changed. */
export function UpdateDialog({ row, onSave, onClose }: UpdateDialogProps) {
  const { t } = useTranslation();
  const [alias, setAlias] = useState(row.alias);
  const [comment, setComment] = useState(row.comment);
  const [missing, setMissing] = useState(false);
  return (
    <FormDialog
      title={t('submission.updateTitle')}
      onSave={() => {
        setMissing(alias.trim() === '');
        if (alias.trim() === '') return;
        onClose();
        if (alias !== row.alias || comment !== row.comment) onSave({ kind: 'update', alias, comment });
      }}
      onClose={onClose}
    >
      <AliasField
        hint={t('submission.aliasHint')}
        value={alias}
        onChange={setAlias}
        error={missing && alias.trim() === '' ? t('fieldProblem.missing') : undefined}
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
    </FormDialog>
  );
}
