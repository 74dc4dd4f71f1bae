import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import type { PreviewField } from './field-place.ts';
import { OfficeCard } from './office-card.tsx';
import { PaperSkeleton } from './paper-skeleton.tsx';
import { pdfWorkers } from './pdf-worker.ts';
import styles from './preview.module.css';
import type { ReadRange } from './read-pieces.ts';

/**
 * Fetches the library that reads PDFs, which is as large as the rest of the window, and starts its worker beside that. Called when
 * a file is about to come, it has the first page drawn sooner.
 */
export async function preparePreview() {
  pdfWorkers.prepare();
  const { PdfPreview: loaded } = await import('./pdf-preview.tsx');
  return { default: loaded };
}
const PdfPreview = lazy(preparePreview);

interface PreviewProps {
  readonly name: string;
  readonly kind: 'pdf' | 'docx' | 'xlsx';
  readonly size: number;
  /** Another function means another file: keep the same one for as long as it is the same file. */
  readonly read: ReadRange;
  readonly fields: readonly PreviewField[];
}

/** What a document looks like, in the space it is given. */
export function Preview({ name, kind, size, read, fields }: PreviewProps) {
  const { t } = useTranslation();
  return (
    <section aria-label={t('preview.label', { name })} className={styles['preview']}>
      {kind === 'pdf' ? (
        <Suspense fallback={<PaperSkeleton />}>
          <PdfPreview size={size} read={read} fields={fields} />
        </Suspense>
      ) : (
        <OfficeCard name={name} kind={kind} size={size} />
      )}
    </section>
  );
}
