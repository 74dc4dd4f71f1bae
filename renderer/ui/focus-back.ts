/** Returns the part of the page that contains a node: the app itself, or a dialog or menu over it. */
export const layerOf = (node: Node) => [...document.body.children].find((layer) => layer.contains(node));

/**
 * Gives the focus back in the moment in which a dialog or a menu goes. The library does so one frame later, and a key
 * that comes before it would have no effect.
 */
export function giveFocusBackAtOnce(page: Document): void {
  /** What had the focus before each dialog or menu took it. */
  const origins = new WeakMap<Element, HTMLElement>();
  let held: HTMLElement | null = null;
  page.addEventListener(
    'focusin',
    ({ target }) => {
      if (!(target instanceof HTMLElement)) return;
      const layer = layerOf(target);
      if (held !== null && layer !== undefined && layer !== layerOf(held) && !origins.has(layer))
        origins.set(layer, held);
      held = target;
    },
    true,
  );
  page.addEventListener(
    'focusout',
    ({ target, relatedTarget }) => {
      if (relatedTarget !== null) return;
      // Chromium also says this before it removes an element or covers it, and when another program comes to the front.
      queueMicrotask(() => {
        const isLeft = target === held && held?.isConnected && held.closest('[inert]') === null;
        if (isLeft && page.activeElement !== held) held = null;
      });
    },
    true,
  );
  new MutationObserver((changes) => {
    for (const node of changes.flatMap(({ removedNodes }) => [...removedNodes])) {
      const origin = node instanceof Element ? origins.get(node) : undefined;
      if (origin?.isConnected && page.activeElement === page.body) origin.focus({ preventScroll: true });
    }
  }).observe(page.body, { childList: true });
}
