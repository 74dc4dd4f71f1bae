import { useTranslation } from 'react-i18next';
import type { AvailableModes } from '../../../preload/contract/sending.ts';
import { Choice } from '../../ui/choice.tsx';
import { Select } from '../../ui/select.tsx';
import { availability, jurisdictions, modes } from './mode-choice.ts';
import styles from './mode-field.module.css';
import type { Draft } from './sheet.ts';

interface ModeFieldProps {
  readonly draft: Pick<Draft, 'mode' | 'jurisdiction'>;
  readonly known: AvailableModes | null;
  /** A profile may name a signature that the account cannot use now: that may change. */
  readonly takesAny?: boolean;
  readonly onChange: (patch: Partial<Pick<Draft, 'mode' | 'jurisdiction'>>) => void;
}

/**
 * Shows signature and law in one line, and below it the meaning of the chosen signature: plain words, then the legal
 * term.
 */
export function ModeField({ draft, known, takesAny = false, onChange }: ModeFieldProps) {
  const { t } = useTranslation();
  const { mode, jurisdiction } = draft;
  const described = modes.map((id) => {
    const can = availability(known, id, jurisdiction);
    const meaning = `${t(`send.mode.${id}.text`)} ${t(`send.mode.${id}.legal`)}.`;
    return { id, can, meaning, why: can === 'yes' ? '' : t(`send.modeNot.${can}`) };
  });
  const options = described.map(({ id, can, meaning, why }) => ({
    id,
    text: t(`mode.${id}`),
    description: `${meaning} ${why}`.trim(),
    isDisabled: !takesAny && can !== 'yes' && id !== mode,
  }));
  const chosen = described.find(({ id }) => id === mode);
  const denied = described.filter(({ id, can }) => can !== 'yes' && (!takesAny || id === mode));
  return (
    <>
      <div className={styles['line']}>
        <Choice
          label={t('send.how')}
          value={mode}
          options={options}
          look={{ options: styles['kinds'], option: styles['kind'] }}
          onChange={(next) => onChange({ mode: next })}
        />
        <label className={styles['law']}>
          {t('send.law')}
          <Select
            value={jurisdiction}
            options={jurisdictions.map((id) => ({ id, text: t(`details.${id}`) }))}
            onChange={(next) => onChange({ jurisdiction: next })}
          />
        </label>
      </div>
      <p className={styles['meaning']}>{chosen?.meaning}</p>
      {denied.map(({ id, why }) => (
        <p key={id} className={styles['denied']}>
          {t('app.labelled', { label: t(`mode.${id}`), value: why })}
        </p>
      ))}
    </>
  );
}
