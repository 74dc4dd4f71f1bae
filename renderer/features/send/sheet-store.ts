import { create } from 'zustand';
import type { Refused } from './offer-files.ts';
import type { Sheet } from './sheet.ts';

interface Sheets {
  /** The sheet that is open, also while another connection is shown. */
  readonly sheet: Sheet | null;
  /** The sheet that was closed last. It can be opened again. */
  readonly setAside: Sheet | null;
  /** Files that came alone and cannot be sent: a notice shows them, and no sheet opens. */
  readonly refused: readonly Refused[];
}

export const useSheet = create<Sheets>(() => ({ sheet: null, setAside: null, refused: [] }));

/** Ends when the sheet, or its absence, is as it should be. */
export const whenSheet = (isSo: (sheet: Sheet | null) => boolean): Promise<void> =>
  new Promise((resolve) => {
    if (isSo(useSheet.getState().sheet)) {
      resolve();
      return;
    }
    const stop = useSheet.subscribe(({ sheet }) => {
      if (!isSo(sheet)) return;
      stop();
      resolve();
    });
  });
