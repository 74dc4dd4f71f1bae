import type { ReactNode } from 'react';
import styles from './field.module.css';

interface ExplainedProps {
  readonly hint: ReactNode;
  /** By it the field names its hint; without it the hint changes with what is chosen, and is read out. */
  readonly id?: string;
  readonly children: ReactNode;
}

/** A field, and below it what it means. */
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
