import type { ReactNode } from 'react';
import styles from './empty.module.css';

/** Shows a sentence in place of a list when there is nothing to list. */
export function Empty({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <div className={styles['empty']}>
      <h2>{title}</h2>
      {children}
    </div>
  );
}
