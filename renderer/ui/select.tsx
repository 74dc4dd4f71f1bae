import styles from './field.module.css';

export interface SelectProps<T extends string> {
  readonly value: T;
  readonly options: readonly { readonly id: T; readonly text: string; readonly isDisabled?: boolean }[];
  readonly onChange: (value: T) => void;
  readonly isDisabled?: boolean;
  /** The id of a text that explains the choice. */
  readonly describedBy?: string | undefined;
  readonly startsFocused?: boolean;
}

/** Shows a drop-down list. The label is around it. */
export function Select<T extends string>({
  value,
  options,
  onChange,
  isDisabled = false,
  describedBy,
  startsFocused = false,
}: SelectProps<T>) {
  return (
    <select
      className={styles['compact']}
      value={value}
      disabled={isDisabled}
      aria-describedby={describedBy}
      // Only this choice is missing.
      // oxlint-disable-next-line jsx-a11y/no-autofocus
      autoFocus={startsFocused}
      onChange={({ target }) => {
        const option = options.find(({ id }) => id === target.value);
        if (option) onChange(option.id);
      }}
    >
      {options.map(({ id, text, isDisabled: isNot }) => (
        <option key={id} value={id} disabled={isNot}>
          {text}
        </option>
      ))}
    </select>
  );
}
