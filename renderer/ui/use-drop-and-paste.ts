import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

const holdsFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') === true;

export const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'));

interface Pasted {
  readonly text: string;
  readonly files: readonly File[];
}

/**
 * Reads a paste. Cells of a table pasted into a field are text, although the clipboard has a picture of them as well.
 */
function pasteOf({ clipboardData, target }: ClipboardEvent): Pasted | null {
  if (clipboardData === null || (isTyping(target) && clipboardData.types.includes('text/plain'))) return null;
  return { text: clipboardData.getData('text/plain').trim(), files: [...clipboardData.files] };
}

interface Taker {
  /** Tells whether files are welcome now. Asked at each event. */
  readonly isReady: () => boolean;
  readonly onFiles: (files: readonly File[]) => void;
  /** Takes pasted text. Where it is given, text counts before files. */
  readonly onText?: (text: string) => void;
  /** Runs while files are still held over the window. */
  readonly onOver?: () => void;
}

/**
 * Takes files in the whole window, by drop and by paste. The listeners run before anything in the page: what is dragged
 * within the page is left alone. `taker` must stay the same object. Returns whether files are held over the window:
 * show something then that takes the pointer, since a drop on an element that has just gone, like a row, reaches
 * nobody.
 */
export function useDropAndPaste(taker: Taker): boolean {
  const [over, setOver] = useState(false);
  useEffect(() => {
    const { isReady, onFiles, onText, onOver } = taker;
    const end = new AbortController();
    const stop = (event: Event) => {
      event.preventDefault();
      event.stopPropagation();
    };
    const drag = (event: DragEvent) => {
      if (!holdsFiles(event)) return;
      stop(event);
      const ready = isReady();
      if (event.dataTransfer) event.dataTransfer.dropEffect = ready ? 'copy' : 'none';
      // At once, so that what is shown meanwhile lies under the hand when it lets go.
      flushSync(() => setOver(ready));
      if (ready) onOver?.();
    };
    const leave = (event: DragEvent) => {
      if (!holdsFiles(event)) return;
      event.stopPropagation();
      // Without a related target the pointer left the window, and not just one element for the next.
      if (event.relatedTarget === null) setOver(false);
    };
    const drop = (event: DragEvent) => {
      if (!holdsFiles(event)) return;
      stop(event);
      setOver(false);
      const files = [...(event.dataTransfer?.files ?? [])];
      if (isReady() && files.length > 0) onFiles(files);
    };
    const paste = (event: ClipboardEvent) => {
      const pasted = pasteOf(event);
      if (pasted === null || !isReady()) return;
      const { text, files } = pasted;
      if (onText && text !== '') onText(text);
      else if (files.length > 0) onFiles(files);
      else return;
      stop(event);
    };
    const listen = { capture: true, signal: end.signal };
    window.addEventListener('dragenter', drag, listen);
    window.addEventListener('dragover', drag, listen);
    window.addEventListener('dragleave', leave, listen);
    window.addEventListener('drop', drop, listen);
    window.addEventListener('paste', paste, listen);
    return () => end.abort();
  }, [taker]);
  return over;
}
