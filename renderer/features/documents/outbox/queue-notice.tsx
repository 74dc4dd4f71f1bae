import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './outbox.module.css';

interface QueueNoticeProps {
  readonly Icon: LucideIcon;
  readonly tone?: 'quiet' | 'warn' | 'ok';
  readonly children: ReactNode;
  readonly action?: ReactNode;
}

/** Shows a notice about the whole queue, with a button. */
export function QueueNotice({ Icon, tone = 'warn', children, action }: QueueNoticeProps) {
  return (
    <div className={styles['strip']} data-tone={tone}>
      <Icon size={18} aria-hidden="true" />
      <p>{children}</p>
      {action}
    </div>
  );
}
