import type { ReactNode } from 'react';
import styles from './empty.module.css';

/** What a screen shows in place of its list when there is nothing to list. */
export function Empty({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <div className={styles['empty']}>
      <h2>{title}</h2>
      {children}
    </div>
  );
}
