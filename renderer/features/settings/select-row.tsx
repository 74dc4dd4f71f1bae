import { useId } from 'react';
import type { LockName } from '../../../preload/contract/setting-values.ts';
import { useLocked } from '../../store/locked.ts';
import { LockedNote } from '../../ui/locked-note.tsx';
import { Select, type SelectProps } from '../../ui/select.tsx';
import styles from './settings.module.css';

interface SelectRowProps<T extends string> extends Omit<SelectProps<T>, 'describedBy' | 'isDisabled'> {
  /** The policy's name of the setting. */
  readonly name: LockName;
  readonly label: string;
  readonly hint?: string;
}

/**
 * Shows a setting with a few values: its name on the left, the values on the right, its effect below. A choice acts at
 * once.
 */
export function SelectRow<T extends string>({ name, label, hint, ...select }: SelectRowProps<T>) {
  const isLocked = useLocked(name);
  const [hintId, lockId] = [useId(), useId()];
  const describedBy = [isLocked && lockId, hint !== undefined && hintId].filter(Boolean).join(' ');
  return (
    <div className={styles['row']}>
      <label className={styles['rowPair']}>
        <span className={styles['rowLabel']}>{label}</span>
        <span className={styles['rowControl']}>
          <Select {...select} isDisabled={isLocked} describedBy={describedBy || undefined} />
        </span>
      </label>
      {isLocked && <LockedNote id={lockId} />}
      {hint !== undefined && (
        <p id={hintId} className={styles['rowHint']}>
          {hint}
        </p>
      )}
    </div>
  );
}
