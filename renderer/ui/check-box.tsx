import { Check } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { Checkbox, type CheckboxProps } from 'react-aria-components/Checkbox';
import styles from './check-box.module.css';

interface CheckBoxProps extends Omit<CheckboxProps, 'className' | 'style' | 'children'> {
  /** The label. In a list the row is the label. */
  readonly children?: ReactNode;
  /** The meaning of the choice, below. */
  readonly hint?: string;
}

export function CheckBox({ children, hint, ...props }: CheckBoxProps) {
  const id = useId();
  const described = hint === undefined ? {} : { 'aria-describedby': id };
  return (
    <>
      <Checkbox {...props} {...described} className={styles['line'] ?? ''}>
        <span className={styles['box']} aria-hidden="true">
          <Check size={14} strokeWidth={3} />
        </span>
        {children}
      </Checkbox>
      {hint !== undefined && (
        <p id={id} className={styles['hint']}>
          {hint}
        </p>
      )}
    </>
  );
}
