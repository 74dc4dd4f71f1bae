import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from 'react-aria-components/Button';
import { Disclosure, DisclosurePanel } from 'react-aria-components/Disclosure';
import styles from './fold.module.css';

interface FoldProps {
  readonly title: string;
  /** The label for screen readers, where several folds have the same title. */
  readonly label?: string;
  /** A summary of the content, shown while it is closed. */
  readonly summary: string;
  readonly isOpen: boolean;
  readonly onOpenChange: (open: boolean) => void;
  /** The level of its heading. */
  readonly level?: 2 | 3;
  readonly children: ReactNode;
}

/** Shows a collapsible section that most people never open. */
export function Fold({ title, label, summary, isOpen, onOpenChange, level = 3, children }: FoldProps) {
  const Heading = level === 2 ? 'h2' : 'h3';
  return (
    <Disclosure className={styles['fold'] ?? ''} isExpanded={isOpen} onExpandedChange={onOpenChange}>
      <Heading>
        <Button
          slot="trigger"
          className={styles['trigger'] ?? ''}
          {...(label === undefined ? {} : { 'aria-label': label })}
        >
          <ChevronRight size={18} aria-hidden="true" className={styles['arrow'] ?? ''} />
          {title}
          {!isOpen && <span className={styles['summary']}>{summary}</span>}
        </Button>
      </Heading>
      <DisclosurePanel>{children}</DisclosurePanel>
    </Disclosure>
  );
}
