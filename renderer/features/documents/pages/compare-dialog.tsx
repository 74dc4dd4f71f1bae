import { type KeyboardEvent, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Notice } from '../../../ui/notice.tsx';
import { PaperSkeleton } from '../../send/preview/paper-skeleton.tsx';
import { usePdf } from '../../send/preview/use-pdf.ts';
import type { CheckedCopy } from './changed-page.tsx';
import { ComparePages } from './compare-pages.tsx';
import styles from './pages.module.css';
import { Note, PagesDialog } from './pages-dialog.tsx';
import { type Readable, useHeldCopy } from './use-held-copy.ts';

const ignore = () => undefined;

interface BothProps {
  readonly sent: Readable;
  readonly saved: Readable;
  readonly number: number;
  readonly onTurn: (to: number) => void;
  /** Receives how many pages the longer one has. */
  readonly onPages: (pages: number) => void;
}

/** Opens both documents, each with a worker of its own. */
function Both({ sent, saved, number, onTurn, onPages }: BothProps) {
  const { t } = useTranslation();
  const one = usePdf({ size: sent.size, read: sent.read, onVerdict: ignore });
  const other = usePdf({ size: saved.size, read: saved.read, onVerdict: ignore });
  const isOpen = one.kind === 'open' && other.kind === 'open';
  const pages = isOpen ? Math.max(one.pdf.numPages, other.pdf.numPages) : 1;
  useEffect(() => onPages(pages), [pages, onPages]);
  if (one.kind === 'failed') return <Note>{t('verdict.compare.sentFailed')}</Note>;
  if (other.kind === 'failed') return <Note>{t('verdict.compare.savedFailed')}</Note>;
  if (one.kind === 'opening' || other.kind === 'opening') return <PaperSkeleton />;
  return <ComparePages sent={one.pdf} saved={other.pdf} number={number} onTurn={onTurn} />;
}

const steps: Readonly<Record<string, 1 | -1>> = { ArrowLeft: -1, ArrowRight: 1 };

interface CompareDialogProps {
  readonly copy: CheckedCopy;
  /** The submission with our copy of what was sent. */
  readonly sentAs: string;
  readonly onClose: () => void;
}

/** Shows the document that was sent and the signed copy side by side. */
export function CompareDialog({ copy, sentAs, onClose }: CompareDialogProps) {
  const { t } = useTranslation();
  const sent = useHeldCopy({ of: 'sent', id: sentAs });
  const saved = useHeldCopy({ of: 'signed', ...copy });
  const [pages, setPages] = useState(1);
  const [number, setNumber] = useState(1);
  const turn = (to: number) => setNumber(Math.min(Math.max(1, to), pages));
  const press = (event: KeyboardEvent) => {
    const step = steps[event.key];
    if (step === undefined || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    event.preventDefault();
    turn(number + step);
  };
  return (
    <PagesDialog title={t('verdict.compare.title')} isWide onKey={press} onClose={onClose}>
      <div className={styles['pages']}>
        {saved?.kind === 'none' && <Notice problem={saved.problem} />}
        {saved?.kind !== 'none' && sent?.kind === 'none' && <Note>{t('verdict.compare.gone')}</Note>}
        {sent !== null && sent.kind !== 'none' && saved !== null && saved.kind !== 'none' && (
          <Both sent={sent} saved={saved} number={number} onTurn={turn} onPages={setPages} />
        )}
      </div>
    </PagesDialog>
  );
}
