import { AxeBuilder } from '@axe-core/playwright';
import type { App } from './app-handle.ts';

const sizes = [
  { width: 1180, height: 780 },
  { width: 590, height: 390 },
  { width: 320, height: 256 },
];

/** Controls that no scrolling brings into sight, or that something else is painted over. */
const outOfReach = (app: App) =>
  app.page.evaluate(() => {
    const scrolls = (at: Element) =>
      /auto|scroll/.test(getComputedStyle(at).overflowY) && at.scrollHeight > at.clientHeight;
    const clips = (at: Element) => getComputedStyle(at).overflowY !== 'visible';
    return [
      ...document.querySelectorAll<HTMLElement>(
        'button, textarea, input:not([type="radio"]), label, [role="row"], summary',
      ),
    ]
      .filter((control) => control.checkVisibility() && !control.closest('[aria-hidden="true"], [inert]'))
      .filter((control) => {
        const { left, top, width, height } = control.getBoundingClientRect();
        if (width < 4 || height < 4) return false;
        const [x, y] = [left + width / 2, top + height / 2];
        let scrolled = false;
        for (let at = control.parentElement; at; at = at.parentElement) {
          const box = at.getBoundingClientRect();
          // For screen readers alone.
          if (box.width < 4 && box.height < 4) return false;
          if (clips(at) && (y < box.top || y > box.bottom)) {
            if (!scrolls(at)) return true;
            scrolled = true;
            break;
          }
        }
        if (scrolled) return false;
        if (y < 0 || y > innerHeight) return true;
        const painted = document.elementFromPoint(Math.min(Math.max(x, 0), innerWidth - 1), y);
        return !painted || !(control.contains(painted) || painted.contains(control));
      })
      .map((control) => `${control.tagName} ${control.textContent}`);
  });

/** What axe finds, what scrolls sideways and what is out of reach, in light and dark, at 100 %, 200 % and 400 %. */
export async function violations(app: App): Promise<string[]> {
  const found: string[] = [];
  for (const scheme of ['light', 'dark'] as const)
    for (const size of sizes) {
      await app.theme(scheme);
      await app.page.setViewportSize(size);
      const sideways = await app.page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
      if (sideways) found.push(`${scheme} ${size.width}: scrolls sideways`);
      for (const control of await outOfReach(app)) found.push(`${scheme} ${size.width}: out of reach: ${control}`);
      // Legacy mode runs in the page alone; the other opens a second one, which this app rightly denies.
      const results = await new AxeBuilder({ page: app.page }).setLegacyMode(true).analyze();
      for (const { id, nodes } of results.violations)
        found.push(`${scheme} ${size.width}: ${id} at ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
    }
  return found;
}
