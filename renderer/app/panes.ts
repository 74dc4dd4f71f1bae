/** The last focus in each pane, while the focus is in another one. */
const left = new WeakMap<Element, HTMLElement>();

const canFocus = '[tabindex="0"], button:not(:disabled), a[href], input:not(:disabled)';

const isShown = (element: HTMLElement) => element.isConnected && element.checkVisibility();

/** Returns the navigation, the screen, the details of a row and the status line: the visible ones, in this order. */
const panes = () => [...document.querySelectorAll<HTMLElement>('nav, main, main aside, main footer')].filter(isShown);

/** Returns the pane of an element. The details and the status line are inside of the screen. */
const paneOf = (element: Element) => element.closest('nav, aside, footer, main');

/** Returns the first stop of a pane. The list of a screen matters more than the tools above it. */
function firstStop(pane: Element): HTMLElement | undefined {
  const stops = [
    ...pane.querySelectorAll<HTMLElement>('[role="grid"][tabindex="0"], [role="grid"] [tabindex="0"]'),
    ...pane.querySelectorAll<HTMLElement>(canFocus),
  ];
  return stops.find((stop) => isShown(stop) && paneOf(stop) === pane);
}

/** Moves the focus to the next pane that can have it, or back to the one before, where it was last in that pane. */
function toPane(step: 1 | -1): void {
  const all = step === 1 ? panes() : panes().toReversed();
  const { activeElement } = document;
  const here = activeElement === null ? null : paneOf(activeElement);
  if (here !== null && activeElement instanceof HTMLElement) left.set(here, activeElement);
  const at = all.findIndex((pane) => pane === here);
  for (const pane of [...all.slice(at + 1), ...all.slice(0, Math.max(at, 0))]) {
    const before = left.get(pane);
    const stop = before !== undefined && isShown(before) ? before : firstStop(pane);
    stop?.focus();
    if (stop !== undefined && document.activeElement !== activeElement) return;
  }
}

export const toNextPane = (): void => toPane(1);
export const toLastPane = (): void => toPane(-1);
