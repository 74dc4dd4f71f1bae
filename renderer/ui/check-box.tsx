import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { Checkbox, type CheckboxProps } from 'react-aria-components/Checkbox';
import styles from './check-box.module.css';

interface CheckBoxProps extends Omit<CheckboxProps, 'className' | 'style' | 'children'> {
  /** The label. In a list the row is the label. */
  readonly children?: ReactNode;
}

export function CheckBox({ children, ...props }: CheckBoxProps) {
  return (
    <Checkbox {...props} className={styles['line'] ?? ''}>
      <span className={styles['box']} aria-hidden="true">
        <Check size={14} strokeWidth={3} />
      </span>
      {children}
    </Checkbox>
  );
}
