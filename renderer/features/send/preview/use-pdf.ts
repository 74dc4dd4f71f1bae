import { useEffect, useState } from 'react';
import { openPdf, type PdfState } from './open-pdf.ts';
import type { PdfVerdict } from './pdf-verdict.ts';
import type { ReadRange } from './read-pieces.ts';

interface Shown {
  readonly size: number;
  readonly read: ReadRange;
  readonly onVerdict: (verdict: PdfVerdict) => void;
}

/** Opens a PDF that a person waits for, and closes it with the component. */
export function usePdf({ size, read, onVerdict }: Shown): PdfState {
  const [state, setState] = useState<PdfState>({ kind: 'opening' });
  useEffect(() => {
    const close = openPdf({ size, read, isAwaited: true }, { onState: setState, onVerdict });
    return () => {
      close();
      setState({ kind: 'opening' });
    };
  }, [size, read, onVerdict]);
  return state;
}
