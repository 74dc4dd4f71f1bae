import { Mail } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { WaitingDocument, WaitingPerson } from '../../../preload/contract/waiting.ts';
import { daysUntil, sayDayPast, saySpan } from '../../language/say-span.ts';
import { Button } from '../../ui/button.tsx';
import { MoreMenu } from '../../ui/more-menu.tsx';
import { shownName } from '../../ui/shown-name.ts';
import { dueText, toneOfAge, toneOfDays } from '../documents/entry/due-text.ts';
import { Name } from '../documents/entry/entry-name.tsx';
import { useSpeaker } from '../documents/entry/use-speaker.ts';
import { nameOfPerson } from '../reminder/name-of-person.ts';
import { initialsOf } from './initials.ts';
import { rowsToInvite, type SignatureRow } from './signature-rows.ts';
import styles from './signature-table.module.css';

const DAY = 24 * 60 * 60_000;
/** The bar of a wait is full after three weeks. */
const FULL_DAYS = 21;

/** Words for a row: what else is known of it, and all of it in one sentence for a screen reader. */
export function useRowWords() {
  const speaker = useSpeaker();
  const { t, locale, now } = speaker;
  const remarks = ({ perhaps, reminded }: WaitingDocument): readonly string[] => [
    ...(perhaps === null ? [] : [t(`waiting.perhaps.${perhaps}`)]),
    ...(reminded === null
      ? []
      : [t(`waiting.reminded.${reminded.by}`, { when: sayDayPast(reminded.at, now, locale) })]),
  ];
  return {
    remarks,
    sentence({ person, document }: SignatureRow): string {
      const { name, since, until } = document;
      return [
        nameOfPerson(person),
        shownName(name),
        ...(since === null ? [] : [t('waiting.waits', { span: saySpan(since, now, locale, 'long') })]),
        ...(until === null ? [] : [t('waiting.due', { when: dueText(until, speaker, 'long') })]),
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
        <bdi className={styles['who']} title={nameOfPerson(person)}>
          {nameOfPerson(person)}
        </bdi>
        {name !== null && email !== null && (
          <bdi className={styles['quiet']} title={email}>
            {email}
          </bdi>
        )}
      </span>
    </span>
  );
}

interface SignatureCellsProps {
  readonly row: SignatureRow;
  readonly remarks: readonly string[];
  readonly onRemind: (person: WaitingPerson) => void;
  readonly onInvite: (person: WaitingPerson) => void;
}

/** A missing signature in one line: the person once, the document, how long it waits, the deadline. */
export function SignatureCells({ row, remarks, onRemind, onInvite }: SignatureCellsProps) {
  const { person, document, isFirst } = row;
  const { t } = useTranslation();
  const speaker = useSpeaker();
  const { locale, now } = speaker;
  const { name, since, until } = document;
  const age = since === null ? null : now - since;
  const count = isFirst ? rowsToInvite(person).length : 0;
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
      {until !== null && (
        <span className={styles['due']}>
          <span className={`${styles['chip']} ${styles['fits']}`} data-tone={toneOfDays(daysUntil(until.at, now))}>
            {dueText(until, speaker)}
          </span>
        </span>
      )}
      {isFirst && person.canRemind && (
        <span className={styles['act']}>
          <Button aria-label={t('waiting.remindTitle', { who: nameOfPerson(person) })} onPress={() => onRemind(person)}>
            <Mail size={16} aria-hidden="true" />
            {t('waiting.remindOne')}
          </Button>
          {count > 0 && (
            <MoreMenu
              look="quiet"
              label={t('profiles.of', { what: t('send.more'), name: nameOfPerson(person) })}
              items={[{ id: 'invite', text: t('personOrder.resend'), effect: t('personOrder.withService', { count }) }]}
              onAction={() => onInvite(person)}
            />
          )}
        </span>
      )}
    </>
  );
}
