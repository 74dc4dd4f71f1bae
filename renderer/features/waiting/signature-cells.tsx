import { Mail } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { WaitingDocument, WaitingPerson } from '../../../preload/contract/waiting.ts';
import { daysUntil, sayDayPast, sayDaysUntil, saySpan } from '../../language/say-span.ts';
import { Button } from '../../ui/button.tsx';
import { shownName } from '../../ui/shown-name.ts';
import { toneOfAge, toneOfDays } from '../documents/entry/due-text.ts';
import { Name } from '../documents/entry/entry-name.tsx';
import { useSpeaker } from '../documents/entry/use-speaker.ts';
import { nameOfPerson } from '../reminder/name-of-person.ts';
import { initialsOf } from './initials.ts';
import type { SignatureRow } from './signature-rows.ts';
import styles from './signature-table.module.css';

const DAY = 24 * 60 * 60_000;
/** The bar of a wait is full after three weeks. */
const FULL_DAYS = 21;

/** Words for a row: what else is known of it, and all of it in one sentence for a screen reader. */
export function useRowWords() {
  const { t, locale, now } = useSpeaker();
  const remarks = ({ perhaps, reminded }: WaitingDocument): readonly string[] => [
    ...(perhaps === null ? [] : [t(`waiting.perhaps.${perhaps}`)]),
    ...(reminded === null
      ? []
      : [t(`waiting.reminded.${reminded.by}`, { when: sayDayPast(reminded.at, now, locale, 'long') })]),
  ];
  return {
    remarks,
    sentence({ person, document }: SignatureRow): string {
      const { name, since, until } = document;
      return [
        nameOfPerson(person),
        shownName(name),
        ...(since === null ? [] : [t('waiting.waits', { span: saySpan(since, now, locale, 'long') })]),
        ...(until === null
          ? []
          : [t('waiting.due', { when: sayDaysUntil(Math.max(until, now), now, locale, 'long') })]),
        ...remarks(document),
      ].join(', ');
    },
  };
}

function Person({ person }: { readonly person: WaitingPerson }) {
  const { name, email } = person;
  return (
    <span className={styles['person']}>
      <span className={styles['face']} aria-hidden="true">
        {initialsOf(nameOfPerson(person))}
      </span>
      <span className={styles['names']}>
        <bdi className={styles['who']}>{nameOfPerson(person)}</bdi>
        {name !== null && email !== null && <bdi className={styles['quiet']}>{email}</bdi>}
      </span>
    </span>
  );
}

interface SignatureCellsProps {
  readonly row: SignatureRow;
  readonly remarks: readonly string[];
  readonly onRemind: (person: WaitingPerson) => void;
}

/** A missing signature in one line: the person once, the document, how long it waits, the deadline. */
export function SignatureCells({ row: { person, document, isFirst }, remarks, onRemind }: SignatureCellsProps) {
  const { t } = useTranslation();
  const { locale, now } = useSpeaker();
  const { name, since, until } = document;
  const age = since === null ? null : now - since;
  const dueIn = until === null ? null : daysUntil(Math.max(until, now), now);
  return (
    <>
      {isFirst && <Person person={person} />}
      <span className={styles['document']}>
        <Name name={name} />
        {remarks.length > 0 && <span className={styles['quiet']}>{remarks.join(' · ')}</span>}
      </span>
      <span className={styles['age']} data-tone={age === null ? 'quiet' : toneOfAge(age)}>
        <span className={styles['scale']} aria-hidden="true">
          {age !== null && <span style={{ width: `${Math.min(100, (age / DAY / FULL_DAYS) * 100)}%` }} />}
        </span>
        <span className={styles['fits']}>{since === null ? '–' : saySpan(since, now, locale, 'long')}</span>
      </span>
      {until !== null && dueIn !== null && (
        <span className={styles['due']}>
          <span className={`${styles['chip']} ${styles['fits']}`} data-tone={toneOfDays(dueIn)}>
            {sayDaysUntil(Math.max(until, now), now, locale)}
          </span>
        </span>
      )}
      {isFirst && person.canRemind && (
        <span className={styles['act']}>
          <Button aria-label={t('waiting.remindTitle', { who: nameOfPerson(person) })} onPress={() => onRemind(person)}>
            <Mail size={16} aria-hidden="true" />
            {t('waiting.remindOne')}
          </Button>
        </span>
      )}
    </>
  );
}
