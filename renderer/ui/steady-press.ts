/** The distance that a hand moves without meaning it. */
const STILL_PX = 5;

interface Press {
  readonly at: PointerEvent;
  readonly button: HTMLElement | null;
  readonly words: string;
}

/** Returns what a button says, without the seconds that it counts. */
const wordsOf = (button: HTMLElement | null): string =>
  `${button?.getAttribute('aria-label') ?? ''} ${button?.textContent ?? ''}`.replaceAll(/\d+/gu, '');

/**
 * Lets a press act on what a person has pressed, also if the page moves under a pointer that rests:
 * a press that opens a menu or a list does not also choose in it, and a press on a button that moved away counts for it
 * as long as it says the same. A person may still draw the pointer to an entry, or away from a button, and let go there.
 */
export function keepPressesSteady(page: Document): void {
  const { dataset } = page.documentElement;
  let press: Press | null = null;
  const opened = () => {
    delete dataset['pressing'];
  };
  page.addEventListener(
    'pointerdown',
    (event) => {
      opened();
      press = null;
      const { target } = event;
      if (!(target instanceof Element) || event.button !== 0) return;
      if (target.closest('[aria-haspopup]') !== null) dataset['pressing'] = '';
      // A menu or a list has opened at once, so letting go has nothing left to do there. A dialog opens afterwards.
      const opens = target.closest('[aria-haspopup]:not([aria-haspopup="dialog"])') !== null;
      const button = opens ? null : target.closest<HTMLElement>('button:enabled, [role="button"]');
      press = { at: event, button, words: wordsOf(button) };
    },
    true,
  );
  page.addEventListener(
    'pointermove',
    ({ clientX, clientY }) => {
      if (press === null || Math.hypot(clientX - press.at.clientX, clientY - press.at.clientY) <= STILL_PX) return;
      opened();
      press = null;
    },
    true,
  );
  for (const ended of ['pointerup', 'pointercancel'] as const) page.addEventListener(ended, opened, true);
  page.addEventListener(
    'click',
    (event) => {
      // A key that presses a button tells of no click of the pointer.
      if (!event.isTrusted || event.detail === 0 || press === null) return;
      const { button, words } = press;
      press = null;
      const { target } = event;
      if (button === null || !(target instanceof Node) || button.contains(target)) return;
      // A dialog may have opened above it meanwhile.
      const isOutOfReach = !button.isConnected || button.closest('[inert], [aria-hidden="true"]') !== null;
      if (isOutOfReach || wordsOf(button) !== words) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      button.click();
    },
    true,
  );
}
