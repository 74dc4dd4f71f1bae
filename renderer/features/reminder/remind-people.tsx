import { Mail } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RowSelection } from '../../../preload/contract/selection.ts';
import type { PeopleOfSelection } from '../../../preload/contract/waiting.ts';
import { bridge } from '../../bridge/bridge.ts';
import { useAnswer } from '../../store/use-answer.ts';
import { Actions } from '../../ui/actions.tsx';
import { Button } from '../../ui/button.tsx';
import { ModalDialog } from '../../ui/modal-dialog.tsx';
import { shownName } from '../../ui/shown-name.ts';
import styles from './reminder.module.css';
import { ReminderDialog } from './reminder-dialog.tsx';

interface RemindPeopleProps {
  readonly selection: RowSelection;
  readonly onClose: () => void;
}

/** The people who can sign these documents now. Each gets a mail of their own. */
export function RemindPeople({ selection, onClose }: RemindPeopleProps) {
  const { t } = useTranslation();
  const found = useAnswer(() => bridge().waiting.among({ selection }), [selection]);
  const [person, setPerson] = useState<PeopleOfSelection['people'][number] | null>(null);
  const [told, setTold] = useState('');
  if (found === null) return null;
  const { people, total } = found;
  if (person !== null)
    return (
      <ReminderDialog
        person={person}
        selection={selection}
        onOpened={(who) => {
          setTold(t('waiting.opened', { who }));
          setPerson(null);
        }}
        onClose={() => setPerson(null)}
      />
    );
  return (
    <ModalDialog
      title={total === 0 ? t('selection.none.remind') : t('selection.remindTitle', { count: total })}
      onClose={onClose}
    >
      {total > 0 && <p>{t('selection.remindText')}</p>}
      <output>{told}</output>
      <ul className={styles['people']}>
        {people.map((one) => {
          const who = shownName(one.name ?? one.email ?? '');
          return (
            <li key={one.key}>
              <bdi>{who}</bdi>
              <Button aria-label={t('waiting.remindTitle', { who })} onPress={() => setPerson(one)}>
                <Mail size={16} aria-hidden="true" />
                {t('waiting.remind')}
              </Button>
            </li>
          );
        })}
      </ul>
      {total > people.length && <p>{t('selection.morePeople', { count: total - people.length })}</p>}
      <Actions end>
        <Button onPress={onClose}>{t('selection.close')}</Button>
      </Actions>
    </ModalDialog>
  );
}
