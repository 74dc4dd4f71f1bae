import type { PageWire } from './preload-runtime.ts';

/**
 * What happens in the document and concerns the app's main process: links that want a window, navigation, copying, menu
 * keys, the context menu. Runs by its source text in the isolated world: it must not refer to anything outside of itself.
 */
export function watchDocument({ bridge, tell, ask }: PageWire): void {
  const open = (url: string) => tell({ type: 'open', url });
  const nodesOf = (event: Event) => event.composedPath().filter((node) => node instanceof Element);
  const linkOf = (event: Event) =>
    nodesOf(event).find((node) => node instanceof HTMLAnchorElement || node instanceof HTMLAreaElement);

  bridge.onOpen(open);

  for (const type of ['click', 'auxclick'] as const) {
    addEventListener(
      type,
      (event) => {
        const link = linkOf(event);
        if (!link?.href || !event.isTrusted) return;
        if (link.target !== '_blank' && event.button !== 1 && !event.ctrlKey && !event.shiftKey) return;
        event.preventDefault();
        open(link.href);
      },
      true,
    );
  }

  // Only what the page itself starts is heard here, which is exactly what Electron's will-navigate is about.
  navigation.addEventListener('navigate', (event) => {
    if (event.destination.sameDocument || event.downloadRequest !== null || event.navigationType === 'traverse') return;
    if (event.cancelable && ask({ type: 'navigate', url: event.destination.url }) === false) event.preventDefault();
  });

  const tellTitle = () => tell({ type: 'title', title: document.title });
  addEventListener('DOMContentLoaded', () => {
    tellTitle();
    new MutationObserver(tellTitle).observe(document.head, { childList: true, subtree: true, characterData: true });
  });

  for (const type of ['copy', 'cut'] as const) {
    addEventListener(type, (event) => {
      const field = document.activeElement;
      const selected =
        field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement
          ? field.value.slice(field.selectionStart ?? 0, field.selectionEnd ?? 0)
          : String(getSelection() ?? '');
      const text = event.defaultPrevented ? (event.clipboardData?.getData('text/plain') ?? '') : selected;
      if (text !== '') tell({ type: 'copied', text });
    });
  }

  addEventListener('keydown', (event) => {
    const { key, ctrlKey: control, shiftKey: shift, altKey: alt, metaKey: meta } = event;
    if (!control && !alt && !meta && !/^F\d+$/.test(key)) return;
    // Menus get what the page leaves: asked after its last listener.
    setTimeout(() => {
      if (!event.defaultPrevented) tell({ type: 'key', key, control, shift, alt, meta });
    });
  });

  addEventListener('contextmenu', (event) => {
    const isEditable = nodesOf(event).some(
      (node) => node instanceof HTMLElement && (node.isContentEditable || node.matches('input, textarea')),
    );
    tell({
      type: 'context-menu',
      x: event.clientX,
      y: event.clientY,
      linkURL: linkOf(event)?.href ?? '',
      selectionText: String(getSelection() ?? ''),
      isEditable,
    });
  });
}
