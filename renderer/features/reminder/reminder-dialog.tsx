import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Language, languages } from '../../../preload/contract/language.ts';
import type { Problem } from '../../../preload/contract/problem.ts';
import type { RowSelection } from '../../../preload/contract/selection.ts';
import type { Reminder, WaitingPerson } from '../../../preload/contract/waiting.ts';
import { ask, bridge } from '../../bridge/bridge.ts';
import { languageNames } from '../../language/language-choice.tsx';
import { Actions } from '../../ui/actions.tsx';
import { Button } from '../../ui/button.tsx';
import { ModalDialog } from '../../ui/modal-dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Select } from '../../ui/select.tsx';
import { shownName } from '../../ui/shown-name.ts';
import { useOneAtATime } from '../../ui/use-one-at-a-time.ts';
import styles from './reminder.module.css';

interface ReminderDialogProps {
  readonly person: Pick<WaitingPerson, 'key' | 'name' | 'email'>;
  /** The documents that the mail names. Null: all that wait for this person. */
  readonly selection: RowSelection | null;
  readonly onOpened: (who: string) => void;
  readonly onClose: () => void;
}

/** Shows the reminder, in the language of the person, before the mail program opens. */
export function ReminderDialog({ person, selection, onOpened, onClose }: ReminderDialogProps) {
  const { t } = useTranslation();
  const run = useOneAtATime();
  const [language, setLanguage] = useState<Language | null>(null);
  const [reminder, setReminder] = useState<Reminder | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const { key } = person;
  const who = shownName(person.name ?? person.email ?? '');

  useEffect(() => {
    const read = { wanted: true };
    const show = async () => {
      const answer = await ask(bridge().waiting.reminder({ key, language, selection }));
      if (!read.wanted) return;
      if (answer.ok) setReminder(answer.reminder);
      setProblem(answer.ok ? null : answer.problem);
    };
    void show();
    return () => {
      read.wanted = false;
    };
  }, [key, language, selection]);

  async function openMail(): Promise<void> {
    const answer = await ask(bridge().waiting.remind({ key, language, selection }));
    if (answer.ok) onOpened(who);
    else setProblem(answer.problem);
  }

  return (
    <ModalDialog title={t('waiting.remindTitle', { who })} onClose={onClose}>
      {reminder && (
        <>
          <p>
            {t('waiting.to')}: <bdi>{reminder.to}</bdi>
          </p>
          <label className={styles['language']}>
            {t('waiting.language')}
            <Select
              value={reminder.language}
              options={languages.map((id) => ({ id, text: languageNames[id] }))}
              onChange={setLanguage}
            />
          </label>
          <div className={styles['mail']} lang={reminder.language}>
            <p className={styles['subject']}>{reminder.subject}</p>
            <p className={styles['body']}>{reminder.body}</p>
          </div>
          <p className={styles['quiet']}>{t('waiting.mailHint')}</p>
        </>
      )}
      {problem && <Notice problem={problem} />}
      <Actions end>
        <Button onPress={onClose}>{t('connect.cancel')}</Button>
        {reminder && (
          <Button look="primary" onPress={() => void run(openMail)}>
            {t('waiting.openMail')}
          </Button>
        )}
      </Actions>
    </ModalDialog>
  );
}
