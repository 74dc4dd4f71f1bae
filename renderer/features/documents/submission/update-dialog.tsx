import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lengths } from '../../../../preload/contract/limits.ts';
import type { SubmissionRow } from '../../../../preload/contract/submission.ts';
import { ask, bridge } from '../../../bridge/bridge.ts';
import { FormDialog, type SaveResult } from '../../../ui/form-dialog.tsx';
import { TextInput } from '../../../ui/text-input.tsx';
import { AliasField } from '../../send/draft-fields.tsx';

interface UpdateDialogProps {
  readonly row: SubmissionRow;
  readonly onClose: () => void;
}

/** Changes the two fields of a draft that can still be changed. */
export function UpdateDialog({ row, onClose }: UpdateDialogProps) {
  const { t } = useTranslation();
  const [alias, setAlias] = useState(row.alias);
  const [comment, setComment] = useState(row.comment);
  const [missing, setMissing] = useState(false);

  async function save(): Promise<SaveResult> {
    setMissing(alias.trim() === '');
    if (alias.trim() === '') return null;
    if (alias !== row.alias || comment !== row.comment) {
      const answer = await ask(bridge().outbox.command({ id: row.id, command: { kind: 'update', alias, comment } }));
      if (!answer.ok) return answer.problem;
    }
    return 'saved';
  }

  return (
    <FormDialog title={t('submission.updateTitle')} onSave={save} onClose={onClose}>
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
