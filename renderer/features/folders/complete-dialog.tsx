import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Problem } from '../../../preload/contract/problem.ts';
import type { Choices } from '../../../preload/contract/sending.ts';
import { CheckBox } from '../../ui/check-box.tsx';
import { FormDialog, type SaveResult } from '../../ui/form-dialog.tsx';
import { shownName } from '../../ui/shown-name.ts';
import { signeesOf } from '../send/draft-choices.ts';
import { peopleProblem } from '../send/missing-parts.ts';
import { SigneeEditor } from '../send/signees/signee-editor.tsx';
import type { SigneeList } from '../send/signees/signee-list.ts';
import { suggestPeople } from '../send/suggest-people.ts';

interface CompleteDialogProps {
  readonly name: string;
  readonly onSave: (signees: Choices['signees'], remember: boolean) => Promise<Problem | null>;
  readonly onClose: () => void;
}

/** Asks who signs a file for which nobody is named. */
export function CompleteDialog({ name, onSave, onClose }: CompleteDialogProps) {
  const { t } = useTranslation();
  const [signees, setSignees] = useState<SigneeList>([]);
  const [ordered, setOrdered] = useState(true);
  const [pending, setPending] = useState('');
  const [remember, setRemember] = useState(false);
  const [tried, setTried] = useState(false);
  const problem = peopleProblem({ signees, ordered }, 'send', false);
  const told = pending !== '' ? t('send.missing.pending') : problem === null ? null : t(`send.missing.${problem}`);

  async function save(): Promise<SaveResult> {
    setTried(true);
    return told === null ? ((await onSave(signeesOf({ signees, ordered }), remember)) ?? 'saved') : null;
  }

  return (
    <FormDialog
      title={t('folders.complete.title', { name: shownName(name) })}
      onSave={save}
      onClose={onClose}
      said={tried ? told : null}
    >
      <SigneeEditor
        value={signees}
        onChange={setSignees}
        ordered={ordered}
        onOrderedChange={setOrdered}
        suggest={suggestPeople}
        onPending={setPending}
        startsFocused
      />
      <CheckBox isSelected={remember} onChange={setRemember}>
        {t('folders.complete.remember')}
      </CheckBox>
    </FormDialog>
  );
}
