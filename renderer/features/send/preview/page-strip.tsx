import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import type { PDFDocumentProxy } from 'pdfjs-dist';
import { type KeyboardEvent, useCallback, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type PreviewField, pageOf } from './field-place.ts';
import { createJobQueue } from './job-queue.ts';
import styles from './reader.module.css';
import { Thumbnail } from './thumbnail.tsx';

const ROW = 108;
const LEAP = 10;

interface PageStripProps {
  readonly pdf: PDFDocumentProxy;
  readonly number: number;
  readonly fields: readonly PreviewField[];
  readonly onTurn: (to: number) => void;
}

/** Shows thumbnails of all pages. Only those in sight exist, and they are drawn one after the other. */
export function PageStrip({ pdf, number, fields, onTurn }: PageStripProps) {
  const { t } = useTranslation();
  const id = useId();
  const pages = pdf.numPages;
  const scroller = useRef<HTMLDivElement>(null);
  const [takeTurn] = useState(createJobQueue);
  // The rule is for the React compiler, which we do not use: it would freeze the functions of the virtualizer.
  // oxlint-disable-next-line react/incompatible-library
  const virtual = useVirtualizer({
    count: pages,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    overscan: 2,
    // Keep the shown page in the list while people scroll: it is the active descendant.
    rangeExtractor: useCallback(
      (range: Parameters<typeof defaultRangeExtractor>[0]) =>
        [...new Set([...defaultRangeExtractor(range), number - 1])].toSorted((a, b) => a - b),
      [number],
    ),
  });
  useEffect(() => virtual.scrollToIndex(number - 1, { align: 'auto' }), [number, virtual]);

  const press = (event: KeyboardEvent) => {
    const keys: Readonly<Record<string, number>> = {
      ArrowUp: number - 1,
      ArrowDown: number + 1,
      PageUp: Math.max(1, number - LEAP),
      PageDown: Math.min(pages, number + LEAP),
      Home: 1,
      End: pages,
    };
    const to = keys[event.key];
    if (to === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    onTurn(to);
  };

  return (
    <div
      ref={scroller}
      role="listbox"
      tabIndex={0}
      aria-label={t('preview.pages')}
      aria-activedescendant={`${id}-${number}`}
      className={styles['strip']}
      onKeyDown={press}
    >
      <div role="presentation" className={styles['stripPages']} style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, start }) => (
          <Thumbnail
            key={index}
            id={`${id}-${index + 1}`}
            pdf={pdf}
            number={index + 1}
            fields={fields.filter((field) => pageOf(field, pages) === index + 1).length}
            selected={index + 1 === number}
            top={start}
            takeTurn={takeTurn}
            onTurn={onTurn}
          />
        ))}
      </div>
    </div>
  );
}
