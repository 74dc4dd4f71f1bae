import { AxeBuilder } from '@axe-core/playwright';
import { z } from 'zod';
import { languages } from '../../preload/contract/language.ts';
import type { App } from './app-handle.ts';
import { isStillEnglish } from './texts.ts';

/** Also a page with parts of the window alone. */
type Shown = Pick<App, 'page'>;

/** Controls that no scrolling brings into sight, or that something else is painted over. */
const outOfReach = (app: Shown) =>
  app.page.evaluate(() => {
    const scrolls = (at: Element) =>
      /auto|scroll/.test(getComputedStyle(at).overflowY) && at.scrollHeight > at.clientHeight;
    const clips = (at: Element) => getComputedStyle(at).overflowY !== 'visible';
    return [
      ...document.querySelectorAll<HTMLElement>(
        'button, textarea, input:not([type="radio"]), label, [role="row"], summary',
      ),
    ]
      .filter(
        (control) =>
          control.checkVisibility({ visibilityProperty: true }) && !control.closest('[aria-hidden="true"], [inert]'),
      )
      .filter((control) => {
        const { left, top, width, height } = control.getBoundingClientRect();
        if (width < 4 || height < 4) return false;
        const [x, y] = [left + width / 2, top + height / 2];
        let scrolled = false;
        for (let at = control.parentElement; at; at = at.parentElement) {
          const box = at.getBoundingClientRect();
          // For screen readers alone.
          if (box.width < 4 && box.height < 4) return false;
          // On its very edge it is half in sight, and scrolls.
          if (clips(at) && (y < box.top + 2 || y > box.bottom - 2)) {
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

const found = z.array(z.string());

/** The rules about what colours and sizes decide. The others judge the page, which is the same in each of them. */
const ofLooks = ['color-contrast', 'target-size', 'scrollable-region-focusable'];

/**
 * All of its rules, or those about looks. The script is put into a page once: reading it anew each time takes longer than
 * the look itself.
 */
async function axe({ page }: Shown, isWhole: boolean): Promise<readonly string[]> {
  const there = await page.evaluate(() => 'axe' in window);
  if (!there) {
    // Legacy mode runs in the page alone; the other opens a second one, which this app rightly denies.
    const { violations: first } = await new AxeBuilder({ page }).setLegacyMode(true).analyze();
    return first.map(({ id, nodes }) => `${id} at ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
  }
  const runOnly = isWhole ? undefined : ofLooks;
  const again = await page.evaluate(
    `axe.run(document, ${JSON.stringify({ resultTypes: ['violations'], runOnly })}).then(({ violations }) => violations.map(({ id, nodes }) =>
      id + ' at ' + nodes.map(({ target }) => target.join(' ')).join(', ')))`,
  );
  return found.parse(again);
}

/** The window never scrolls as a whole, and nothing in it sideways but what is a table or a page of paper. */
const scrolling = (app: Shown) =>
  app.page.evaluate(() => {
    const whole = document.documentElement;
    const wide = [...document.querySelectorAll('*')].filter(
      (at) =>
        at.scrollWidth > at.clientWidth + 1 &&
        /auto|scroll/.test(getComputedStyle(at).overflowX) &&
        at.checkVisibility() &&
        !at.matches('input, textarea, [role="table"], [data-wide], [role="region"]'),
    );
    return [
      ...(whole.scrollWidth > innerWidth ? ['the window scrolls sideways'] : []),
      ...(whole.scrollHeight > innerHeight || whole.scrollTop > 0 ? ['the window scrolls as a whole'] : []),
      ...wide.map((at) => `scrolls sideways: ${at.tagName} ${at.className}`),
    ];
  });

/** Texts that stayed in English when the language of the window changed. */
export async function stillEnglish({ page }: Shown): Promise<readonly string[]> {
  const { language, texts } = await page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const said: string[] = [];
    while (walker.nextNode()) {
      const at = walker.currentNode.parentElement;
      if (at?.checkVisibility() && !at.closest('script, style, textarea'))
        said.push(walker.currentNode.nodeValue ?? '');
    }
    for (const at of document.querySelectorAll('[aria-label], [placeholder], [title]'))
      for (const name of ['aria-label', 'placeholder', 'title']) said.push(at.getAttribute(name) ?? '');
    return { language: document.documentElement.lang, texts: [...new Set(said.map((text) => text.trim()))] };
  });
  const spoken = languages.find((one) => one === language);
  if (spoken === undefined) return [`unknown language: ${language}`];
  return texts.filter((text) => isStillEnglish(text, spoken)).map((text) => `still in English: ${text}`);
}

/** What scrolls and should not, and what is out of reach, as the window is now. */
export async function layoutFaults(app: Shown): Promise<string[]> {
  const hidden = await outOfReach(app);
  return [...(await scrolling(app)), ...hidden.map((control) => `out of reach: ${control}`)];
}

/** The same, with what axe finds: by all of its rules, or by those about looks. */
export async function faults(app: Shown, isWhole = true): Promise<string[]> {
  return [...(await layoutFaults(app)), ...(await axe(app, isWhole))];
}
