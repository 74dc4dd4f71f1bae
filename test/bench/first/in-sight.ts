import type { Locator, Page } from 'playwright-core';

/** The texts that are in sight: in the window, not scrolled or clipped away, with placeholders and chosen options. */
const textsInSight = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const isInSight = (at: Element, { left, top, right, bottom }: DOMRect): boolean => {
      if (!at.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return false;
      let box = { left, top, right, bottom };
      const cut = (to: { left: number; top: number; right: number; bottom: number }) => {
        box = {
          left: Math.max(box.left, to.left),
          top: Math.max(box.top, to.top),
          right: Math.min(box.right, to.right),
          bottom: Math.min(box.bottom, to.bottom),
        };
      };
      cut({ left: 0, top: 0, right: innerWidth, bottom: innerHeight });
      for (let clip: Element | null = at; clip; clip = clip.parentElement) {
        const { overflowX, overflowY } = getComputedStyle(clip);
        if (overflowX !== 'visible' || overflowY !== 'visible') cut(clip.getBoundingClientRect());
      }
      // Text for screen readers alone is one pixel wide.
      if (box.right - box.left < 3 || box.bottom - box.top < 5) return false;
      // Behind a dialog nothing is read.
      const hit = document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2);
      const dialog = hit?.closest('[role="dialog"]') ?? hit?.querySelector('[role="dialog"]');
      return !dialog || dialog.contains(at);
    };
    const found: string[] = [];
    const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = nodes.nextNode(); node; node = nodes.nextNode()) {
      const at = node.parentElement;
      // The words of the document itself are not ours.
      if (
        !at ||
        at.matches('option, script, style, title') ||
        at.closest('[role="region"] :has(> canvas) ~ *') ||
        (node.nodeValue ?? '').trim() === ''
      )
        continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      if (isInSight(at, range.getBoundingClientRect())) found.push(node.nodeValue ?? '');
    }
    for (const field of document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>(
      'input, textarea, select',
    )) {
      if (!isInSight(field, field.getBoundingClientRect())) continue;
      if (field instanceof HTMLSelectElement) found.push(field.selectedOptions[0]?.textContent ?? '');
      else if (!/radio|checkbox|hidden/.test(field.type)) found.push(field.value || field.placeholder);
    }
    return found;
  });

const wordsIn = (text: string): number => text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;

/** Reads what is in sight of a window. A text that is still there from the look before is not read again. */
export function createReader() {
  const before = new Map<Page, readonly string[]>();
  const wordsOf: Record<string, number> = {};
  return {
    wordsOf,
    async read(page: Page, screen: string): Promise<void> {
      const texts = await textsInSight(page);
      const known = [...(before.get(page) ?? [])];
      for (const text of texts) {
        const at = known.indexOf(text);
        if (at >= 0) known.splice(at, 1);
        else wordsOf[screen] = (wordsOf[screen] ?? 0) + wordsIn(text);
      }
      before.set(page, texts);
    },
  };
}

/** How many of the elements are wholly in sight, and not behind something else. */
export const countInSight = (rows: Locator): Promise<number> =>
  rows.evaluateAll(
    (all) =>
      all.filter((row) => {
        const { left, right, top, bottom } = row.getBoundingClientRect();
        if (bottom - top < 8) return false;
        const x = (Math.max(0, left) + Math.min(innerWidth, right)) / 2;
        const isPainted = (y: number) => {
          const at = document.elementFromPoint(x, y);
          return at !== null && (row.contains(at) || at.contains(row)) && !at.contains(row.closest('[role="grid"]'));
        };
        return isPainted(top + 2) && isPainted(bottom - 2);
      }).length,
  );
