import { FieldError } from 'react-aria-components/FieldError';
import { Label } from 'react-aria-components/Label';
import { Radio, RadioGroup } from 'react-aria-components/RadioGroup';
import styles from './field.module.css';

interface ChoiceProps<T extends string> {
  readonly label: string;
  readonly value: T;
  readonly options: readonly { readonly id: T; readonly text: string }[];
  readonly onChange: (value: T) => void;
  readonly error?: string | undefined;
}

/** A few choices, all in sight. */
export function Choice<T extends string>({ label, value, options, onChange, error }: ChoiceProps<T>) {
  const pick = (id: string) => {
    const option = options.find((candidate) => candidate.id === id);
    if (option) onChange(option.id);
  };
  return (
    <RadioGroup className={styles['field'] ?? ''} value={value} onChange={pick} isInvalid={error !== undefined}>
      <Label className={styles['label'] ?? ''}>{label}</Label>
      <div className={styles['options']}>
        {options.map((option) => (
          <Radio key={option.id} value={option.id} className={styles['option'] ?? ''}>
            <span className={styles['dot']} aria-hidden="true" />
            {option.text}
          </Radio>
        ))}
      </div>
      <FieldError className={styles['error'] ?? ''}>{error}</FieldError>
    </RadioGroup>
  );
}
