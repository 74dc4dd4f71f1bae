import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { WatchedFolder } from '../../../preload/contract/folder.ts';
import type { Problem } from '../../../preload/contract/problem.ts';
import type { Profile, ProfileAnswer } from '../../../preload/contract/profile.ts';
import { ask, bridge } from '../../bridge/bridge.ts';
import { ArrivingHeading } from '../../ui/arriving-heading.tsx';
import { Button } from '../../ui/button.tsx';
import card from '../../ui/card.module.css';
import { Empty } from '../../ui/empty.tsx';
import { Notice } from '../../ui/notice.tsx';
import page from '../../ui/page.module.css';
import { Question } from '../../ui/question.tsx';
import { useOneAtATime } from '../../ui/use-one-at-a-time.ts';
import { type ProfileAction, ProfileCard } from './profile-card.tsx';
import { ProfileFolders } from './profile-folders.tsx';
import styles from './profiles.module.css';

/** The last change of a profile, as a key, so that a change of language translates it. */
export interface Said {
  readonly key: 'send.profileSaved' | `profiles.${'removed' | 'exported' | 'startsWith' | 'duplicated'}`;
  readonly name: string;
}

interface ProfileListProps {
  readonly profiles: readonly Profile[];
  readonly folders: readonly WatchedFolder[];
  /** The last change, to be read out. The focus goes to this profile. */
  readonly done: { readonly said: Said | null; readonly id: string } | null;
  readonly onEdit: (profile: Profile | null, imported: boolean) => void;
}

/** Moves the focus to a profile as soon as it is in the list. */
function useWantedProfile(first: string | null, profiles: readonly Profile[]) {
  const screen = useRef<HTMLDivElement>(null);
  const wanted = useRef(first);
  const arrive = useCallback(() => {
    if (wanted.current === null) return;
    const button = screen.current?.querySelector<HTMLElement>(`[data-profile="${CSS.escape(wanted.current)}"] button`);
    if (!button) return;
    wanted.current = null;
    button.focus();
  }, []);
  useEffect(() => {
    if (profiles.some(({ id }) => id === wanted.current)) arrive();
  }, [profiles, arrive]);

  function goTo(id: string): void {
    wanted.current = id;
    arrive();
  }
  return { screen, goTo };
}

interface RemoveQuestionProps {
  readonly profile: Profile;
  readonly folders: readonly WatchedFolder[];
  readonly onYes: () => Promise<void>;
  readonly onNo: () => void;
}

/** Asks before a profile and the rules of its folders go. */
function RemoveQuestion({ profile, folders, onYes, onNo }: RemoveQuestionProps) {
  const { t } = useTranslation();
  return (
    <Question
      title={t('profiles.removeTitle', { name: profile.name })}
      text={t('profiles.removeText')}
      yes={t('profiles.removeConfirm')}
      onYes={onYes}
      onNo={onNo}
    >
      <ProfileFolders profileId={profile.id} folders={folders} change="remove" />
    </Question>
  );
}

export function ProfileList({ profiles, folders, done, onEdit }: ProfileListProps) {
  const { t } = useTranslation();
  const run = useOneAtATime();
  const [said, setSaid] = useState(done?.said ?? null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [removing, setRemoving] = useState<Profile | null>(null);
  const { screen, goTo } = useWantedProfile(done?.id ?? null, profiles);

  function report(answer: ProfileAnswer, now: Said): void {
    setProblem(answer.ok === false ? answer.problem : null);
    setSaid(answer.ok === true ? now : null);
  }

  async function remove({ id, name }: Profile): Promise<void> {
    const answer = await ask(bridge().profiles.remove({ id }));
    setProblem(answer.ok ? null : answer.problem);
    setSaid(answer.ok ? { key: 'profiles.removed', name } : null);
    // The pressed button is gone with its profile.
    if (answer.ok) screen.current?.querySelector('h1')?.focus();
  }

  async function act(action: ProfileAction, profile: Profile): Promise<void> {
    const { id, name } = profile;
    if (action === 'edit') onEdit(profile, false);
    else if (action === 'remove') setRemoving(profile);
    else if (action === 'exportNow')
      report(await ask(bridge().profiles.export({ id })), { key: 'profiles.exported', name });
    else if (action === 'makeDefault') {
      const answer = await ask(bridge().profiles.save({ ...profile, isDefault: true }));
      report(answer, { key: 'profiles.startsWith', name });
      goTo(id);
    } else {
      const answer = await ask(bridge().profiles.duplicate({ id }));
      report(answer, { key: 'profiles.duplicated', name });
      if (answer.ok === true) goTo(answer.id);
    }
  }

  async function takeFile(): Promise<void> {
    const answer = await ask(bridge().profiles.import());
    setProblem(answer.ok === false ? answer.problem : null);
    setSaid(null);
    if (answer.ok === true) onEdit(answer.profile, true);
  }

  const fromFile = <Button onPress={() => void run(takeFile)}>{t('profiles.importNow')}</Button>;
  const create = (
    <Button look={profiles.length === 0 ? 'primary' : 'plain'} onPress={() => onEdit(null, false)}>
      {t('profiles.add')}
    </Button>
  );
  return (
    <div ref={screen} className={page['page']}>
      <header className={page['head']}>
        <ArrivingHeading level={1} arrives={done === null}>
          {t('nav.profiles')}
        </ArrivingHeading>
        {fromFile}
        {profiles.length > 0 && create}
      </header>
      <output className={styles['said']}>{said && t(said.key, { name: said.name })}</output>
      {problem && <Notice problem={problem} onClose={() => setProblem(null)} />}
      {profiles.length === 0 ? (
        <Empty title={t('profiles.emptyTitle')}>
          <p>{t('profiles.emptyText')}</p>
          {create}
        </Empty>
      ) : (
        <>
          <p className={styles['hint']}>{t('profiles.lead')}</p>
          <ul className={card['cards']} aria-label={t('profiles.list')}>
            {profiles.map((profile) => (
              <ProfileCard
                key={profile.id}
                profile={profile}
                folders={folders}
                onAction={(action, one) => void run(() => act(action, one))}
              />
            ))}
          </ul>
        </>
      )}
      {removing && (
        <RemoveQuestion
          profile={removing}
          folders={folders}
          onYes={() => {
            setRemoving(null);
            return run(() => remove(removing));
          }}
          onNo={() => setRemoving(null)}
        />
      )}
    </div>
  );
}
