/** Tells whether a dialog or a question is open, other than one that takes files: the Send sheet. `others`: '' for all. */
export const isDialogOpen = (others = ':not([data-takes-files])'): boolean =>
  document.querySelector(`[role="dialog"]${others}, [role="alertdialog"]`) !== null;

/** Calls back whenever a dialog may have been closed: the focus, a click or a key shows it. */
export function watchDialogs(look: () => void): () => void {
  const end = new AbortController();
  for (const sign of ['focusin', 'pointerup', 'keyup']) window.addEventListener(sign, look, { signal: end.signal });
  return () => end.abort();
}

/** Acts once, as soon as no dialog is open: what is typed in one must not go. */
export function onceNoDialog(act: () => void): () => void {
  const look = () => {
    if (isDialogOpen('')) return;
    stop();
    act();
  };
  const stop = watchDialogs(look);
  look();
  return stop;
}
