import { X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { WaitingPerson } from '../../../preload/contract/waiting.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { nameOfPerson } from '../reminder/name-of-person.ts';
import { useSecondClick } from '../reminder/use-second-click.ts';
import type { Round } from './use-reminders.ts';
import styles from './waiting.module.css';

interface ReminderBarProps {
  readonly round: Round;
  readonly onNext: () => void;
  readonly onOtherLanguage: (person: WaitingPerson) => void;
  readonly onEnd: () => void;
}

/** Says whose reminder is open in the mail program, and continues with the next person. */
export function ReminderBar({
  round: { people, at, by, count, problem },
  onNext,
  onOtherLanguage,
  onEnd,
}: ReminderBarProps) {
  const { t } = useTranslation();
  const [person, next] = [people[at], people[at + 1]];
  const isSecondClick = useSecondClick(at);
  const bar = useRef<HTMLDivElement>(null);
  // Whoever reminds several people goes on with one key.
  useEffect(() => {
    if (people.length > 1) bar.current?.querySelector('button')?.focus();
  }, [people]);
  if (person === undefined) return null;
  return (
    <div ref={bar} className={styles['round']} data-round>
      {problem !== null && <Notice problem={problem} />}
      <output>
        {people.length > 1 && <strong>{t('waiting.step', { at: at + 1, all: people.length })}</strong>}{' '}
        {problem === null &&
          (by === 'mail'
            ? t('waiting.opened', { who: nameOfPerson(person) })
            : t('waiting.invited', { who: nameOfPerson(person), count }))}
      </output>
      {next && (
        <Button look="primary" onPress={(event) => void (isSecondClick(event) || onNext())}>
          {t('waiting.next', { who: nameOfPerson(next) })}
        </Button>
      )}
      {by === 'mail' && (
        <Button look="quiet" onPress={() => onOtherLanguage(person)}>
          {t('waiting.otherLanguage')}
        </Button>
      )}
      <Button look="quiet" aria-label={t('problem.close')} onPress={onEnd}>
        <X size={18} aria-hidden="true" />
      </Button>
    </div>
  );
}
