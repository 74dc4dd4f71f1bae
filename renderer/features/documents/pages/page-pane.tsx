import type { PDFDocumentProxy } from 'pdfjs-dist';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { noFields, type Place } from '../../send/preview/field-place.ts';
import { Paper } from '../../send/preview/paper.tsx';
import { usePage } from '../../send/preview/use-page.ts';
import styles from './compare.module.css';
import { Note } from './pages-dialog.tsx';

const ignore = () => undefined;

interface PagePaneProps {
  readonly title: string;
  readonly pdf: PDFDocumentProxy;
  readonly number: number;
  readonly width: number;
  readonly places: readonly Place[];
  /** Said where this document has no such page. */
  readonly without: string;
}

/** Shows a page of one of two documents that stand side by side. */
export function PagePane({ title, pdf, number, width, places, without }: PagePaneProps) {
  const { t } = useTranslation();
  const exists = number <= pdf.numPages;
  const found = usePage(pdf, Math.min(number, pdf.numPages));
  const page = found?.number === number ? found.page : null;
  const viewport = useMemo(() => (page === null || page === 'failed' ? null : page.getViewport({ scale: 1 })), [page]);
  return (
    <section aria-label={title} className={styles['pane']}>
      <h3 aria-hidden="true">{title}</h3>
      {!exists && <Note>{without}</Note>}
      {exists && page === 'failed' && <Note>{t('verdict.compare.unclear')}</Note>}
      {exists && page !== null && page !== 'failed' && viewport !== null && width > 0 && (
        <Paper
          key={number}
          page={page}
          viewport={viewport}
          scale={width / viewport.width}
          fields={noFields}
          places={places}
          onDrawn={ignore}
        />
      )}
    </section>
  );
}
