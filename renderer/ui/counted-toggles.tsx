import { ToggleButton } from 'react-aria-components/ToggleButton';
import { ToggleButtonGroup } from 'react-aria-components/ToggleButtonGroup';
import styles from './counted-toggles.module.css';

interface Option<Id extends string> {
  readonly id: Id;
  readonly text: string;
  readonly count: number;
  /** The emphasis of the items where there are any. */
  readonly tone?: 'warn' | 'danger';
}

interface CountedTogglesProps<Id extends string> {
  readonly label: string;
  readonly options: readonly Option<Id>[];
  readonly value: Id;
  readonly onChange: (id: Id) => void;
}

/**
 * Shows a row of buttons, of which one is always pressed: each shows a part of a list, and says how many items it has.
 */
export function CountedToggles<Id extends string>({ label, options, value, onChange }: CountedTogglesProps<Id>) {
  function change(keys: ReadonlySet<string | number>): void {
    const chosen = options.find(({ id }) => keys.has(id));
    if (chosen !== undefined) onChange(chosen.id);
  }
  return (
    <ToggleButtonGroup
      className={styles['toggles'] ?? ''}
      aria-label={label}
      selectionMode="single"
      disallowEmptySelection
      selectedKeys={[value]}
      onSelectionChange={change}
    >
      {options.map(({ id, text, count, tone }) => (
        <ToggleButton key={id} id={id} className={styles['toggle'] ?? ''}>
          {text}{' '}
          <span className={styles['count']} data-tone={count > 0 ? tone : undefined}>
            {count}
          </span>
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}
