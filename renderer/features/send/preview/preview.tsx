import { useTranslation } from 'react-i18next';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import type { PreviewField } from './field-place.ts';
import { OfficeCard } from './office-card.tsx';
import { PaperSkeleton } from './paper-skeleton.tsx';
import type { PdfVerdict } from './pdf-verdict.ts';
import { pdfWorkers } from './pdf-worker.ts';
import styles from './preview.module.css';
import type { ReadRange } from './read-pieces.ts';

async function load() {
  pdfWorkers.prepare();
  return (await import('./pdf-preview.tsx')).PdfPreview;
}
const PdfPreview = lazyPart(load, { meanwhile: PaperSkeleton });

/**
 * Fetches the library that reads PDFs, which is as large as the rest of the window, and starts its worker beside that. Called when
 * a file is about to come, it has the first page drawn sooner.
 */
export async function preparePreview(): Promise<void> {
  pdfWorkers.prepare();
  await PdfPreview.prepare();
}

interface PreviewProps {
  readonly name: string;
  readonly kind: 'pdf' | 'docx' | 'xlsx';
  readonly size: number;
  /** Another function means another file: keep the same one for as long as it is the same file. */
  readonly read: ReadRange;
  readonly fields: readonly PreviewField[];
  /** Whether a PDF could be opened. Keep the same function for as long as it is the same file. */
  readonly onVerdict: (verdict: PdfVerdict) => void;
}

/** What a document looks like, in the space it is given. */
export function Preview({ name, kind, size, read, fields, onVerdict }: PreviewProps) {
  const { t } = useTranslation();
  return (
    <section aria-label={t('preview.label', { name })} className={styles['preview']}>
      {kind === 'pdf' ? (
        <PdfPreview size={size} read={read} fields={fields} onVerdict={onVerdict} />
      ) : (
        <OfficeCard name={name} kind={kind} size={size} />
      )}
    </section>
  );
}
