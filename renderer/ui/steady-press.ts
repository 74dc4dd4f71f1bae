/** The distance that a hand moves without meaning it. */
const STILL_PX = 5;

/**
 * Keeps a press that opens a menu or a list from also choosing in it: what lies under the pointer may have moved since.
 * A person may still draw the pointer to an entry and let go there.
 */
export function keepPressesSteady(page: Document): void {
  const { dataset } = page.documentElement;
  let began: PointerEvent | null = null;
  const end = () => {
    began = null;
    delete dataset['pressing'];
  };
  page.addEventListener(
    'pointerdown',
    (event) => {
      end();
      if (!(event.target instanceof Element) || event.target.closest('[aria-haspopup]') === null) return;
      began = event;
      dataset['pressing'] = '';
    },
    true,
  );
  page.addEventListener(
    'pointermove',
    ({ clientX, clientY }) => {
      if (began !== null && Math.hypot(clientX - began.clientX, clientY - began.clientY) > STILL_PX) end();
    },
    true,
  );
  for (const ended of ['pointerup', 'pointercancel'] as const) page.addEventListener(ended, end, true);
}
