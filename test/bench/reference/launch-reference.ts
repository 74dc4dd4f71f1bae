import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';
import { ourLanguages, pdfFiles } from '../../../vite.config.ts';
import type { App } from '../../e2e/app-handle.ts';
import { launchApp } from '../../e2e/launch-app.ts';

type PageName = 'empty' | 'dialog' | 'rows' | 'pdf';

/** Builds a plain page as the window is built, and shows it in a window as the app has it, on the same runtime. */
export async function launchReference(page: PageName): Promise<App> {
  const pages = mkdtempSync(join(tmpdir(), 'countersign-reference-'));
  await build({
    root: import.meta.dirname,
    base: './',
    configFile: false,
    logLevel: 'error',
    plugins: [pdfFiles(), ourLanguages()],
    build: {
      outDir: pages,
      emptyOutDir: true,
      target: 'chrome150',
      modulePreload: { polyfill: false },
      rolldownOptions: { input: join(import.meta.dirname, `${page}.html`) },
    },
  });
  const main = join(import.meta.dirname, 'main.ts');
  const app = await launchApp({ main, args: [`--pages=${pages}`, `--page=${page}`], locale: 'en-GB' });
  return {
    ...app,
    async [Symbol.asyncDispose]() {
      await app[Symbol.asyncDispose]();
      rmSync(pages, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
