import { useState } from 'react';
import { Form } from 'react-aria-components/Form';
import { useTranslation } from 'react-i18next';
import { lengths } from '../../../preload/contract/limits.ts';
import type { Problem } from '../../../preload/contract/problem.ts';
import { ask, bridge } from '../../app/client.ts';
import { Button } from '../../ui/button.tsx';
import { ModalDialog } from '../../ui/modal-dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { useOneAtATime } from '../../ui/use-one-at-a-time.ts';
import { choicesOf } from './choices-of.ts';
import styles from './send-sheet.module.css';
import type { Sheet } from './sheet.ts';

interface SaveProfileProps {
  readonly sheet: Sheet;
  readonly onSaved: (name: string) => void;
  readonly onClose: () => void;
}

/** What is chosen in the sheet, kept under a name for the next documents of its kind. */
export function SaveProfile({ sheet, onSaved, onClose }: SaveProfileProps) {
  const { t } = useTranslation();
  const run = useOneAtATime();
  const [name, setName] = useState('');
  const [problem, setProblem] = useState<Problem | null>(null);
  const [tried, setTried] = useState(false);
  const save = () =>
    run(async () => {
      setTried(true);
      if (name.trim() === '') return;
      const wish = { name: name.trim(), choices: choicesOf(sheet), isDefault: false };
      const answer = await ask(bridge().profiles.save(wish));
      if (answer.ok === true) onSaved(name.trim());
      else setProblem(answer.ok === false ? answer.problem : null);
    });
  return (
    <ModalDialog title={t('send.saveProfile')} onClose={onClose}>
      <Form
        className={styles['form'] ?? ''}
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <p>{t('send.saveProfileText')}</p>
        <TextInput
          label={t('send.profileName')}
          value={name}
          onChange={setName}
          maxLength={lengths.name}
          error={tried && name.trim() === '' ? t('send.profileNameMissing') : undefined}
          startsFocused
        />
        {problem && <Notice problem={problem} />}
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
