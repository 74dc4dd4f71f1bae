import { useTranslation } from 'react-i18next';
import type { PreviewField } from './field-place.ts';
import { PaperSkeleton } from './paper-skeleton.tsx';
import type { PdfVerdict } from './pdf-verdict.ts';
import type { Placing } from './placing.ts';
import { PreviewProblem } from './preview-problem.tsx';
import type { ReadRange } from './read-pieces.ts';
import { Reader } from './reader.tsx';
import { usePdf } from './use-pdf.ts';
import type { WantedPlace } from './wanted-place.tsx';
import type { Fits } from './zoom.ts';

interface PdfPreviewProps {
  readonly size: number;
  readonly read: ReadRange;
  readonly fields: readonly PreviewField[];
  readonly onVerdict: (verdict: PdfVerdict) => void;
  readonly fits: Fits;
  readonly arrives: boolean;
  readonly wanted: WantedPlace | null;
  readonly placing: Placing | null;
}

export function PdfPreview({ size, read, fields, onVerdict, fits, arrives, wanted, placing }: PdfPreviewProps) {
  const { t } = useTranslation();
  const state = usePdf({ size, read, onVerdict });

  if (state.kind === 'opening') return <PaperSkeleton />;
  if (state.kind === 'open') return <Reader pdf={state.pdf} {...{ fields, fits, arrives, wanted, placing }} />;
  return <PreviewProblem what={t(`preview.${state.why}.what`)} advice={t(`preview.${state.why}.do`)} />;
}
