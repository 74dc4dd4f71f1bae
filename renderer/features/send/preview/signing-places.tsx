import { PenLine, Plus, X } from 'lucide-react';
import type { PageViewport } from 'pdfjs-dist';
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { freePlace, movedBy, type Place, placeOf, rectangleOf, sizedBy } from './field-place.ts';
import type { Placing, Signer } from './placing.ts';
import styles from './signing-places.module.css';

const percent = (share: number) => `${share * 100}%`;
/** The part of the page by which a key moves or sizes a box. */
const STEP = 0.01;
const keySteps: Readonly<Record<string, readonly [right: number, down: number]>> = {
  ArrowLeft: [-STEP, 0],
  ArrowRight: [STEP, 0],
  ArrowUp: [0, -STEP],
  ArrowDown: [0, STEP],
};

interface PlaceBarProps {
  readonly placing: Placing;
  readonly number: number;
  readonly viewport: PageViewport;
  /** Shows this page. */
  readonly onTurn: (page: number) => void;
  /** The box of this signer takes the focus. */
  readonly onWant: (key: string) => void;
}

/** One button for each signer: it puts a box on the shown page, or goes to the one that is there. */
export function PlaceBar({ placing, number, viewport, onTurn, onWant }: PlaceBarProps) {
  const { t } = useTranslation();
  const { signers, onPlace } = placing;
  const press = ({ key, place }: Signer) => {
    if (place === null) {
      const taken = signers.flatMap((one) => (one.place?.page === number ? (placeOf(one.place, viewport) ?? []) : []));
      onPlace(key, { page: number, ...rectangleOf(freePlace(taken, viewport), viewport) });
    } else onTurn(place.page);
    onWant(key);
  };
  return (
    <div role="group" aria-label={t('preview.places.title')} className={styles['bar']}>
      <span aria-hidden="true" className={styles['title']}>
        {t('preview.places.title')}
      </span>
      {signers.map((signer) => {
        const { key, who, place } = signer;
        const Icon = place === null ? Plus : PenLine;
        return (
          <button
            key={key}
            type="button"
            className={styles['chip']}
            data-placed={place !== null || undefined}
            aria-label={
              place === null
                ? t('preview.places.add', { who, page: number })
                : t('preview.places.go', { who, page: place.page })
            }
            onClick={() => press(signer)}
          >
            <Icon size={12} aria-hidden="true" />
            <span className={styles['name']}>{who}</span>
            {place !== null && <span>{t('preview.places.page', { page: place.page })}</span>}
          </button>
        );
      })}
    </div>
  );
}

interface PlaceBoxesProps {
  readonly placing: Placing;
  readonly number: number;
  readonly viewport: PageViewport;
  /** The signer whose box takes the focus. */
  readonly wanted: string | null;
  readonly onArrive: () => void;
  /** Receives the focus of a box that is gone. */
  readonly onGone: () => void;
}

/** The boxes on the shown page. The mouse moves and sizes them, and so do the arrow keys. */
export function PlaceBoxes({ placing, number, viewport, wanted, onArrive, onGone }: PlaceBoxesProps) {
  const { t } = useTranslation();
  return (
    <ul aria-label={t('preview.places.title')} className={styles['boxes']}>
      {placing.signers.map((signer) => {
        const place = signer.place?.page === number ? placeOf(signer.place, viewport) : null;
        if (place === null) return null;
        return (
          <PlaceBox
            key={signer.key}
            who={signer.who}
            place={place}
            isWanted={wanted === signer.key}
            onArrive={onArrive}
            onChange={(next) => placing.onPlace(signer.key, { page: number, ...rectangleOf(next, viewport) })}
            onRemove={() => {
              placing.onPlace(signer.key, null);
              onGone();
            }}
          />
        );
      })}
    </ul>
  );
}

interface PlaceBoxProps {
  readonly who: string;
  readonly place: Place;
  readonly isWanted: boolean;
  readonly onArrive: () => void;
  readonly onChange: (place: Place) => void;
  readonly onRemove: () => void;
}

function PlaceBox({ who, place, isWanted, onArrive, onChange, onRemove }: PlaceBoxProps) {
  const { t } = useTranslation();
  const box = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!isWanted) return;
    box.current?.focus();
    onArrive();
  }, [isWanted, onArrive]);
  const { shown, handlersOf } = useDrag(place, onChange);

  const press = (event: KeyboardEvent) => {
    const step = keySteps[event.key];
    if (step !== undefined) onChange((event.shiftKey ? sizedBy : movedBy)(place, ...step));
    else if (event.key === 'Delete' || event.key === 'Backspace') onRemove();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const at = { left: percent(shown.left), top: percent(shown.top) };
  return (
    <li className={styles['box']} style={{ ...at, width: percent(shown.width), height: percent(shown.height) }}>
      <button
        ref={box}
        type="button"
        className={styles['grip']}
        aria-label={t('preview.places.box', {
          who,
          left: Math.round(place.left * 100),
          top: Math.round(place.top * 100),
        })}
        onKeyDown={press}
        {...handlersOf(movedBy)}
      >
        <PenLine size={12} aria-hidden="true" />
        <span className={styles['name']}>{who}</span>
      </button>
      <button
        type="button"
        className={styles['remove']}
        aria-label={t('preview.places.remove', { who })}
        onClick={onRemove}
      >
        <X size={12} aria-hidden="true" />
      </button>
      {/* Shift and an arrow key do the same. */}
      <span aria-hidden="true" className={styles['corner']} {...handlersOf(sizedBy)} />
    </li>
  );
}

const sides = ['left', 'top', 'width', 'height'] as const;
type Change = (place: Place, right: number, down: number) => Place;

/** Follows the pointer while its button is down, and reports the place once at the end. */
function useDrag(place: Place, onChange: (place: Place) => void) {
  const [drag, setDrag] = useState<Place | null>(null);
  const began = useRef<{ readonly x: number; readonly y: number } | null>(null);

  function placeAt(event: PointerEvent, change: Change): Place | null {
    const page = event.currentTarget.closest('ul')?.getBoundingClientRect();
    if (began.current === null || page === undefined) return null;
    const { x, y } = began.current;
    return change(place, (event.clientX - x) / page.width, (event.clientY - y) / page.height);
  }
  const handlersOf = (change: Change) => ({
    onPointerDown(event: PointerEvent) {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      began.current = { x: event.clientX, y: event.clientY };
    },
    onPointerMove: (event: PointerEvent) => setDrag(placeAt(event, change)),
    onPointerUp(event: PointerEvent) {
      const next = placeAt(event, change);
      began.current = null;
      setDrag(null);
      if (next !== null && sides.some((side) => next[side] !== place[side])) onChange(next);
    },
    onPointerCancel() {
      began.current = null;
      setDrag(null);
    },
  });
  return { shown: drag ?? place, handlersOf };
}
