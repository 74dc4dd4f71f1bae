import { useEffect } from 'react';
import { useShortcut } from '../../store/shortcuts.ts';
import { dropKeys, holdKeys } from '../../ui/early-keys.ts';
import { isOtherDialogOpen, watchDialogs } from '../../ui/open-dialog.ts';
import { useDropAndPaste } from '../../ui/use-drop-and-paste.ts';
import { takeAnother } from '../account/take-connection-file.ts';
import { preparePreview } from './preview/preview.tsx';
import { prepareSheet } from './send-sheet.tsx';
import { useSheet } from './sheet-store.ts';
import { chooseFiles, takeFiles, takeOpenedFiles } from './take-files.ts';

/** Loads the sheet while the hand is still on its way, so that nobody waits for it. */
export function prepareSending(): void {
  prepareSheet();
  void preparePreview();
}

/**
 * Tells whether files can be added now, and not while the sheet changes a submission or is being sent. Files dropped
 * beside a question are not meant for the sheet.
 */
function takesFiles(): boolean {
  const { sheet } = useSheet.getState();
  return (sheet === null || (sheet.revised === null && !sheet.handing)) && !isOtherDialogOpen();
}

/** Takes files into a sheet, and what a person who knows the way types at once into its first field. */
function takeWithKeys(take: () => Promise<void>): void {
  if (useSheet.getState().sheet === null) holdKeys();
  void take().finally(() => useSheet.getState().sheet === null && dropKeys());
}

export const takeFilesAndKeys = (files: readonly File[]): void => takeWithKeys(() => takeFiles(files));
export const chooseFilesAndKeys = (): void => takeWithKeys(chooseFiles);

/** A browser may have put a number after the name. A sidecar is no such file. */
const isSetUpFile = ({ name }: File): boolean => /\.countersign-connection.*\.json$/i.test(name);

/** The file that sets the app up may come while a person practises, or uses another service already. */
function takeDropped(files: readonly File[]): void {
  const [file, another] = files;
  if (useSheet.getState().sheet !== null || !file || another || !isSetUpFile(file)) return takeFilesAndKeys(files);
  void takeAnother(file);
}

const taker = { isReady: takesFiles, onFiles: takeDropped, onOver: prepareSending };

/**
 * Takes the files that the app was opened with. While a question is open we cannot: try again when the focus, a click,
 * a key or the sheet shows that it was answered.
 */
function useOpenedFiles(count: number): void {
  useEffect(() => {
    if (count === 0) return undefined;
    const take = () => {
      if (takesFiles()) void takeOpenedFiles();
    };
    take();
    const stopWatching = watchDialogs(take);
    const stop = useSheet.subscribe(take);
    return () => {
      stopWatching();
      stop();
    };
  }, [count]);
}

/** Connects all sources of files with the Send sheet. Returns whether files are held over the window. */
export function useWaysIn(openedFiles: number): boolean {
  useOpenedFiles(openedFiles);
  useShortcut('send', chooseFilesAndKeys);
  return useDropAndPaste(taker);
}
