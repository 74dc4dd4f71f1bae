import { PenLine } from 'lucide-react';
import type { PDFDocumentProxy } from 'pdfjs-dist';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { drawPage, release } from './draw-page.ts';
import type { Enqueue } from './job-queue.ts';
import styles from './reader.module.css';

const box = { width: 60, height: 80 };

interface ThumbnailProps {
  readonly id: string;
  readonly pdf: PDFDocumentProxy;
  readonly number: number;
  /** Number of signature fields on the page. */
  readonly fields: number;
  readonly selected: boolean;
  readonly top: number;
  readonly takeTurn: Enqueue;
  readonly onTurn: (to: number) => void;
}

async function drawInto(host: HTMLElement, pdf: PDFDocumentProxy, number: number, gone: AbortSignal): Promise<void> {
  const page = await pdf.getPage(number);
  if (gone.aborted) return;
  const { width, height } = page.getViewport({ scale: 1 });
  const drawing = drawPage(page, Math.min(box.width / width, box.height / height));
  gone.addEventListener('abort', drawing.cancel, { once: true });
  const end = await drawing.done;
  gone.removeEventListener('abort', drawing.cancel);
  if (end !== 'drawn' || gone.aborted) release(drawing.canvas);
  else {
    host.replaceChildren(drawing.canvas);
    gone.addEventListener('abort', () => release(drawing.canvas), { once: true });
  }
}

export function Thumbnail({ id, pdf, number, fields, selected, top, takeTurn, onTurn }: ThumbnailProps) {
  const { t } = useTranslation();
  const picture = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const host = picture.current;
    if (!host) return undefined;
    const gone = new AbortController();
    takeTurn(() => drawInto(host, pdf, number, gone.signal), gone.signal);
    return () => gone.abort();
  }, [pdf, number, takeTurn]);

  const label = [t('preview.page', { page: number }), fields > 0 && t('preview.fieldCount', { count: fields })];
  return (
    // For the mouse only: the list handles keys and focus.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
    <div
      id={id}
      role="option"
      aria-selected={selected}
      aria-posinset={number}
      aria-setsize={pdf.numPages}
      aria-label={label.filter(Boolean).join(', ')}
      className={styles['thumbnail']}
      style={{ transform: `translateY(${top}px)` }}
      onClick={() => onTurn(number)}
    >
      <div className={styles['thumbnailBox']}>
        <div ref={picture} className={styles['thumbnailPicture']} />
        {fields > 0 && (
          <span className={styles['mark']}>
            <PenLine size={12} aria-hidden="true" />
          </span>
        )}
      </div>
      <span aria-hidden="true">{number}</span>
    </div>
  );
}
