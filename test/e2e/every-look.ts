import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeEach, expect } from 'vitest';
import { type Language, languages } from '../../preload/contract/language.ts';
import type { App } from './app-handle.ts';
import { walk } from './focus-walk.ts';
import { faults, stillEnglish } from './screen-faults.ts';

/** A screen in every language, in light, dark and forced colours, at 100 %, 200 % and 400 %. */

const schemes = ['light', 'dark', 'forced'] as const;
const sizes = [
  { zoom: '100 %', width: 1180, height: 780 },
  { zoom: '200 %', width: 590, height: 390 },
  { zoom: '400 %', width: 320, height: 256 },
] as const;

/** The sizes of pictures on request: those of the looks, a large window, and the smallest one at 100 %. */
const pictureSizes = [
  ...sizes,
  { zoom: 'large', width: 1680, height: 1000 },
  { zoom: 'small', width: 860, height: 560 },
] as const;

interface Look {
  readonly language: Language;
  readonly scheme: (typeof schemes)[number];
  readonly size: (typeof pictureSizes)[number];
  /** Whether all rules judge it: each size in the first language, and each other language once. */
  readonly isWhole?: boolean;
}

/**
 * A folder for pictures of every screen: in each language, light and dark, at 100 %, or on request in English and light
 * in five sizes. Nothing is judged then.
 */
const pictures = process.env['COUNTERSIGN_PICTURES'];
const inFiveSizes = process.env['COUNTERSIGN_PICTURE_SIZES'] === 'all';

/** All 36 on request. Else 12 of them, in which each two of language, colours and size meet. */
const wholly = process.env['COUNTERSIGN_LOOKS'] === 'all';

const ofPictures: readonly Look[] = inFiveSizes
  ? pictureSizes.map((size) => ({ language: 'en', scheme: 'light', size }))
  : languages.flatMap((language) =>
      (['light', 'dark'] as const).map((scheme) => ({ language, scheme, size: sizes[0] })),
    );

const looks: readonly Look[] = languages.flatMap((language, first) =>
  sizes.flatMap((size, second) =>
    schemes
      .filter((_scheme, third) => wholly || (first + second + third) % schemes.length === 0)
      .map((scheme) => ({ language, scheme, size, isWhole: wholly || first === 0 || second === 0 })),
  ),
);

/** The app, or a page with parts of its window. */
type Shown = Pick<App, 'page' | 'problems'>;
type Speak = (page: Page, language: Language) => Promise<unknown>;

const speakInApp: Speak = (page, language) =>
  page.evaluate((choice) => window.countersign.settings.language({ choice }), language);

async function put(page: Page, { language, scheme, size }: Look, speak: Speak): Promise<void> {
  await page.emulateMedia({
    colorScheme: scheme === 'dark' ? 'dark' : 'light',
    forcedColors: scheme === 'forced' ? 'active' : 'none',
    reducedMotion: 'reduce',
  });
  await page.setViewportSize({ width: size.width, height: size.height });
  if ((await page.evaluate(() => document.documentElement.lang)) !== language) await speak(page, language);
  // Asking for a look is not enough: wait until the page has it.
  await page.waitForFunction(
    (wanted) =>
      document.documentElement.lang === wanted.language &&
      innerWidth === wanted.width &&
      matchMedia('(forced-colors: active)').matches === (wanted.scheme === 'forced') &&
      matchMedia('(prefers-color-scheme: dark)').matches === (wanted.scheme === 'dark'),
    { language, scheme, width: size.width },
  );
  // Drawn as it now is, after what was measured anew.
  await page.evaluate(
    () => new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))),
  );
}

/** Of dialogs, the same in all languages. */
export const dialog = '[role="dialog"]';
export const question = '[role="alertdialog"]';

// A bound against waiting without end: how long it takes is for the computer to say.
export const limit = wholly || pictures !== undefined ? 1_200_000 : 300_000;

/** The looks taken in a file, their faults test by test, and at its end how much was looked at. */
export function setLooks(speak = speakInApp) {
  const tally = { screens: 0, looks: 0, stops: 0 };
  let found: string[];
  beforeEach(() => {
    found = [];
  });
  afterAll(() => {
    process.stdout.write(
      `Looked at ${tally.screens} screens, in ${tally.looks} looks; the keyboard was seen at ${tally.stops} places.\n`,
    );
  });

  /**
   * Looks at the screen that is there now, known by something that is the same in all languages, and leaves it in
   * English and light as it was found.
   */
  async function look(app: Shown, screen: string, sign: string): Promise<void> {
    tally.screens += 1;
    // Some screens and answers are fetched when they are asked for.
    await app.page.locator(sign).first().waitFor();
    for (const one of pictures === undefined ? looks : ofPictures) {
      await put(app.page, one, speak);
      if (pictures !== undefined) {
        const file = `${screen.replaceAll(/[^a-z0-9]+/gi, '-')}.png`;
        const folder = inFiveSizes ? `${one.size.width}x${one.size.height}` : join(one.language, one.scheme);
        await app.page.screenshot({ path: join(pictures, folder, file) });
        continue;
      }
      const name = `${screen}: ${one.language}, ${one.scheme}, ${one.size.zoom}`;
      // What closed by itself on the way was not looked at.
      if (!(await app.page.locator(sign).first().isVisible())) found.push(`${name}: it is not there`);
      // A page with parts of the window has words of its own.
      const spoken = speak === speakInApp ? await stillEnglish(app) : [];
      for (const fault of [...(await faults(app, one.isWhole)), ...spoken]) found.push(`${name}: ${fault}`);
      tally.looks += 1;
    }
    const [english] = languages;
    await put(app.page, { language: english, scheme: 'light', size: sizes[0] }, speak);
  }

  return {
    look,
    /** And from one thing to the next by Tab. */
    async lookAndWalk(app: Shown, screen: string, sign: string): Promise<void> {
      await look(app, screen, sign);
      const walked = await walk(app);
      tally.stops += walked.stops;
      found.push(...walked.faults.map((fault) => `${screen}: ${fault}`));
    },
    expectNoFault(app: Pick<App, 'problems'>): void {
      expect(found).toEqual([]);
      expect(app.problems()).toEqual([]);
    },
  };
}
