import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PreviewField } from './field-place.ts';
import { openPdf, type PdfState } from './open-pdf.ts';
import { PaperSkeleton } from './paper-skeleton.tsx';
import { PreviewProblem } from './preview-problem.tsx';
import type { ReadRange } from './read-pieces.ts';
import { Reader } from './reader.tsx';

interface PdfPreviewProps {
  readonly size: number;
  readonly read: ReadRange;
  readonly fields: readonly PreviewField[];
}

export function PdfPreview({ size, read, fields }: PdfPreviewProps) {
  const { t } = useTranslation();
  const [state, setState] = useState<PdfState>({ kind: 'opening' });
  useEffect(() => {
    const close = openPdf({ size, read }, setState);
    return () => {
      close();
      setState({ kind: 'opening' });
    };
  }, [size, read]);

  if (state.kind === 'opening') return <PaperSkeleton />;
  if (state.kind === 'open') return <Reader pdf={state.pdf} fields={fields} />;
  return <PreviewProblem what={t(`preview.${state.why}.what`)} advice={t(`preview.${state.why}.do`)} />;
}
