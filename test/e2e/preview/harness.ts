import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { build } from 'vite';
import { createAppProtocol } from '../../../main/electron/app-protocol.ts';
import { closerOf, listen } from '../../../main/practice-service/listen.ts';
import { dividedTexts } from '../../../scripts/divided-texts.ts';
import { pdfFiles } from '../../../vite.config.ts';
import { findChromium } from '../../standin/chromium.ts';

export interface PreviewPageHandle extends AsyncDisposable {
  readonly page: Page;
  /** Console errors, exceptions, breaches of the policy, dialogs, requests that leave the page's own server. */
  readonly problems: readonly string[];
  /** Paths asked for, in their order. */
  readonly requests: readonly string[];
}

export interface PreviewHarness extends AsyncDisposable {
  /** What the page can read, by name; the page sees changes at once. */
  readonly files: Map<string, Uint8Array>;
  open(options?: BrowserContextOptions): Promise<PreviewPageHandle>;
}

async function buildPage(outDir: string): Promise<void> {
  await build({
    configFile: false,
    logLevel: 'error',
    root: import.meta.dirname,
    base: './',
    plugins: [react(), pdfFiles(), dividedTexts()],
    build: { outDir, emptyOutDir: true, target: 'chrome150', chunkSizeWarningLimit: 900 },
  });
}

/** The component alone in a page, built as the app is and under the app's own headers. */
export async function startPreviewHarness(): Promise<PreviewHarness> {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-preview-'));
  await buildPage(folder);
  const files = new Map<string, Uint8Array>();
  const answer = createAppProtocol(folder);

  const give = async (path: string, response: ServerResponse) => {
    const reply = await answer(new Request(`app://bundle${path}`));
    response.writeHead(reply.status, Object.fromEntries(reply.headers));
    response.end(Buffer.from(await reply.arrayBuffer()));
  };
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? '/', 'http://page').pathname);
    if (path.startsWith('/files/')) {
      const [, from = '', to = ''] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
      const bytes = files.get(path.slice('/files/'.length));
      if (!bytes) response.writeHead(404).end();
      else response.writeHead(206).end(bytes.subarray(Number(from), Number(to) + 1));
      return;
    }
    if (path === '/favicon.ico') {
      response.writeHead(204).end();
      return;
    }
    void give(request.url ?? '/', response);
  });
  const closeServer = closerOf(server);
  const origin = `http://127.0.0.1:${await listen(server)}`;
  const browser: Browser = await chromium.launch({
    executablePath: findChromium(),
    args: ['--disable-background-networking', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
  });

  return {
    files,
    async open(options = {}) {
      const context = await browser.newContext({ viewport: { width: 560, height: 700 }, ...options });
      const page = await context.newPage();
      const problems: string[] = [];
      const requests: string[] = [];
      page.on('console', (message) => {
        if (message.type() === 'error') problems.push(`error: ${message.text()}`);
      });
      page.on('pageerror', (error) => problems.push(`exception: ${error.message}`));
      page.on('dialog', (dialog) => {
        problems.push(`dialog: ${dialog.message()}`);
        void dialog.dismiss();
      });
      context.on('page', () => problems.push('a second page'));
      context.on('request', (request) => {
        const url = new URL(request.url());
        requests.push(url.pathname);
        if (url.origin !== origin && url.protocol !== 'blob:' && url.protocol !== 'data:')
          problems.push(`request: ${url.href}`);
      });
      await page.goto(`${origin}/`);
      await page.waitForFunction(() => document.title === 'ready');
      return { page, problems, requests, [Symbol.asyncDispose]: () => context.close() };
    },
    async [Symbol.asyncDispose]() {
      await browser.close();
      await closeServer();
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
