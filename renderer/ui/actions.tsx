import type { ReactNode } from 'react';
import styles from './actions.module.css';

interface ActionsProps {
  /**
   * Whether the actions end a dialog or a step: at the right, with the primary button last. Others are beside what they
   * change.
   */
  readonly end?: boolean;
  readonly children: ReactNode;
}

export function Actions({ end = false, children }: ActionsProps) {
  return (
    <div className={styles['actions']} data-end={end || undefined}>
      {children}
    </div>
  );
}
