import { FileSpreadsheet, FileText } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from 'react-aria-components/Button';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import type { Entry } from '../entry/entry.ts';
import { STAY_MS } from '../entry/stay.ts';
import { type HeldCopy, heldCopyOf } from './held-copy.ts';
import styles from './pages.module.css';
import { type Readable, useHeldCopy } from './use-held-copy.ts';

const QuickLook = lazyPart(async () => (await import('./quick-look.tsx')).QuickLook);
const FirstPage = lazyPart(async () => (await import('./first-page.tsx')).FirstPage);

/** Keeps the place of a picture that has not come, or cannot come: the buttons below never move under the pointer. */
function NoPicture({ comes }: { readonly comes: boolean }) {
  return (
    <div className={styles['figure']}>
      <div className={styles['sheet']} data-empty={!comes || undefined}>
        {!comes && <FileText size={40} strokeWidth={1.25} aria-hidden="true" />}
      </div>
      <div className={styles['caption']} />
    </div>
  );
}

interface PageFigureProps {
  readonly entry: Entry;
}

const icons = { docx: FileText, xlsx: FileSpreadsheet };

function Picture({ copy, onDrawn }: { readonly copy: Readable; readonly onDrawn: (pages: number | null) => void }) {
  const { t } = useTranslation();
  if (copy.kind === 'pdf') return <FirstPage size={copy.size} read={copy.read} onDrawn={onDrawn} />;
  const Icon = icons[copy.kind];
  return (
    <span className={styles['office']}>
      <Icon size={40} strokeWidth={1.25} aria-hidden="true" />
      {t(`preview.${copy.kind}`)}
    </span>
  );
}

function ReadFigure({ entry, copy }: PageFigureProps & { readonly copy: HeldCopy }) {
  const { t } = useTranslation();
  const found = useHeldCopy(copy);
  const [pages, setPages] = useState<number | null>(0);
  const [isLooking, setLooking] = useState(false);
  if (found?.kind === 'none' || pages === null) return <NoPicture comes={false} />;
  return (
    <figure className={styles['figure']}>
      <Button
        className={styles['sheet'] ?? ''}
        aria-label={t('pages.show')}
        onPress={() => setLooking(true)}
        data-many={pages > 1 || undefined}
      >
        {found && <Picture copy={found} onDrawn={setPages} />}
      </Button>
      <figcaption className={styles['caption']}>
        {pages > 0 && (
          <>
            <kbd>{t('shortcuts.keys.space')}</kbd> {t('pages.shows', { count: pages })}
          </>
        )}
      </figcaption>
      {isLooking && <QuickLook entry={entry} onStep={null} onClose={() => setLooking(false)} />}
    </figure>
  );
}

function StayingFigure({ entry, copy }: PageFigureProps & { readonly copy: HeldCopy }) {
  const [stays, setStays] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setStays(true), STAY_MS);
    return () => clearTimeout(timer);
  }, []);
  return stays ? <ReadFigure entry={entry} copy={copy} /> : <NoPicture comes />;
}

/** Shows the first page of the copy on this computer, if there is one. A press shows all pages. */
export function PageFigure({ entry }: PageFigureProps) {
  const copy = heldCopyOf(entry);
  return copy && <StayingFigure key={copy.version} entry={entry} copy={copy} />;
}
