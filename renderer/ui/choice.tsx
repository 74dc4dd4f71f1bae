import { type ReactNode, useId } from 'react';
import { FieldError } from 'react-aria-components/FieldError';
import { Label } from 'react-aria-components/Label';
import { Radio, RadioGroup } from 'react-aria-components/RadioGroup';
import styles from './field.module.css';

interface Option<T extends string> {
  readonly id: T;
  readonly text: ReactNode;
  /** The words that screen readers say after the name. */
  readonly description?: string;
  readonly isDisabled?: boolean;
}

interface ChoiceProps<T extends string> {
  readonly label: string;
  readonly value: T;
  readonly options: readonly Option<T>[];
  readonly onChange: (value: T) => void;
  readonly error?: string | undefined;
  /** Class names for the group of options and for one option. */
  readonly look?: { readonly options: string | undefined; readonly option: string | undefined };
}

const small = { options: styles['options'], option: styles['small'] };

/** Shows a few options, all visible. */
export function Choice<T extends string>({ label, value, options, onChange, error, look = small }: ChoiceProps<T>) {
  const descriptionId = useId();
  const pick = (id: string) => {
    const option = options.find((candidate) => candidate.id === id);
    if (option) onChange(option.id);
  };
  return (
    <RadioGroup className={styles['field'] ?? ''} value={value} onChange={pick} isInvalid={error !== undefined}>
      <Label className={styles['label'] ?? ''}>{label}</Label>
      <div className={look.options}>
        {options.map(({ id, text, description, isDisabled = false }) => (
          <Radio
            key={id}
            value={id}
            isDisabled={isDisabled}
            className={`${styles['option']} ${look.option}`}
            {...(description !== undefined && { 'aria-describedby': `${descriptionId}${id}` })}
          >
            <span className={styles['dot']} aria-hidden="true" />
            {text}
          </Radio>
        ))}
        {options.map(
          ({ id, description }) =>
            description !== undefined && (
              <span key={id} id={`${descriptionId}${id}`} hidden>
                {description}
              </span>
            ),
        )}
      </div>
      <FieldError className={styles['error'] ?? ''}>{error}</FieldError>
    </RadioGroup>
  );
}
