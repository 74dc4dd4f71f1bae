import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lengths } from '../../../preload/contract/limits.ts';
import type { Problem } from '../../../preload/contract/problem.ts';
import { ask, bridge } from '../../bridge/bridge.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { useOneAtATime } from '../../ui/use-one-at-a-time.ts';
import { choicesOf } from './draft-choices.ts';
import { missingParts } from './missing-parts.ts';
import styles from './send-sheet.module.css';
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
  const run = useOneAtATime();
  const [name, setName] = useState('');
  const [problem, setProblem] = useState<Problem | null>(null);
  const [tried, setTried] = useState(false);
  // A profile needs no file and no available signature. All else must be complete.
  const wrong = missingParts(sheet, { goal: 'draft', modes: null }).filter(({ kind }) =>
    kept.some((one) => one === kind),
  );
  const save = () =>
    run(async () => {
      setTried(true);
      if (name.trim() === '' || wrong.length > 0) return;
      const profile = { name: name.trim(), choices: choicesOf(sheet), isDefault: false };
      const answer = await ask(bridge().profiles.save(profile));
      if (answer.ok === true) onSaved(name.trim());
      else setProblem(answer.ok === false ? answer.problem : null);
    });
  return (
    <FormDialog title={t('send.saveProfileTitle')} onSave={() => void save()} onClose={onClose}>
      <p>{t('send.saveProfileText')}</p>
      <TextInput
        label={t('send.profileName')}
        value={name}
        onChange={setName}
        maxLength={lengths.name}
        error={tried && name.trim() === '' ? t('send.profileNameMissing') : undefined}
        startsFocused
      />
      {wrong.length > 0 && (
        <p role="status" className={styles['wrong']}>
          {wrong.map(({ kind }) => t(`send.missing.${kind}`, { count: 1 })).join(' ')}
        </p>
      )}
      {problem && <Notice problem={problem} />}
    </FormDialog>
  );
}
