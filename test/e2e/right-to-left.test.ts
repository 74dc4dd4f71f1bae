import { describe, expect, test } from 'vitest';
import type { App } from './app-handle.ts';
import { limit } from './every-look.ts';
import { go, goSettings, row } from './on-page.ts';
import { connect } from './onboarding.ts';
import { layoutFaults } from './screen-faults.ts';
import { setStage } from './stage.ts';
import { t } from './texts.ts';

/**
 * The window in a language that does not exist: written from right to left, its words longer and in other letters. A
 * real one then needs its texts alone.
 */

const stage = setStage();

/** Turns the page around, and every text that is on it now. */
const turn = ({ page }: App) =>
  page.evaluate(() => {
    document.documentElement.dir = 'rtl';
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let at = texts.nextNode(); at; at = texts.nextNode()) {
      const text = at.nodeValue ?? '';
      const isWords = /\p{L}{2}/u.test(text) && !text.startsWith('⟦');
      if (isWords && at.parentElement?.closest('option, code') === null)
        // A third longer, as German is, and in words.
        at.nodeValue = `⟦${text}${'אבגדהוז '.repeat(Math.ceil(text.length / 20)).slice(0, Math.ceil(text.length / 3))}⟧`;
    }
  });

/** Texts that do not fit and do not say so by dots. */
const cut = ({ page }: App) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('body *')]
      .filter((at) => at.checkVisibility() && at.getBoundingClientRect().width > 4)
      .filter((at) => {
        const { overflowX, textOverflow, clipPath } = getComputedStyle(at);
        // For screen readers alone.
        if (clipPath !== 'none') return false;
        const clips = overflowX === 'hidden' || overflowX === 'clip';
        return clips && textOverflow !== 'ellipsis' && at.scrollWidth > at.clientWidth + 1;
      })
      .map((at) => `cut: ${at.tagName} ${at.className} ${at.textContent.slice(0, 40)}`),
  );

/** Where the middle of an element is, from 0 at the left to 1 at the right. */
const placeOf = async ({ page }: App, selector: string) => {
  const box = await page.locator(selector).first().boundingBox();
  if (!box) throw new Error(`${selector} is not there.`);
  const width = await page.evaluate(() => innerWidth);
  return (box.x + box.width / 2) / width;
};

async function judge(app: App, screen: string): Promise<readonly string[]> {
  await turn(app);
  // Longer texts may bring a scroll bar, and the table is laid out for its new width in the next frame.
  await app.page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
  const found = [...(await cut(app)), ...(await layoutFaults(app))];
  // The menu begins where the reading begins.
  const isTurned = (await placeOf(app, 'nav')) > 0.5 && (await placeOf(app, 'main')) < 0.5;
  return [...found, ...(isTurned ? [] : ['not turned around'])].map((fault) => `${screen}: ${fault}`);
}

describe('from right to left', { timeout: limit }, () => {
  test('every screen is turned around, and nothing is cut', async () => {
    const user = stage.service.people.createServiceUser();
    for (const status of ['draft', 'in-progress', 'signed', 'rejected'] as const)
      await stage.service.documents.add(user.id, { name: `Contract ${status}.pdf`, status });
    await using app = await stage.launch();
    await connect(app, stage.service, user);
    await row(app, 'Contract signed.pdf').waitFor();
    const { page } = app;
    const found: string[] = [];
    for (const size of [
      { width: 1180, height: 780 },
      { width: 590, height: 390 },
    ]) {
      await page.setViewportSize(size);
      for (const screen of ['documents', 'waiting', 'folders', 'people', 'profiles'] as const) {
        await page.evaluate(() => {
          document.documentElement.dir = 'ltr';
        });
        await go(app, screen);
        const title = t(screen === 'documents' ? 'documents.title' : `nav.${screen}`);
        await page.getByRole('heading', { name: title, level: 1 }).waitFor();
        found.push(...(await judge(app, `${screen} ${size.width}`)));
        // React writes its own texts again with the screen.
        await page.reload();
        await page.getByRole('heading', { name: t('documents.title'), level: 1 }).waitFor();
      }
      for (const settings of ['general', 'notifications', 'storage', 'network', 'help', 'connections'] as const) {
        await goSettings(app, settings);
        await page.locator(settings === 'storage' ? '#data' : `#${settings}`).waitFor();
        found.push(...(await judge(app, `settings ${settings} ${size.width}`)));
        await page.reload();
        await page.getByRole('heading', { name: t('documents.title'), level: 1 }).waitFor();
      }
    }
    expect(found).toEqual([]);
    expect(app.problems()).toEqual([]);
  });
});
