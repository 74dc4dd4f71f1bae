import type { ReactNode } from 'react';
import styles from './actions.module.css';

/** What can be pressed, side by side as far as there is room. */
export function Actions({ children }: { readonly children: ReactNode }) {
  return <div className={styles['actions']}>{children}</div>;
}
