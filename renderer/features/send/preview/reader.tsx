import type { PageViewport, PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist';
import {
  type KeyboardEvent,
  type RefObject,
  useCallback,
  useDeferredValue,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useTranslation } from 'react-i18next';
import { laterPart } from '../../../language/later-part.ts';
import { type Place, type PreviewField, pageOf, placeOf } from './field-place.ts';
import { PageStrip } from './page-strip.tsx';
import { Paper } from './paper.tsx';
import { keptOn, type Placing, type Signer } from './placing.ts';
import { PreviewBar } from './preview-bar.tsx';
import { PreviewProblem } from './preview-problem.tsx';
import styles from './reader.module.css';
import { UnplacedFields } from './unplaced-fields.tsx';
import { type Room, useInnerSize } from './use-inner-size.ts';
import { usePage } from './use-page.ts';
import { placesOn, WantedLine, type WantedPlace } from './wanted-place.tsx';
import { type Fits, fitting, largerThan, realSize, smallerThan, type Zoom } from './zoom.ts';

interface ReaderProps {
  readonly pdf: PDFDocumentProxy;
  readonly fields: readonly PreviewField[];
  readonly fits: Fits;
  /** The page takes the focus. */
  readonly arrives: boolean;
  readonly wanted: WantedPlace | null;
  readonly placing: Placing | null;
}

interface Shown {
  readonly number: number;
  readonly room: Room;
  readonly fits: Fits;
}

const PlaceBar = laterPart(async () => (await import('./signing-places.tsx')).PlaceBar);
const PlaceBoxes = laterPart(async () => (await import('./signing-places.tsx')).PlaceBoxes);

/** Returns the page in its size, as far as it is read. */
function useSizedPage(pdf: PDFDocumentProxy, { number, room, fits }: Shown) {
  const [zoom, setZoom] = useState<Zoom>('fit');
  const found = usePage(pdf, number);
  const page = found?.page ?? null;
  const viewport = useMemo(() => (page === null || page === 'failed' ? null : page.getViewport({ scale: 1 })), [page]);
  const scale = zoom === 'fit' ? fitting(fits, room, viewport ?? { width: 1, height: 1 }) : zoom * realSize;
  return { found, page, isFailed: found?.number === number && page === 'failed', viewport, zoom, setZoom, scale };
}

/**
 * Decides whether a key turns the page. Scrolling past the end of a page does, and so do the arrow keys sideways unless
 * the page is wider than its room.
 */
function stepOf(key: string, shown: HTMLElement): 1 | 0 | -1 {
  const { scrollTop, scrollHeight, clientHeight, scrollWidth, clientWidth } = shown;
  const isWide = scrollWidth > clientWidth;
  if (key === 'PageDown' && scrollTop + clientHeight >= scrollHeight - 1) return 1;
  if (key === 'PageUp' && scrollTop <= 0) return -1;
  if (key === 'ArrowRight' && !isWide) return 1;
  return key === 'ArrowLeft' && !isWide ? -1 : 0;
}

/** What the places of signatures need beside the page. Null: nobody chooses any. */
function useSigning(placing: Placing | null, pdf: PDFDocumentProxy, area: RefObject<HTMLElement | null>) {
  const [wanted, onWant] = useState<string | null>(null);
  useEffect(() => {
    const abort = new AbortController();
    const keep = async ({ key, place }: Signer) => {
      const kept = place && (await keptOn(place, pdf));
      if (kept !== place && !abort.signal.aborted) placing?.onPlace(key, kept);
    };
    for (const signer of placing?.signers ?? []) void keep(signer);
    return () => abort.abort();
  }, [placing, pdf]);
  const onArrive = useCallback(() => onWant(null), []);
  const onGone = useCallback(() => area.current?.focus(), [area]);
  return placing && { placing, wanted, onWant, onArrive, onGone };
}

interface ShownPageProps {
  readonly page: PDFPageProxy | 'failed' | null;
  readonly number: number;
  readonly viewport: PageViewport | null;
  readonly scale: number;
  /** The fields of this page. */
  readonly here: readonly PreviewField[];
  readonly places: readonly Place[] | null;
  readonly signing: ReturnType<typeof useSigning>;
  readonly onDrawn: (number: number) => void;
}

function ShownPage({ page, number, viewport, scale, here, places, signing, onDrawn }: ShownPageProps) {
  const { t } = useTranslation();
  if (page === 'failed')
    return <PreviewProblem what={t('preview.pageFailed.what')} advice={t('preview.pageFailed.do')} />;
  if (page === null || viewport === null) return null;
  // While the next page is read, the one before is still shown.
  const isShown = page.pageNumber === number;
  return (
    <Paper
      key={page.pageNumber}
      page={page}
      viewport={viewport}
      scale={scale}
      fields={isShown ? here : []}
      places={places ?? []}
      onDrawn={onDrawn}
    >
      {signing && isShown && <PlaceBoxes {...{ number, viewport }} {...signing} />}
    </Paper>
  );
}

/** The first page that is shown. A program may find fewer pages than the one that named it. */
const startOf = (wanted: WantedPlace | null, pages: number) => Math.min(wanted?.page ?? 1, pages);

/** Shows one page, with thumbnails of the others beside it. */
export function Reader({ pdf, fields, fits, arrives, wanted, placing }: ReaderProps) {
  const { t } = useTranslation();
  const pages = pdf.numPages;
  const [number, setNumber] = useState(startOf(wanted, pages));
  const [drawn, setDrawn] = useState<number | null>(null);
  const [used, setUsed] = useState(false);
  const area = useRef<HTMLDivElement>(null);
  const signing = useSigning(placing, pdf, area);
  const room = useInnerSize(area);
  useEffect(() => {
    if (arrives) area.current?.focus();
  }, [arrives]);
  const { found, page, isFailed, viewport, zoom, setZoom, scale } = useSizedPage(pdf, { number, room, fits });
  // A failed page is never drawn.
  const isSettled = drawn === number || isFailed;

  // The first large page comes before the small ones.
  const hasStrip = useDeferredValue(drawn !== null || page === 'failed' || number !== startOf(wanted, pages));

  const share = scale / realSize;

  const places = placesOn(wanted, found?.number ?? 0, viewport);
  const here = fields.filter((field) => pageOf(field, pages) === number);
  const unplaced = fields.filter(
    (field) => pageOf(field, pages) === null || (viewport && here.includes(field) && !placeOf(field, viewport)),
  );

  const turn = (to: number) => {
    if (to < 1 || to > pages || to === number) return;
    setUsed(true);
    setNumber(to);
    area.current?.scrollTo(0, 0);
    // On the first and last page a button is disabled: move its focus to the page.
    if ((to === 1 || to === pages) && document.activeElement?.closest('[role="toolbar"]')) area.current?.focus();
  };

  const changeZoom = (to: Zoom) => {
    setUsed(true);
    setZoom(to);
  };

  const press = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === '+' || event.key === '=') changeZoom(largerThan(share));
    else if (event.key === '-') changeZoom(smallerThan(share));
    else if (event.key === '0') changeZoom('fit');
    else if (event.target === area.current) turn(number + stepOf(event.key, area.current));
  };
  return (
    // Keys for the whole preview. Each has a button as well.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div className={styles['reader']} onKeyDown={press}>
      <PreviewBar
        number={number}
        pages={pages}
        share={share}
        used={used}
        sized={zoom !== 'fit' || (viewport !== null && room.width > 0)}
        zoom={zoom}
        fits={fits}
        onTurn={turn}
        onZoom={changeZoom}
      />
      <UnplacedFields fields={unplaced} />
      {signing && viewport && <PlaceBar {...{ number, viewport }} {...signing} onTurn={turn} />}
      {wanted && <WantedLine wanted={wanted} pages={pages} marked={drawn === number ? places : null} />}
      <div className={styles['split']}>
        {pages > 1 &&
          (hasStrip ? (
            <PageStrip pdf={pdf} number={number} fields={fields} onTurn={turn} />
          ) : (
            <div className={styles['strip']} />
          ))}
        <div
          ref={area}
          role="region"
          // The keyboard must be able to scroll this list.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          tabIndex={0}
          aria-label={t('preview.pageOf', { page: number, pages })}
          aria-busy={!isSettled}
          className={styles['area']}
        >
          {room.width > 0 && (
            <ShownPage {...{ page, number, viewport, scale, here, places, signing }} onDrawn={setDrawn} />
          )}
        </div>
      </div>
    </div>
  );
}
