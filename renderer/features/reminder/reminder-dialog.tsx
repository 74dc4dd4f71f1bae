import { type ReactNode, useEffect, useState } from 'react';
import type { PressEvent } from 'react-aria-components/Button';
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
import { nameOfPerson } from './name-of-person.ts';
import styles from './reminder.module.css';
import { useSecondClick } from './use-second-click.ts';

interface Asked {
  readonly key: string;
  readonly language: Language | null;
  readonly selection: RowSelection | null;
}

/** What main answered for a person in a language. */
interface Read {
  readonly of: string;
  readonly reminder: Reminder | null;
  readonly problem: Problem | null;
}

interface ReminderDialogProps {
  /** The people, one after the other. */
  readonly people: readonly Pick<WaitingPerson, 'key' | 'name' | 'email'>[];
  /** The documents that the mail names. Null: all that wait for this person. */
  readonly selection: RowSelection | null;
  /** Reports each mail that opened, and for how many documents the service was asked to invite again. */
  readonly onReminded?: (by: 'mail' | 'service', count: number) => void;
  readonly children?: ReactNode;
  readonly onClose: () => void;
}

/** Reads the mail. An answer for another person or language is never shown. */
function useReminder({ key, language, selection }: Asked) {
  const [read, setRead] = useState<Read | null>(null);
  const of = `${key} ${language}`;

  useEffect(() => {
    const request = { wanted: true };
    const show = async () => {
      const answer = await ask(bridge().waiting.reminder({ key, language, selection }));
      if (!request.wanted) return;
      setRead(
        answer.ok ? { of, reminder: answer.reminder, problem: null } : { of, reminder: null, problem: answer.problem },
      );
    };
    void show();
    return () => {
      request.wanted = false;
    };
  }, [key, language, of, selection]);

  const { reminder, problem } = read?.of === of ? read : { reminder: null, problem: null };
  const tell = (refused: Problem) => setRead((now) => (now?.of === of ? { ...now, problem: refused } : now));
  return { reminder, problem, tell, last: read?.reminder ?? null };
}

/** Shows the reminder to each person, in their language, before the mail program opens. */
export function ReminderDialog({ people, selection, onReminded, children, onClose }: ReminderDialogProps) {
  const { t } = useTranslation();
  const run = useOneAtATime();
  const [language, setLanguage] = useState<Language | null>(null);
  const [at, setAt] = useState(0);
  const [told, setTold] = useState('');
  const person = people[at];
  const key = person?.key ?? '';
  const { reminder, problem, tell, last } = useReminder({ key, language, selection });
  const isSecondClick = useSecondClick(at);
  // While main is asked again, the buttons stay, so that the keyboard stays at them, and do nothing.
  const press = (act: () => Promise<void>) => (event: PressEvent) =>
    void (reminder && !isSecondClick(event) && run(act));

  function goOn(): void {
    if (at + 1 >= people.length) onClose();
    setAt(at + 1);
    setLanguage(null);
  }
  async function openMail(who: string): Promise<void> {
    const answer = await ask(bridge().waiting.remind({ key, language, selection }));
    if (!answer.ok) {
      tell(answer.problem);
      return;
    }
    setTold(t('waiting.opened', { who }));
    onReminded?.('mail', 0);
    goOn();
  }

  /** Asks the service to send its own invitation instead of this mail. */
  async function resend(who: string): Promise<void> {
    const answer = await ask(bridge().waiting.resend({ key, language, selection }));
    if (answer.ok) {
      setTold(t('waiting.invited', { who, count: answer.count }));
      onReminded?.('service', answer.count);
      goOn();
    } else tell(answer.problem);
  }

  if (person === undefined) return null;
  const who = nameOfPerson(person);
  const spoken = language ?? reminder?.language ?? null;
  const step = people.length > 1 ? ` · ${t('waiting.step', { at: at + 1, all: people.length })}` : '';

  return (
    <ModalDialog title={`${t('waiting.remindTitle', { who })}${step}`} onClose={onClose}>
      <output>{told}</output>
      {children}
      {reminder && <p>{t('app.labelled', { label: t('waiting.to'), value: shownName(reminder.to) })}</p>}
      {spoken && (
        <label className={styles['language']}>
          {t('waiting.language')}
          <Select
            value={spoken}
            options={languages.map((id) => ({ id, text: languageNames[id] }))}
            onChange={setLanguage}
          />
        </label>
      )}
      {reminder && (
        <>
          <div className={styles['mail']} lang={reminder.language}>
            <p className={styles['subject']}>{reminder.subject}</p>
            <p className={styles['body']}>{reminder.body}</p>
          </div>
          <p className={styles['quiet']}>{t('waiting.mailHint')}</p>
          {reminder.resendable > 0 && (
            <p className={styles['quiet']}>{t('personOrder.withService', { count: reminder.resendable })}</p>
          )}
        </>
      )}
      {problem && <Notice problem={problem} />}
      <Actions end>
        <Button onPress={onClose}>{t('connect.cancel')}</Button>
        {at + 1 < people.length && (
          <Button onPress={(event) => void (isSecondClick(event) || goOn())}>{t('waiting.skip')}</Button>
        )}
        {last && last.resendable > 0 && <Button onPress={press(() => resend(who))}>{t('personOrder.resend')}</Button>}
        {last && (
          <Button look="primary" onPress={press(() => openMail(who))}>
            {t('waiting.openMail')}
          </Button>
        )}
      </Actions>
    </ModalDialog>
  );
}
