import { useEffect, useState } from 'react';
import { takeDropped, takeText } from './take-in.ts';

const holdsFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') === true;

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.matches('input, textarea, select');

/** While the sheet is open, everything that is let go or pasted in the window is for it. */
export function useBulkWaysIn(isBusy: boolean): { readonly over: boolean } {
  const [over, setOver] = useState(false);
  useEffect(() => {
    const end = new AbortController();
    const listen = { capture: true, signal: end.signal };
    const drag = (event: DragEvent) => {
      if (!holdsFiles(event)) return;
      event.preventDefault();
      if (event.dataTransfer) event.dataTransfer.dropEffect = isBusy ? 'none' : 'copy';
      setOver(!isBusy);
    };
    window.addEventListener('dragenter', drag, listen);
    window.addEventListener('dragover', drag, listen);
    window.addEventListener('dragleave', (event) => event.relatedTarget === null && setOver(false), listen);
    window.addEventListener(
      'drop',
      (event) => {
        if (!holdsFiles(event)) return;
        event.preventDefault();
        setOver(false);
        if (!isBusy) void takeDropped([...(event.dataTransfer?.files ?? [])]);
      },
      listen,
    );
    window.addEventListener(
      'paste',
      ({ clipboardData, target }) => {
        if (clipboardData === null || isBusy || isTyping(target)) return;
        const text = clipboardData.getData('text/plain');
        // Cells are on the clipboard as text and as a picture: the text is meant.
        if (text.trim() !== '') takeText(text);
        else if (clipboardData.files.length > 0) void takeDropped([...clipboardData.files]);
      },
      listen,
    );
    return () => end.abort();
  }, [isBusy]);
  return { over };
}
