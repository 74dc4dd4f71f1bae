import { useEffect, useState } from 'react';
import { useSheet } from './sheet-store.ts';
import { chooseFiles, takeBrought, takeFiles } from './take-files.ts';

const holdsFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') === true;

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'));

/** A question or another task is before everything: what is let go there is not meant for it. */
const somethingElseAsks = () =>
  document.querySelector('[role="dialog"]:not([data-takes-files]), [role="alertdialog"]') !== null;

/** A sheet that changes a submission has its file already, and one that is handed over takes no more. */
function takesFiles(): boolean {
  const { sheet } = useSheet.getState();
  return (sheet === null || (sheet.revised === null && !sheet.handing)) && !somethingElseAsks();
}

/** Cells of a table are on the clipboard as text and as a picture: in a field the text is meant. */
function filesOf({ clipboardData, target }: ClipboardEvent): readonly File[] {
  if (clipboardData === null || (isTyping(target) && clipboardData.types.includes('text/plain'))) return [];
  return [...clipboardData.files];
}

interface WaysIn {
  /** Files are held over the window. */
  readonly over: boolean;
}

/**
 * The whole window takes files. On the way down, before anything in the page sees them: what is dragged inside of the
 * page goes its own way.
 */
export function useWaysIn(prepare: () => void, brought: number): WaysIn {
  const [over, setOver] = useState(false);
  useEffect(() => {
    if (brought === 0) return undefined;
    const take = () => {
      if (takesFiles()) void takeBrought();
    };
    take();
    // What is asked first is answered first: the keyboard goes elsewhere then, or the sheet is another.
    const signs = ['focusin', 'pointerup', 'keyup'] as const;
    for (const sign of signs) window.addEventListener(sign, take);
    const stop = useSheet.subscribe(take);
    return () => {
      for (const sign of signs) window.removeEventListener(sign, take);
      stop();
    };
  }, [brought]);
  useEffect(() => {
    const end = new AbortController();
    const listen = { capture: true, signal: end.signal };
    const drag = (event: DragEvent) => {
      if (!holdsFiles(event)) return;
      event.preventDefault();
      event.stopPropagation();
      const welcome = takesFiles();
      if (event.dataTransfer) event.dataTransfer.dropEffect = welcome ? 'copy' : 'none';
      setOver(welcome);
      if (welcome) prepare();
    };
    window.addEventListener('dragenter', drag, listen);
    window.addEventListener('dragover', drag, listen);
    window.addEventListener(
      'dragleave',
      (event) => {
        if (!holdsFiles(event)) return;
        event.stopPropagation();
        // Out of the window, and not from one element to the next.
        if (event.relatedTarget === null) setOver(false);
      },
      listen,
    );
    window.addEventListener(
      'drop',
      (event) => {
        if (!holdsFiles(event)) return;
        event.preventDefault();
        event.stopPropagation();
        setOver(false);
        const files = [...(event.dataTransfer?.files ?? [])];
        if (takesFiles() && files.length > 0) void takeFiles(files);
      },
      listen,
    );
    window.addEventListener(
      'paste',
      (event) => {
        const files = filesOf(event);
        if (files.length === 0 || !takesFiles()) return;
        event.preventDefault();
        event.stopPropagation();
        void takeFiles(files);
      },
      listen,
    );
    window.addEventListener(
      'keydown',
      (event) => {
        const { key, ctrlKey, metaKey, altKey, repeat, target } = event;
        if (key.toLowerCase() !== 'n' || ctrlKey || metaKey || altKey || repeat || event.defaultPrevented) return;
        if (isTyping(target) || useSheet.getState().sheet !== null || somethingElseAsks()) return;
        event.preventDefault();
        void chooseFiles();
      },
      { signal: end.signal },
    );
    return () => end.abort();
  }, [prepare]);
  return { over };
}
