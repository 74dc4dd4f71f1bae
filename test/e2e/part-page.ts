import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from 'playwright-core';
import { build, type InlineConfig, preview } from 'vite';
import { dividedTexts } from '../../scripts/divided-texts.ts';
import { findChromium } from '../standin/chromium.ts';

export interface PartPages extends AsyncDisposable {
  /** Where the page is served. */
  readonly address: string;
  /** A fresh page, when its `sign` is there. What goes wrong on it is collected in `problems`. */
  open(query?: string, size?: { readonly width: number; readonly height: number }): Promise<Page>;
  readonly problems: readonly string[];
}

/** Under a test runner React Aria would draw every row of a long list, and Vite build for development. */
async function buildForProduction(config: InlineConfig): Promise<void> {
  const before = process.env['NODE_ENV'];
  process.env['NODE_ENV'] = 'production';
  try {
    await build(config);
  } finally {
    if (before === undefined) delete process.env['NODE_ENV'];
    else process.env['NODE_ENV'] = before;
  }
}

/** Builds a page with parts of the window as the app is built, and shows it in Chromium. */
export async function startPartPages(root: string, sign: string): Promise<PartPages> {
  const outDir = mkdtempSync(join(tmpdir(), 'countersign-parts-'));
  const config = {
    root,
    configFile: false,
    logLevel: 'error',
    plugins: [dividedTexts()],
    build: { outDir, emptyOutDir: true, target: 'chrome150' },
    preview: { host: '127.0.0.1', port: 0 },
  } satisfies InlineConfig;
  await buildForProduction(config);
  const server = await preview(config);
  const address = server.resolvedUrls?.local[0];
  if (address === undefined) throw new Error('The page is not served');
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: ['--disable-background-networking', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
  });
  const problems: string[] = [];
  return {
    address,
    problems,
    async open(query = '', viewport = { width: 900, height: 700 }) {
      const page = await browser.newPage({ viewport, permissions: ['clipboard-read', 'clipboard-write'] });
      page.on('console', (message) => {
        if (['error', 'warning'].includes(message.type())) problems.push(message.text());
      });
      page.on('pageerror', (error) => problems.push(String(error)));
      await page.goto(`${address}?${query}`);
      await page.locator(sign).first().waitFor();
      return page;
    },
    async [Symbol.asyncDispose]() {
      await browser.close();
      await server.close();
      rmSync(outDir, { recursive: true, force: true });
    },
  };
}
