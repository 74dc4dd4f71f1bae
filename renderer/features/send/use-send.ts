import type { KeyboardEvent, RefObject } from 'react';
import type { AvailableModes } from '../../../preload/contract/sending.ts';
import { useOneAtATime } from '../../ui/use-one-at-a-time.ts';
import { handOver } from './hand-over.ts';
import { firstStop, type Goal, type MissingPart } from './missing-parts.ts';
import { changeSheet } from './sheet-actions.ts';
import { useSheet } from './sheet-store.ts';
import type { TypedSignees } from './signees/add-signees.tsx';

interface SendDeps {
  readonly modes: AvailableModes | null;
  readonly typed: RefObject<TypedSignees | null>;
  /** Focuses the place of the first missing part. */
  readonly onMissing: (part: MissingPart) => void;
}

export type Press = (goal: Goal) => Promise<void>;

/** Sends, saves or holds the sheet. Adds a valid address that is still in the field first. */
export function useSend({ modes, typed, onMissing }: SendDeps): Press {
  const run = useOneAtATime();
  return (goal) =>
    run(async () => {
      const { sheet: shown } = useSheet.getState();
      if (shown?.handing !== false) return;
      typed.current?.addValid();
      changeSheet((now) => ({ ...now, tried: goal, outcome: null }));
      // Read the sheet again: the typed people are in it now.
      const { sheet } = useSheet.getState();
      const stop = sheet === null ? undefined : firstStop(sheet, { goal, modes });
      if (stop) onMissing(stop);
      else await handOver(goal, shown.draft);
    });
}

/** Sends with Ctrl+Enter, on a Mac Cmd+Enter, from anywhere in the sheet. */
export const sendKey =
  (press: Press) =>
  (event: KeyboardEvent): void => {
    const { key, ctrlKey, metaKey, altKey, shiftKey, repeat, nativeEvent, target, currentTarget } = event;
    if (key !== 'Enter' || !(ctrlKey || metaKey) || altKey || shiftKey || nativeEvent.isComposing) return;
    // For React a dialog above the sheet is inside of it. Its keys are its own.
    if (!(target instanceof Node) || !currentTarget.contains(target)) return;
    event.preventDefault();
    event.stopPropagation();
    if (!repeat) void press('send');
  };
