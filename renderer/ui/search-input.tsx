import { Input } from 'react-aria-components/Input';
import { SearchField } from 'react-aria-components/SearchField';
import { lengths } from '../../preload/contract/limits.ts';
import styles from './field.module.css';

interface SearchInputProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** Shows a search field with its label inside. Escape clears it. */
export function SearchInput({ label, value, onChange }: SearchInputProps) {
  return (
    <SearchField
      className={styles['search'] ?? ''}
      aria-label={label}
      value={value}
      // No list takes a longer text.
      maxLength={lengths.name}
      onChange={onChange}
    >
      <Input className={styles['input'] ?? ''} placeholder={label} />
    </SearchField>
  );
}
