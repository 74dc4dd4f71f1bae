import { useTranslation } from 'react-i18next';
import { lengths } from '../../../preload/contract/limits.ts';
import type { State } from '../../../preload/contract/state.ts';
import field from '../../ui/field.module.css';
import { LockedNote } from '../../ui/locked-note.tsx';
import { Select, type SelectProps } from '../../ui/select.tsx';
import { jurisdictions, modes } from '../send/mode-choice.ts';
import styles from './bulk-sheet.module.css';
import { setUsual, takeUsual, useBulk, usualOf } from './bulk-store.ts';

interface PickProps<T extends string> extends SelectProps<T> {
  readonly label: string;
}

function Pick<T extends string>({ label, ...select }: PickProps<T>) {
  return (
    <label className={styles['pick']}>
      {label}
      <Select {...select} />
    </label>
  );
}

/** Shows the choices for rows without a profile. */
export function UsualChoices({ state }: { state: State }) {
  const { t } = useTranslation();
  const { profile, choices } = usualOf(state, useBulk());
  const none = { id: '', text: t('bulk.noProfile') };
  return (
    <fieldset className={styles['usual']}>
      <legend className={styles['strong']}>{t('bulk.usual')}</legend>
      <div className={styles['picks']}>
        {state.profiles.length > 0 && (
          <Pick
            label={t('send.profile')}
            value={profile}
            options={[none, ...state.profiles.map(({ id, name }) => ({ id, text: name }))]}
            onChange={(id) => takeUsual(id)}
          />
        )}
        <Pick
          label={t('bulk.signature')}
          value={choices.mode}
          options={modes.map((id) => ({ id, text: t(`mode.${id}`) }))}
          onChange={(mode) => setUsual(profile, { mode })}
        />
        <Pick
          label={t('send.law')}
          value={choices.jurisdiction}
          options={jurisdictions.map((id) => ({ id, text: t(`details.${id}`) }))}
          onChange={(jurisdiction) => setUsual(profile, { jurisdiction })}
        />
        <label className={styles['pick']}>
          {t('submission.alias')}
          <input
            className={field['compact']}
            value={state.senderName ?? choices.alias}
            readOnly={state.senderName !== null}
            maxLength={lengths.name}
            onChange={({ target }) => setUsual(profile, { alias: target.value })}
          />
          {state.senderName !== null && <LockedNote />}
        </label>
      </div>
    </fieldset>
  );
}
