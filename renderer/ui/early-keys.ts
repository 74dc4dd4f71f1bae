/** Text that a person typed before the sheet or palette had a field for it. Null: nobody waits for a field. */
let typed: { text: string; readonly end: AbortController } | null = null;

function hold(event: KeyboardEvent): void {
  if (typed === null || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
  if (event.key === 'Backspace') typed.text = typed.text.slice(0, -1);
  // In the field, a semicolon completes a person like Enter.
  else if (event.key === 'Enter') typed.text += typed.text.includes('@') ? ';' : '';
  else if (event.key.length === 1) typed.text += event.key;
  else return;
  // In the list these letters would be shortcuts.
  event.preventDefault();
  event.stopPropagation();
}

/** Keeps typed text for the field that is about to come. A click shows that the text is meant elsewhere. */
export function holdKeys(): void {
  if (typed !== null) return;
  const end = new AbortController();
  typed = { text: '', end };
  const listen = { capture: true, signal: end.signal };
  window.addEventListener('keydown', hold, listen);
  window.addEventListener('pointerdown', () => dropKeys(), listen);
}

/** Types the kept text into the field with the focus. */
export function typeKeys(): void {
  const text = typed?.text ?? '';
  dropKeys();
  if (text === '' || !(document.activeElement instanceof HTMLInputElement)) return;
  // Letter by letter, as if it was typed now: the field completes a person at the right one. Within an effect, React would
  // show the field the letters only at the end.
  queueMicrotask(() => {
    for (const letter of text) document.execCommand('insertText', false, letter);
  });
}

/** Forgets the kept text, because no sheet comes. */
export function dropKeys(): void {
  typed?.end.abort();
  typed = null;
}
