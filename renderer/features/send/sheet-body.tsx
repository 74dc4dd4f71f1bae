import { startTransition, useEffect, useRef, useState } from 'react';
import type { State } from '../../../preload/contract/state.ts';
import { ChoicesPane } from './choices-pane.tsx';
import { FilesPane } from './files-pane.tsx';
import { type MissingPart, type Place, placeOf } from './missing-parts.ts';
import { scanFields, scansByItself } from './scan-fields.ts';
import styles from './send-sheet.module.css';
import type { Sheet } from './sheet.ts';
import { SheetFoot } from './sheet-foot.tsx';
import { useKeptFocus } from './use-kept-focus.ts';
import { useModes } from './use-modes.ts';

const fields = 'input:not([type="radio"]), textarea, input[type="radio"]:checked, button:not([disabled])';

/** The first one that is wrong; where it is out of sight, its list brings it there. */
function goToWrong(part: HTMLElement): void {
  const wrong = part.querySelector<HTMLElement>('[role="row"] [aria-invalid="true"]');
  // First the row: entered elsewhere, the list would send the focus back to where it was last.
  wrong?.closest<HTMLElement>('[role="row"]')?.focus();
  wrong?.focus();
  if (!wrong) part.querySelector<HTMLElement>('[data-next-wrong]')?.click();
}

/** Where something is to be put right. */
function goTo(body: HTMLElement | null, place: Place): void {
  const find = (name: Place) => body?.querySelector<HTMLElement>(`[data-place="${name}"]`);
  if (place === 'wrong-signees') {
    const list = find('signees');
    if (list) goToWrong(list);
    return;
  }
  // A single file that is bad has its buttons where it stands.
  const part = find(place) ?? find('files');
  const first = ['[role="combobox"]', ...(place === 'bad-files' ? [] : ['[data-rest] button']), fields];
  const field = first.flatMap((one) => part?.querySelector<HTMLElement>(one) ?? []).at(0);
  (field ?? part)?.focus();
  part?.scrollIntoView({ block: 'nearest' });
}

/** The file is what is looked for first, and takes longest: it is asked for before everything else is drawn. */
function useNextFrame(): boolean {
  const [next, setNext] = useState(false);
  useEffect(() => {
    const frame = requestAnimationFrame(() => startTransition(() => setNext(true)));
    return () => cancelAnimationFrame(frame);
  }, []);
  return next;
}

interface SheetBodyProps {
  readonly state: State;
  readonly sheet: Sheet;
}

export function SheetBody({ state, sheet }: SheetBodyProps) {
  const body = useRef<HTMLDivElement>(null);
  const kept = useKeptFocus(body);
  const modes = useModes(state.active);
  // The file that is shown tells its fields.
  const scanned = scansByItself(sheet);
  useEffect(() => {
    if (scanned !== null) void scanFields(scanned);
  }, [scanned]);
  // Without a sender nothing can be sent: its field is in sight from the start.
  const [more, setMore] = useState(() => sheet.draft.alias === '');
  // Whoever brought a file goes on with who signs; whoever has none yet, with the file.
  const [wanted, setWanted] = useState<{ readonly place: Place }>(() => ({
    place: sheet.files.length > 0 || sheet.receiving > 0 || sheet.revised !== null ? 'signees' : 'files',
  }));
  const whole = useNextFrame();
  useEffect(() => {
    if (whole) goTo(body.current, wanted.place);
  }, [whole, wanted]);

  function lead(part: MissingPart): void {
    const place = placeOf(part);
    // What is folded away opens first.
    if (place === 'alias' || place === 'extra') setMore(true);
    setWanted({ place });
  }

  return (
    <div ref={body} className={styles['whole']} {...kept}>
      {/* What is handed over must not change under way. */}
      <div className={styles['body']} inert={sheet.handing}>
        <FilesPane sheet={sheet} state={state} modes={modes.known} />
        {whole && <ChoicesPane sheet={sheet} state={state} modes={modes} more={more} onMore={setMore} />}
      </div>
      <SheetFoot
        sheet={sheet}
        modes={modes.known}
        onMissing={lead}
        onShowRefused={() => setWanted({ place: 'refused' })}
      />
    </div>
  );
}
