import { useId } from 'react';
import { Select, type SelectProps } from '../../ui/select.tsx';
import styles from './settings.module.css';

interface SelectRowProps<T extends string> extends Omit<SelectProps<T>, 'describedBy' | 'isDisabled'> {
  readonly label: string;
  readonly hint?: string;
}

/** A setting with a few values: its name on the left, the values on the right, its effect below. A choice acts at once. */
export function SelectRow<T extends string>({ label, hint, ...select }: SelectRowProps<T>) {
  const hintId = useId();
  return (
    <div className={styles['row']}>
      <label className={styles['rowPair']}>
        <span className={styles['rowLabel']}>{label}</span>
        <span className={styles['rowControl']}>
          <Select {...select} describedBy={hint === undefined ? undefined : hintId} />
        </span>
      </label>
      {hint !== undefined && (
        <p id={hintId} className={styles['rowHint']}>
          {hint}
        </p>
      )}
    </div>
  );
}
