const isThere = (dialogs: string): boolean => document.querySelector(`${dialogs}, [role="alertdialog"]`) !== null;

/** Tells whether a dialog or a question is open. */
export const isDialogOpen = (): boolean => isThere('[role="dialog"]');

/** Tells whether one is open that takes no files, as the Send sheet does. */
export const isOtherDialogOpen = (): boolean => isThere('[role="dialog"]:not([data-takes-files])');

/** Calls back whenever a dialog may have been closed: the focus, a click or a key shows it. */
export function watchDialogs(look: () => void): () => void {
  const end = new AbortController();
  for (const sign of ['focusin', 'pointerup', 'keyup']) window.addEventListener(sign, look, { signal: end.signal });
  return () => end.abort();
}

/** Acts once, as soon as no dialog is open: what is typed in one must not go. */
export function onceNoDialog(act: () => void): () => void {
  const look = () => {
    if (isDialogOpen()) return;
    stop();
    act();
  };
  const stop = watchDialogs(look);
  look();
  return stop;
}
