import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PreviewField } from './field-place.ts';
import { openPdf, type PdfState } from './open-pdf.ts';
import { PaperSkeleton } from './paper-skeleton.tsx';
import type { PdfVerdict } from './pdf-verdict.ts';
import { PreviewProblem } from './preview-problem.tsx';
import type { ReadRange } from './read-pieces.ts';
import { Reader } from './reader.tsx';
import type { Fits } from './zoom.ts';

interface PdfPreviewProps {
  readonly size: number;
  readonly read: ReadRange;
  readonly fields: readonly PreviewField[];
  readonly onVerdict: (verdict: PdfVerdict) => void;
  readonly fits: Fits;
  readonly arrives: boolean;
}

export function PdfPreview({ size, read, fields, onVerdict, fits, arrives }: PdfPreviewProps) {
  const { t } = useTranslation();
  const [state, setState] = useState<PdfState>({ kind: 'opening' });
  useEffect(() => {
    const close = openPdf({ size, read, isAwaited: true }, { onState: setState, onVerdict });
    return () => {
      close();
      setState({ kind: 'opening' });
    };
  }, [size, read, onVerdict]);

  if (state.kind === 'opening') return <PaperSkeleton />;
  if (state.kind === 'open') return <Reader pdf={state.pdf} fields={fields} fits={fits} arrives={arrives} />;
  return <PreviewProblem what={t(`preview.${state.why}.what`)} advice={t(`preview.${state.why}.do`)} />;
}
