import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Profile } from '../../../preload/contract/profile.ts';
import type { State } from '../../../preload/contract/state.ts';
import { Button } from '../../ui/button.tsx';
import { draftFrom } from './choices-of.ts';
import { setDraft, usualAlias } from './open-send.ts';
import styles from './send-sheet.module.css';
import type { Draft } from './sheet.ts';

interface ProfileChoiceProps {
  readonly profiles: readonly Profile[];
  readonly draft: Draft;
  readonly state: State;
}

/** Everything that was chosen once, in one gesture; and back again. */
export function ProfileChoice({ profiles, draft, state }: ProfileChoiceProps) {
  const { t } = useTranslation();
  const id = useId();
  const [applied, setApplied] = useState<{ readonly profile: Profile; readonly before: Draft } | null>(null);

  function apply(profileId: string): void {
    const profile = profiles.find((one) => one.id === profileId);
    if (!profile) return;
    const next = draftFrom(profile.choices);
    const alias = next.alias === '' ? usualAlias(state) : next.alias;
    // A profile without people is for any people: those named already stay.
    const people = next.signees.length === 0 ? { signees: draft.signees, ordered: draft.ordered } : {};
    setApplied({ profile, before: draft });
    setDraft({ ...next, ...people, alias });
  }

  return (
    <div className={styles['profile']}>
      <label htmlFor={id} className={styles['profileLabel']}>
        {t('send.profile')}
      </label>
      <select
        id={id}
        className={styles['select']}
        value={applied?.profile.id ?? ''}
        onChange={({ target }) => apply(target.value)}
      >
        <option value="" disabled>
          {t('send.pickProfile')}
        </option>
        {profiles.map((profile) => (
          <option key={profile.id} value={profile.id}>
            {profile.name}
          </option>
        ))}
      </select>
      <span role="status" className="visually-hidden">
        {applied && t('send.profileApplied', { name: applied.profile.name })}
      </span>
      {applied && (
        <Button
          look="quiet"
          onPress={() => {
            setDraft(applied.before);
            setApplied(null);
          }}
        >
          {t('send.profileUndo')}
        </Button>
      )}
    </div>
  );
}
