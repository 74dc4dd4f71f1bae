import type { ReactNode } from 'react';
import styles from './field.module.css';

interface ExplainedProps {
  readonly hint: ReactNode;
  /**
   * The id by which the field names its hint. Without an id the hint changes with the choice, and screen readers read
   * it out.
   */
  readonly id?: string;
  readonly children: ReactNode;
}

/** Shows a field with an explanation below. */
export function Explained({ hint, id, children }: ExplainedProps) {
  return (
    <div className={styles['explained']}>
      {children}
      <p id={id} className={styles['hint']} aria-live={id === undefined ? 'polite' : undefined}>
        {hint}
      </p>
    </div>
  );
}
