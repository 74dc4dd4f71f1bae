import { z } from 'zod';
import type { App } from './app-handle.ts';
import { t } from './texts.ts';

/** Also a page with parts of the window alone. */
type Shown = Pick<App, 'page'>;

const place = z.object({
  name: z.string(),
  /** It was there before: the walk has come round. */
  seen: z.boolean(),
  row: z.boolean(),
  faults: z.array(z.string()),
});

/** Where the keyboard is, and whether it can be seen there: a ring on it or on what it stands for, in sight, not covered. */
const here = async ({ page }: Shown) =>
  place.parse(
    await page.evaluate(async () => {
      // As far as the page had to scroll for it.
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      const at = document.activeElement;
      if (!at || at === document.body) return { name: 'nothing', seen: false, row: false, faults: [] };
      const ringed = (one: Element) => {
        const { outlineStyle, outlineWidth, outlineColor, opacity } = getComputedStyle(one);
        return (
          outlineStyle !== 'none' &&
          (outlineStyle === 'auto' || Number.parseFloat(outlineWidth) >= 2) &&
          !/transparent|\/ 0\)|, 0\)$/.test(outlineColor) &&
          Number(opacity) > 0
        );
      };
      // A field that is only for screen readers is shown by its label.
      const label = at instanceof HTMLInputElement && /radio|checkbox/.test(at.type) ? at.closest('label') : null;
      const shown = label ?? at;
      const faults: string[] = [];
      const ring = [at, shown, ...(shown === at ? [] : shown.querySelectorAll('*'))].some(ringed);
      if (!ring) faults.push('no ring');
      const box = shown.getBoundingClientRect();
      const [left, right] = [Math.max(box.left, 0), Math.min(box.right, innerWidth)];
      const [top, bottom] = [Math.max(box.top, 0), Math.min(box.bottom, innerHeight)];
      if (right - left < 1 || bottom - top < 1) faults.push('out of sight');
      else {
        // Some of it must be uncovered: its middle or near a corner.
        const points = [
          [(left + right) / 2, (top + bottom) / 2],
          [left + 3, top + 3],
          [right - 3, bottom - 3],
        ] as const;
        const uncovered = points.some(([x, y]) => {
          const painted = document.elementFromPoint(x, y);
          return painted !== null && (shown.contains(painted) || painted.contains(shown));
        });
        if (!uncovered) faults.push('covered');
      }
      const known: unknown = Reflect.get(window, 'countersignWalked');
      const walked = known instanceof WeakSet ? known : new WeakSet();
      Object.assign(window, { countersignWalked: walked });
      const seen = walked.has(at);
      walked.add(at);
      const words = at.getAttribute('aria-label') ?? at.textContent;
      return {
        name: `${at.tagName.toLowerCase()} ${words.slice(0, 60)}`,
        seen,
        row: at.getAttribute('role') === 'row',
        faults,
      };
    }),
  );

/** Each of these steps is longer than a person has to stay at a row before its details are asked for. */
const STILL_MS = 400;

/** Waits until nothing grows any more: another row opens its details, which would push what has the focus out of sight. */
async function stands({ page }: Shown): Promise<void> {
  const heights = () =>
    page.evaluate(() => [...document.querySelectorAll('aside, main')].map(({ scrollHeight }) => scrollHeight).join());
  // A busy service answers later than any such step.
  await page.locator('aside output', { hasText: t('details.loading') }).waitFor({ state: 'detached' });
  for (let before = ''; ; ) {
    const now = await heights();
    if (now === before) return;
    before = now;
    await page.waitForTimeout(STILL_MS);
  }
}

const most = 120;

export interface Walk {
  readonly stops: number;
  readonly faults: readonly string[];
}

/** By Tab from the top until it comes round, and one step down in each list. */
export async function walk(app: Shown): Promise<Walk> {
  const { page } = app;
  await page.evaluate(() => Reflect.deleteProperty(window, 'countersignWalked'));
  const faults: string[] = [];
  let stops = 0;
  const look = async () => {
    const { name, seen, row, faults: found } = await here(app);
    if (!seen) {
      stops += name === 'nothing' ? 0 : 1;
      faults.push(...found.map((fault) => `${name}: ${fault}`));
    }
    return { seen, row };
  };
  for (let step = 0; step < most; step += 1) {
    await page.keyboard.press('Tab');
    const { seen, row } = await look();
    if (seen) return { stops, faults };
    if (row) {
      await page.keyboard.press('ArrowDown');
      await look();
      await page.keyboard.press('ArrowUp');
      await stands(app);
    }
  }
  return { stops, faults: [...faults, `it does not come round in ${most} steps`] };
}
