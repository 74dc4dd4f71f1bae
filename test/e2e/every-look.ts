import { type Language, languages } from '../../preload/contract/language.ts';
import type { App } from './app-handle.ts';
import { faults } from './screen-faults.ts';

/** A screen in every language, in light, dark and forced colours, at 100 %, 200 % and 400 %. */

const schemes = ['light', 'dark', 'forced'] as const;
const sizes = [
  { zoom: '100 %', width: 1180, height: 780 },
  { zoom: '200 %', width: 590, height: 390 },
  { zoom: '400 %', width: 320, height: 256 },
] as const;

interface Look {
  readonly language: Language;
  readonly scheme: (typeof schemes)[number];
  readonly size: (typeof sizes)[number];
}

/** All 36 on request. Else 12 of them, in which each two of language, colours and size meet. */
export const wholly = process.env['COUNTERSIGN_LOOKS'] === 'all';

const looks: readonly Look[] = languages.flatMap((language, first) =>
  sizes.flatMap((size, second) =>
    schemes
      .filter((_scheme, third) => wholly || (first + second + third) % schemes.length === 0)
      .map((scheme) => ({ language, scheme, size })),
  ),
);

const speak = (app: App, language: Language) =>
  app.page.evaluate((choice) => window.countersign.settings.language({ choice }), language);

async function put(app: App, { language, scheme, size }: Look): Promise<void> {
  const { page } = app;
  await page.emulateMedia({
    colorScheme: scheme === 'dark' ? 'dark' : 'light',
    forcedColors: scheme === 'forced' ? 'active' : 'none',
    reducedMotion: 'reduce',
  });
  await page.setViewportSize({ width: size.width, height: size.height });
  await speak(app, language);
  // A wish is not a look: it is taken for one when the page has it.
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

export interface Tally {
  readonly screens: string[];
  readonly faults: string[];
  looks: number;
  /** Where the keyboard was on its walks. */
  stops: number;
}

/**
 * Looks at the screen that is there now, known by something that is the same in all languages, and leaves it in English
 * and light as it was found.
 */
export async function everyLook(app: App, tally: Tally, screen: string, sign: string): Promise<void> {
  tally.screens.push(screen);
  for (const look of looks) {
    await put(app, look);
    const name = `${screen}: ${look.language}, ${look.scheme}, ${look.size.zoom}`;
    // What closed by itself on the way was not looked at.
    if (!(await app.page.locator(sign).first().isVisible())) tally.faults.push(`${name}: it is not there`);
    for (const fault of await faults(app)) tally.faults.push(`${name}: ${fault}`);
    tally.looks += 1;
  }
  const [english] = languages;
  await put(app, { language: english, scheme: 'light', size: sizes[0] });
}
