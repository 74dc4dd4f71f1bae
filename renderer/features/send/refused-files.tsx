import { CircleAlert, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { shownName } from '../../ui/shown-name.ts';
import styles from './files-pane.module.css';
import { type Refused, sayRefused } from './offer-files.ts';

interface RefusedFilesProps {
  readonly refused: readonly Refused[];
  readonly form: Parameters<typeof sayRefused>[1];
  /** Reports that the files are in sight. */
  readonly onSeen?: (seen: readonly Refused[]) => void;
  readonly onClose: () => void;
}

/** Shows files that cannot be sent, each with its reason. */
export function RefusedFiles({ refused, form, onSeen, onClose }: RefusedFilesProps) {
  const { t } = useTranslation();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const watch = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) onSeen?.(refused);
      },
      { threshold: 0.5 },
    );
    if (box.current) watch.observe(box.current);
    return () => watch.disconnect();
  }, [refused, onSeen]);
  return (
    <div ref={box} className={styles['refused']}>
      <CircleAlert size={18} aria-hidden="true" className={styles['warnIcon'] ?? ''} />
      <div className={styles['refusedWords']}>
        {/* Read out only the number; the list below has the names. */}
        <p role="alert" className={styles['strong']}>
          {sayRefused(refused, form, t)}
        </p>
        {/* The keyboard must be able to scroll this list. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
        <ul tabIndex={0} data-place="refused">
          {refused.map(({ key, name, problem }) => (
            <li key={key}>
              <bdi className={styles['strong']}>{shownName(name)}</bdi>{' '}
              {t(`problem.${problem.key}.what`, problem.params)} {t(`problem.${problem.key}.do`, problem.params)}
            </li>
          ))}
        </ul>
      </div>
      <div className={styles['refusedSeen']}>
        <Button look="quiet" aria-label={t('send.refusedSeen')} onPress={onClose}>
          <X size={18} aria-hidden="true" />
        </Button>
      </div>
    </div>
  );
}
