import { startTransition, useEffect, useRef, useState } from 'react';
import type { State } from '../../../preload/contract/state.ts';
import { ask, bridge } from '../../bridge/bridge.ts';
import { typeKeys } from '../../ui/early-keys.ts';
import { useFocusAfter } from '../../ui/use-focus-after.ts';
import { useKeptFocus } from '../../ui/use-kept-focus.ts';
import { ChoicesPane } from './choices-pane.tsx';
import { FilesPane } from './files-pane.tsx';
import { type MissingPart, type Place, placeOf } from './missing-parts.ts';
import { scanFields, scansByItself } from './scan-fields.ts';
import styles from './send-sheet.module.css';
import type { Sheet } from './sheet.ts';
import { changeSheet } from './sheet-actions.ts';
import { SheetFoot } from './sheet-foot.tsx';
import type { TypedSignees } from './signees/add-signees.tsx';
import { useModes } from './use-modes.ts';
import { sendKey, useSend } from './use-send.ts';

const fields = 'input:not([type="radio"]), textarea, input[type="radio"]:checked, button:not([disabled])';

/** Focuses the first wrong signee. If it is out of sight, the button of the list scrolls to it. */
function goToWrong(part: HTMLElement): void {
  const wrong = part.querySelector<HTMLElement>('[role="row"] [aria-invalid="true"]');
  // Focus the row first: else the list sends the focus back to where it was last.
  wrong?.closest<HTMLElement>('[role="row"]')?.focus();
  wrong?.focus();
  if (!wrong) part.querySelector<HTMLElement>('[data-next-wrong]')?.click();
}

/** Focuses the place to correct. */
function goTo(body: HTMLElement | null, place: Place): void {
  const find = (name: Place) => body?.querySelector<HTMLElement>(`[data-place="${name}"]`);
  if (place === 'wrong-signees') {
    const list = find('signees');
    if (list) goToWrong(list);
    return;
  }
  // The buttons of a single bad file are in the pane of files.
  const part = find(place) ?? find('files');
  const first = ['[role="combobox"]', ...(place === 'bad-files' ? [] : ['[data-rest] button']), fields];
  const field = first.flatMap((one) => part?.querySelector<HTMLElement>(one) ?? []).at(0);
  (field ?? part)?.focus();
  part?.scrollIntoView({ block: 'nearest' });
}

/** Asks whether people may choose where signatures stand. */
async function askForPlaces(): Promise<void> {
  const answer = await ask(bridge().outbox.placesSignatures());
  changeSheet((sheet) => ({ ...sheet, places: answer.ok && answer.isOn }));
}

/** Renders the rest one frame later: the preview takes longest, so its request goes first. */
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
  // The dialog would focus its first button, which closes the sheet.
  useKeptFocus(body, (region) => region?.querySelector<HTMLElement>('[data-rest] button, button[data-rest]'));
  useFocusAfter(sheet.handing);
  const modes = useModes(state.active);
  useEffect(() => {
    void askForPlaces();
  }, []);
  // Scan a single file for signature fields at once.
  const scanned = scansByItself(sheet);
  useEffect(() => {
    if (scanned !== null) void scanFields(scanned);
  }, [scanned]);
  // Open the section at once when the sender name is missing.
  const [more, setMore] = useState(() => sheet.draft.alias === '');
  // The list of people begins at the address that is to be corrected.
  const isAtAddress = sheet.revised?.replaces !== undefined && sheet.draft.signees.length > 0;
  // With a file, begin at the people; without one, at the files.
  const [wanted, setWanted] = useState<{ readonly place: Place | null }>(() => ({
    place: isAtAddress
      ? null
      : sheet.files.length > 0 || sheet.receiving > 0 || sheet.revised !== null
        ? 'signees'
        : 'files',
  }));
  const whole = useNextFrame();
  useEffect(() => {
    if (!whole) return;
    if (wanted.place !== null) goTo(body.current, wanted.place);
    typeKeys();
  }, [whole, wanted]);

  function lead(part: MissingPart): void {
    const place = placeOf(part);
    // Open the collapsed section first.
    if (place === 'alias' || place === 'extra') setMore(true);
    setWanted({ place });
  }

  const typed = useRef<TypedSignees>(null);
  const press = useSend({ modes: modes.known, typed, onMissing: lead });

  return (
    <div ref={body} role="presentation" className={styles['whole']} onKeyDownCapture={sendKey(press)}>
      {/* Nothing may change while it is being sent. */}
      <div className={styles['body']} data-several={sheet.files.length > 1 || undefined} inert={sheet.handing}>
        <FilesPane sheet={sheet} state={state} modes={modes.known} />
        {whole && <ChoicesPane sheet={sheet} state={state} modes={modes} typed={typed} more={more} onMore={setMore} />}
      </div>
      <SheetFoot
        sheet={sheet}
        modes={modes.known}
        typed={typed}
        onPress={press}
        onShowRefused={() => setWanted({ place: 'refused' })}
      />
    </div>
  );
}
