import type { PageViewport, PDFPageProxy } from 'pdfjs-dist';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { drawPage, layText, release } from './draw-page.ts';
import { FieldBoxes } from './field-boxes.tsx';
import type { Place, PreviewField } from './field-place.ts';
import { PageMarks } from './page-marks.tsx';
import { PreviewProblem } from './preview-problem.tsx';
import styles from './reader.module.css';

interface PaperProps {
  readonly page: PDFPageProxy;
  /** The viewport of the page at scale 1. */
  readonly viewport: PageViewport;
  readonly scale: number;
  readonly fields: readonly PreviewField[];
  readonly places: readonly Place[];
  readonly onDrawn: (number: number) => void;
  /** What lies above the page, such as boxes to move. */
  readonly children?: ReactNode;
}

/** Shows a page: its picture, its text above, the boxes of its fields, and marked places. */
export function Paper({ page, viewport, scale, fields, places, onDrawn, children }: PaperProps) {
  const { t } = useTranslation();
  const picture = useRef<HTMLDivElement>(null);
  const words = useRef<HTMLDivElement>(null);
  const shown = useRef<HTMLCanvasElement>(null);
  const [end, setEnd] = useState<'drawn' | 'failed' | null>(null);

  useEffect(() => {
    const drawing = drawPage(page, scale);
    const show = async () => {
      const outcome = await drawing.done;
      if (outcome === 'cancelled') {
        release(drawing.canvas);
        return;
      }
      if (outcome === 'drawn') {
        picture.current?.replaceChildren(drawing.canvas);
        if (shown.current) release(shown.current);
        shown.current = drawing.canvas;
      }
      setEnd(outcome);
      onDrawn(page.pageNumber);
    };
    void show();
    return drawing.cancel;
  }, [page, scale, onDrawn]);

  // The picture first. The text comes while people look at it.
  const begun = end !== null;
  useEffect(() => (begun && words.current ? layText(page, words.current) : undefined), [page, begun]);

  useEffect(
    () => () => {
      if (shown.current) release(shown.current);
      page.cleanup();
    },
    [page],
  );

  // A variable of the library, which lays out the text with it.
  const size = { width: viewport.width * scale, height: viewport.height * scale, '--total-scale-factor': scale };
  return (
    <div className={styles['paper']} style={size}>
      <div ref={picture} aria-hidden="true" className={styles['picture']} />
      <div ref={words} className={styles['words']} />
      {end === 'failed' && <PreviewProblem what={t('preview.pageFailed.what')} advice={t('preview.pageFailed.do')} />}
      <FieldBoxes fields={fields} viewport={viewport} scale={scale} />
      <PageMarks places={places} />
      {children}
    </div>
  );
}
