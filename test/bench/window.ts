import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { createBuilder } from 'vite';
import { launchApp } from '../e2e/launch-app.ts';
import { sheet } from './sheet.ts';

const root = join(import.meta.dirname, '../..');
const out = join(root, 'out');

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

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
async function firstPaints(rounds: number): Promise<number[]> {
  const home = mkdtempSync(join(tmpdir(), 'countersign-bench-'));
  const paints: number[] = [];
  const app = await launchApp({ home });
  try {
    await app.page.locator('main').waitFor();
    for (let round = 0; round < rounds; round += 1) {
      await app.page.reload();
      await app.page.locator('main').waitFor();
      // The entry may come a frame after the element.
      const paint = await app.page.evaluate(
        () =>
          new Promise<number>((done) => {
            new PerformanceObserver((list) => {
              const found = list.getEntriesByName('first-contentful-paint')[0];
              if (found) done(found.startTime);
            }).observe({ type: 'paint', buffered: true });
          }),
      );
      paints.push(paint);
    }
  } finally {
    await app.quit();
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  }
  return paints;
}

const percentile = (values: readonly number[], part: number) =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * part))] ?? 0;

const rounded = (value: number) => Math.round(value * 10) / 10;

export async function window(): Promise<Record<string, number>> {
  const seconds = await buildSeconds();
  if (!existsSync(join(out, 'preload/preload.cjs'))) throw new Error('The build left no preload');
  const { sheetOpenMs, firstPageMs, keystrokeMs, scripts } = await sheet();
  return {
    sheetOpenMs: rounded(median(sheetOpenMs)),
    firstPageMs: rounded(median(firstPageMs)),
    firstPageMostMs: rounded(Math.max(...firstPageMs)),
    keystrokeMs: rounded(percentile(keystrokeMs, 0.95)),
    firstPaintMs: rounded(median(await firstPaints(9))),
    // Everything but the preview itself: the list, the sheet and the words of one language.
    jsGzipKb: rounded(gzipKb(scripts.filter((name) => !isPreview.test(name)))),
    preloadBytes: statSync(join(out, 'preload/preload.cjs')).size,
    buildSeconds: rounded(seconds),
  };
}
