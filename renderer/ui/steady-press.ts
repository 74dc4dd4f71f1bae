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
      const opens = target.closest('[aria-haspopup]') !== null;
      if (opens) dataset['pressing'] = '';
      // What opens has opened at once, so a press has nothing left to do there.
      const button = opens ? null : target.closest<HTMLElement>('button, [role="button"]');
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
      if (!button.isConnected || wordsOf(button) !== words) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      button.click();
    },
    true,
  );
}
