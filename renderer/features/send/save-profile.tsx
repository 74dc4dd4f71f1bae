import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lengths } from '../../../preload/contract/limits.ts';
import { ask, bridge } from '../../bridge/bridge.ts';
import { FormDialog, type SaveResult } from '../../ui/form-dialog.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { choicesOf } from './draft-choices.ts';
import { missingParts } from './missing-parts.ts';
import type { Sheet } from './sheet.ts';

const kept = ['pending', 'wrong-signees', 'too-many-signees', 'extra'] as const;

interface SaveProfileProps {
  readonly sheet: Sheet;
  readonly onSaved: (name: string) => void;
  readonly onClose: () => void;
}

/** Saves the choices of the sheet as a profile. */
export function SaveProfile({ sheet, onSaved, onClose }: SaveProfileProps) {
  const { t } = useTranslation();
  const [name, setName] = useState('');
  const [tried, setTried] = useState(false);
  // A profile needs no file and no available signature. All else must be complete.
  const wrong = missingParts(sheet, { goal: 'draft', modes: null }).filter(({ kind }) =>
    kept.some((one) => one === kind),
  );
  const said = wrong.map(({ kind }) => t(`send.missing.${kind}`, { count: 1 })).join(' ');
  async function save(): Promise<SaveResult> {
    setTried(true);
    if (name.trim() === '' || wrong.length > 0) return null;
    const profile = { name: name.trim(), choices: choicesOf(sheet), isDefault: false };
    const answer = await ask(bridge().profiles.save(profile));
    if (answer.ok === false) return answer.problem;
    onSaved(name.trim());
    return 'saved';
  }
  return (
    <FormDialog title={t('send.saveProfileTitle')} onSave={save} onClose={onClose} said={said}>
      <p>{t('send.saveProfileText')}</p>
      <TextInput
        label={t('send.profileName')}
        value={name}
        onChange={setName}
        maxLength={lengths.name}
        error={tried && name.trim() === '' ? t('send.profileNameMissing') : undefined}
        startsFocused
      />
    </FormDialog>
  );
}
