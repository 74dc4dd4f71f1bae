import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { createBuilder } from 'vite';
import type { Judged } from '../../scripts/bench.ts';
import type { App } from '../e2e/app-handle.ts';
import { launchApp } from '../e2e/launch-app.ts';
import { inTurns, median, type Pairs, ratioOf } from './ratio.ts';
import { launchReference } from './reference/launch-reference.ts';
import { sheet } from './sheet.ts';

const root = join(import.meta.dirname, '../..');
const out = join(root, 'out');
const PAINTS = 9;

/** Warm: the second of two builds in this process, as `npm start` and `npm run dev` see it. */
async function buildSeconds(): Promise<number> {
  let seconds = 0;
  for (let round = 0; round < 2; round += 1) {
    const started = performance.now();
    const builder = await createBuilder({ configFile: join(root, 'vite.config.ts'), logLevel: 'error' });
    await builder.buildApp();
    seconds = (performance.now() - started) / 1000;
  }
  return seconds;
}

/** The preview, the library that draws it, and what runs beside them. */
const isPreview = /^pdf-(?:preview|library|verdict|worker|checker)/;

const gzipKb = (scripts: readonly string[]) =>
  scripts.reduce((sum, name) => sum + gzipSync(readFileSync(join(out, 'renderer/assets', name))).length, 0) / 1024;

/** From the start of the navigation to the first contentful paint, as Chromium reports it. */
async function firstPaint({ page }: App): Promise<number> {
  await page.reload();
  await page.locator('main').waitFor();
  // The entry may come a frame after the element.
  return page.evaluate(
    () =>
      new Promise<number>((done) => {
        new PerformanceObserver((list) => {
          const found = list.getEntriesByName('first-contentful-paint')[0];
          if (found) done(found.startTime);
        }).observe({ type: 'paint', buffered: true });
      }),
  );
}

async function firstPaints(): Promise<Pairs> {
  await using app = await launchApp();
  await using empty = await launchReference('empty');
  await app.page.locator('main').waitFor();
  // Both windows stay until the last turn.
  return await inTurns(
    PAINTS,
    () => firstPaint(app),
    () => firstPaint(empty),
  );
}

const percentile = (values: readonly number[], part: number) =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * part))] ?? 0;

const rounded = (value: number) => Math.round(value * 10) / 10;

export async function window(): Promise<Judged> {
  const seconds = await buildSeconds();
  if (!existsSync(join(out, 'preload/preload.cjs'))) throw new Error('The build left no preload');
  const { sheetOpenMs, firstPageMs, keystrokeMs, scripts, ratios } = await sheet();
  const paints = await firstPaints();
  const figures = {
    sheetOpenMs: rounded(median(sheetOpenMs)),
    firstPageMs: rounded(median(firstPageMs)),
    firstPageMostMs: rounded(Math.max(...firstPageMs)),
    keystrokeMs: rounded(percentile(keystrokeMs, 0.95)),
    firstPaintMs: rounded(median(paints.ours)),
    // Everything but the preview itself: the list, the sheet and the words of one language.
    jsGzipKb: rounded(gzipKb(scripts.filter((name) => !isPreview.test(name)))),
    preloadBytes: statSync(join(out, 'preload/preload.cjs')).size,
    buildSeconds: rounded(seconds),
  };
  return { figures, ratios: [...ratios, ratioOf('first paint : an empty page', paints)] };
}
