import styles from './field.module.css';

export interface SelectProps<T extends string> {
  readonly value: T;
  readonly options: readonly { readonly id: T; readonly text: string; readonly isDisabled?: boolean }[];
  readonly onChange: (value: T) => void;
}

/** A drop-down list. The label is around it. */
export function Select<T extends string>({ value, options, onChange }: SelectProps<T>) {
  return (
    <select
      className={styles['compact']}
      value={value}
      onChange={({ target }) => {
        const option = options.find(({ id }) => id === target.value);
        if (option) onChange(option.id);
      }}
    >
      {options.map(({ id, text, isDisabled }) => (
        <option key={id} value={id} disabled={isDisabled}>
          {text}
        </option>
      ))}
    </select>
  );
}
