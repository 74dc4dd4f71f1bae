import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { laterPart } from '../../language/later-part.ts';
import { useServedRows } from './rows/served-rows.ts';

const QuickLook = laterPart(async () => (await import('./pages/quick-look.tsx')).QuickLook);

interface RowLookProps {
  /** The row of the keyboard. */
  readonly rowKey: string | null;
  readonly onStep: (step: 1 | -1) => void;
  readonly onClose: () => void;
}

/** Shows the pages of the row of the keyboard. The arrow keys move along the list. */
export function RowLook({ rowKey, onStep, onClose }: RowLookProps) {
  const entry = useServedRows(({ rows }) => rows.get(rowKey ?? '')?.row);
  return entry && <QuickLook entry={entry} onStep={onStep} onClose={onClose} />;
}

/** Opens and closes the sheet. It gives the focus back to the row where it was opened; the keyboard may be at another. */
export function useRowLook(list: RefObject<HTMLElement | null>) {
  const [isLooking, setLooking] = useState(false);
  const cameFromLook = useRef(false);
  // Before the sheet would give it: it does so only while nothing has the focus.
  useEffect(() => {
    if (cameFromLook.current && !isLooking)
      list.current?.querySelector<HTMLElement>('[role="row"][tabindex="0"]')?.focus({ preventScroll: true });
    cameFromLook.current = isLooking;
  }, [isLooking, list]);
  const onLook = useCallback(() => setLooking(true), []);
  const endLook = useCallback(() => setLooking(false), []);
  return { isLooking, onLook, endLook };
}
