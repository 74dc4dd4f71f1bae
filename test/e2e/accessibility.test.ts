import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type PracticeService, startPracticeService } from '../practice-service/practice-service.ts';
import type { App } from './app-handle.ts';
import { launchApp } from './launch-app.ts';
import { connect, connectionFileIn, next } from './onboarding.ts';

/** Every screen there is, in light and dark, at 100 %, 200 % and 400 % (a quarter of the room), in the longest language too. */

let home: string;
let service: PracticeService;

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'countersign-e2e-'));
  service = await startPracticeService();
});
afterAll(async () => {
  await service.close();
  rmSync(home, { recursive: true, force: true, maxRetries: 5 });
});

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

async function violations(app: App): Promise<string[]> {
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

const launch = (locale: string, name: string) =>
  launchApp({ home: join(home, name), args: ['--connection', connectionFileIn(home, service.connection)], locale });

describe('accessibility', () => {
  test('the steps of connecting', async () => {
    await using app = await launch('en-GB', 'steps');
    const { page } = app;
    await page.getByRole('button', { name: 'Addresses and identification' }).click();
    expect(await violations(app)).toEqual([]);
    await next(app);
    await page.getByLabel('Paste here what the page showed').fill('nothing useful');
    await next(app);
    await page.getByRole('alert').waitFor();
    expect(await violations(app)).toEqual([]);
  });

  test('the list, the settings and a question', async () => {
    await using app = await launch('en-GB', 'list');
    const { userId } = await connect(app, service).then(async (user) => user);
    expect(await violations(app)).toEqual([]);
    await app.page.getByRole('button', { name: 'Settings' }).click();
    await app.page.getByText('Deutsch').click();
    await app.page.getByRole('heading', { name: 'Einstellungen' }).waitFor();
    expect(await violations(app)).toEqual([]);
    await app.page.getByText('English').click();
    await app.page.getByRole('button', { name: 'Forget this sign-in…' }).click();
    await app.page.getByRole('alertdialog').waitFor();
    expect(await violations(app)).toEqual([]);
    expect(userId).not.toBe('');
  });

  test('a list of documents is a grid with true row numbers, walked by keyboard alone', async () => {
    await using app = await launch('en-GB', 'grid');
    const { page } = app;
    const { id, username, password } = service.people.createServiceUser();
    for (let number = 1; number <= 60; number += 1)
      await service.documents.add(id, { name: `Contract ${number}.pdf`, status: number % 2 ? 'in-progress' : 'draft' });
    await page.keyboard.press('Tab');
    await page.getByRole('button', { name: 'Continue' }).focus();
    await page.keyboard.press('Enter');
    await page.getByLabel('Paste here what the page showed').fill(`${username}\n${password}`);
    await page.getByRole('button', { name: 'Continue' }).focus();
    await page.keyboard.press('Enter');
    await page.getByText('Found: user').waitFor();
    await page.getByRole('button', { name: 'Continue' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Show my documents' }).focus();
    await page.keyboard.press('Enter');

    const grid = page.getByRole('grid', { name: 'Documents' });
    await grid.getByRole('row').nth(3).waitFor();
    expect(await grid.getAttribute('aria-rowcount')).toBe('62');
    expect(await violations(app)).toEqual([]);
    await app.secondInstance(['--conection=x.json']);
    await page.getByRole('alert').waitFor();
    expect(await violations(app)).toEqual([]);
    await page.setViewportSize({ width: 1180, height: 780 });
    await page.getByRole('radio', { name: /Drafts/ }).focus();
    await page.keyboard.press('Tab');
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-rowindex') ?? null);
    expect(await focused()).toBe('2');
    for (let step = 0; step < 30; step += 1) await page.keyboard.press('ArrowDown');
    // Thirty further, past the heading of the second group.
    await expect.poll(focused).toBe('33');
    await page.keyboard.press('End');
    await expect.poll(focused).toBe('62');
    await page.keyboard.press('Home');
    await expect.poll(focused).toBe('2');
    expect(app.problems()).toEqual([]);
  });
});
