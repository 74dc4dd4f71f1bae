import { ChevronDown } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from './button.tsx';
import styles from './notice-stack.module.css';
import { useKeptFocus } from './use-kept-focus.ts';

/** The ranks from the worst to the mildest. The answer to what a person has just pressed comes first. */
const ranks = ['answer', 'broken', 'danger', 'countdown', 'check', 'waits', 'start', 'remark', 'update'] as const;

export interface StackedNotice {
  readonly id: string;
  readonly rank: (typeof ranks)[number];
  readonly shown: ReactNode;
  /** The first sentence, read out while the notice is behind another one. */
  readonly said: string;
}

interface NoticeStackProps {
  readonly notices: readonly StackedNotice[];
}

function Stack({ notices }: NoticeStackProps) {
  const { t } = useTranslation();
  const stack = useRef<HTMLElement>(null);
  useKeptFocus(stack, () => document.querySelector('h1'));
  const [isOpen, setOpen] = useState(false);
  const [first, ...others] = notices.toSorted((one, other) => ranks.indexOf(one.rank) - ranks.indexOf(other.rank));
  if (first === undefined) return null;
  const isLone = others.length === 0;
  return (
    <section ref={stack} className={styles['stack']} aria-label={t('notices.label')} data-open={isOpen}>
      {[first, ...(isOpen ? others : [])].map(({ id, shown }) => (
        <div key={id} className={styles['one']}>
          {shown}
        </div>
      ))}
      <div className={styles['more']} data-lone={isLone}>
        <Button look="quiet" data-more aria-expanded={isOpen} onPress={() => setOpen(!isOpen)}>
          {isLone && !isOpen ? (
            <>
              <ChevronDown size={16} aria-hidden="true" />
              <span data-short>{t('notices.whole')}</span>
            </>
          ) : (
            t(isOpen ? 'notices.less' : 'notices.more', { count: others.length })
          )}
        </Button>
      </div>
      <output className="visually-hidden">
        {!isOpen && others.map(({ id, said }) => <span key={id}>{said}</span>)}
      </output>
    </section>
  );
}

/** Shows all notices in one place: the worst one, in a low window only its first line, and a button for the rest. */
export const NoticeStack = ({ notices }: NoticeStackProps) => notices.length > 0 && <Stack notices={notices} />;
