import { useTranslation } from 'react-i18next';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import type { PreviewField } from './field-place.ts';
import { OfficeCard } from './office-card.tsx';
import { PaperSkeleton } from './paper-skeleton.tsx';
import type { PdfVerdict } from './pdf-verdict.ts';
import { pdfWorkers } from './pdf-worker.ts';
import type { Placing } from './placing.ts';
import styles from './preview.module.css';
import type { ReadRange } from './read-pieces.ts';
import type { WantedPlace } from './wanted-place.tsx';
import type { Fits } from './zoom.ts';

async function load() {
  pdfWorkers.prepare();
  return (await import('./pdf-preview.tsx')).PdfPreview;
}
const PdfPreview = lazyPart(load, { meanwhile: PaperSkeleton });

/**
 * Loads the PDF library, which is as large as the rest of the window, and starts its worker. Called before a file
 * comes, this makes the first page appear sooner.
 */
export async function preparePreview(): Promise<void> {
  pdfWorkers.prepare();
  await PdfPreview.prepare();
}

interface PreviewProps {
  readonly name: string;
  readonly kind: 'pdf' | 'docx' | 'xlsx';
  readonly size: number;
  /** A new function means another file: keep it the same for the same file. */
  readonly read: ReadRange;
  readonly fields: readonly PreviewField[];
  /** Receives whether a PDF could be opened. Keep the function the same for the same file. */
  readonly onVerdict: (verdict: PdfVerdict) => void;
  readonly fits?: Fits;
  /** The first page takes the focus when it is there. */
  readonly arrives?: boolean;
  /** The place to begin at. Left out: the first page. */
  readonly wanted?: WantedPlace | null;
  /** The places of signatures to choose. Left out: none. */
  readonly placing?: Placing | null;
}

/** Shows the preview of a document, which fills its container. */
export function Preview({ name, kind, size, ...given }: PreviewProps) {
  const { fits = 'width', arrives = false, wanted = null, placing = null, ...rest } = given;
  const { t } = useTranslation();
  return (
    <section aria-label={t('preview.label', { name })} className={styles['preview']}>
      {kind === 'pdf' ? (
        <PdfPreview {...rest} {...{ size, fits, arrives, wanted, placing }} />
      ) : (
        <OfficeCard name={name} kind={kind} size={size} />
      )}
    </section>
  );
}
