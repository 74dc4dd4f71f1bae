import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FolderRuleInput, WatchedFolder } from '../../../preload/contract/folder.ts';
import type { Problem } from '../../../preload/contract/problem.ts';
import { ask, bridge } from '../../bridge/bridge.ts';
import { Button } from '../../ui/button.tsx';
import styles from './folders.module.css';
import { SendQuestion } from './send-question.tsx';

interface UnconfirmedPeopleProps {
  readonly folder: WatchedFolder;
  readonly onProblem: (problem: Problem | null) => void;
}

/** Asks to confirm the people of a changed profile. The folder does not send to them before. */
export function UnconfirmedPeople({ folder, onProblem }: UnconfirmedPeopleProps) {
  const { t } = useTranslation();
  /** The rule that the question is about. */
  const [asked, setAsked] = useState<FolderRuleInput | null>(null);
  const { id, name, rule, unconfirmed } = folder;
  if (unconfirmed === null) return null;
  const { profiles, people, peopleCount } = unconfirmed;
  const more = peopleCount - people.length;
  const who = [...people, ...(more > 0 ? [t('submission.morePeople', { count: more })] : [])].join(', ');

  async function confirm(confirmed: FolderRuleInput, print: string): Promise<void> {
    const answer = await ask(bridge().folders.save({ id, rule: confirmed, confirmed: true, print }));
    onProblem(answer.ok === false ? answer.problem : null);
    setAsked(null);
  }

  return (
    <div className={styles['trouble']}>
      <p>
        {t('folders.unconfirmed.what', { profile: profiles.join(', ') })}{' '}
        {who !== '' && t('folders.unconfirmed.who', { who })}
      </p>
      <Button
        aria-label={t('profiles.of', { what: t('folders.unconfirmed.confirm'), name })}
        onPress={() => setAsked(rule)}
      >
        {t('folders.unconfirmed.confirm')}
      </Button>
      {asked !== null && (
        <SendQuestion
          folder={folder}
          rule={asked}
          onYes={(print) => confirm(asked, print)}
          onNo={() => setAsked(null)}
          onUnread={(why) => {
            setAsked(null);
            onProblem(why);
          }}
        />
      )}
    </div>
  );
}
