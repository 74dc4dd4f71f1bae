import { useTranslation } from 'react-i18next';
import type { State } from '../../../preload/contract/state.ts';
import { Button } from '../../ui/button.tsx';
import { Select } from '../../ui/select.tsx';
import { draftFrom } from './draft-choices.ts';
import styles from './send-sheet.module.css';
import type { Sheet } from './sheet.ts';
import { changeSheet, usualAlias } from './sheet-actions.ts';

/** Applies a profile, and can take it back. */
export function ProfileChoice({ sheet, state }: { sheet: Sheet; state: State }) {
  const { t } = useTranslation();
  const { profiles } = state;
  const applied = profiles.find((profile) => profile.id === sheet.applied?.id);
  const before = sheet.applied?.before ?? null;
  const none = { id: '', text: t('send.pickProfile'), isDisabled: true };

  function apply(profileId: string): void {
    const profile = profiles.find((one) => one.id === profileId);
    if (!profile) return;
    const next = draftFrom(profile.choices);
    const alias = next.alias === '' ? usualAlias(state) : next.alias;
    changeSheet((now) => {
      const { signees, ordered } = now.draft;
      // A profile without people keeps the people already named.
      const people = next.signees.length === 0 ? { signees, ordered } : {};
      return { ...now, draft: { ...next, ...people, alias }, applied: { id: profileId, before: now.draft } };
    });
  }

  return (
    <div className={styles['profile']}>
      <label className={styles['profileLabel']}>
        {t('send.profile')}
        <Select
          value={applied?.id ?? ''}
          options={[none, ...profiles.map(({ id, name }) => ({ id, text: name }))]}
          onChange={apply}
        />
      </label>
      <span role="status" className="visually-hidden">
        {applied && t('send.profileApplied', { name: applied.name })}
      </span>
      {applied && before && (
        <Button look="quiet" onPress={() => changeSheet((now) => ({ ...now, draft: before, applied: null }))}>
          {t('send.profileUndo')}
        </Button>
      )}
    </div>
  );
}
