import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import { electronBinary } from '../../scripts/electron-binary.ts';
import { ownHome } from '../own-home.ts';
import { type RunningApp, runToEnd, startStandin } from '../standin/start.ts';
import type { App, LaunchOptions } from './app-handle.ts';
import { launchElectron } from './launch-electron.ts';

const root = join(import.meta.dirname, '../..');

type Bare = Omit<App, typeof Symbol.asyncDispose>;

async function connect({ ready, output }: RunningApp): Promise<{ browser: Browser; page: Page }> {
  // Without Playwright's defaults: its colour scheme and focus would hide the app's own.
  const browser = await chromium.connectOverCDP(ready.cdp, { noDefaults: true });
  const [context] = browser.contexts();
  const page = context?.pages()[0] ?? (await context?.waitForEvent('page'));
  if (!page) throw new Error(`The app showed no window:\n${output()}`);
  await page.waitForURL((url) => url.href !== 'about:blank', { waitUntil: 'commit' });
  return { browser, page };
}

async function launchStandin(home: string, options: LaunchOptions): Promise<Bare> {
  const { args = [], env = {}, locale, colorScheme, main = join(root, 'out/main/main.js') } = options;
  const start = {
    main,
    args: [`--user-data-dir=${home}`, ...args],
    env: {
      ...env,
      ...(locale === undefined ? {} : { STANDIN_LOCALE: locale }),
      ...(colorScheme === undefined ? {} : { STANDIN_COLOR_SCHEME: colorScheme }),
    },
  };
  const app = await startStandin(start);
  const { browser, page } = await connect(app).catch(async (error: unknown) => {
    await app.kill();
    throw error;
  });

  return {
    runtime: 'standin',
    standin: app,
    page,
    home,
    problems: () => app.problems.map(({ kind, text }) => `${kind}: ${text}`),
    async drop(target, files) {
      const box =
        typeof target === 'string' ? await page.locator(target).boundingBox() : { ...target, width: 0, height: 0 };
      if (!box) throw new Error(`Nothing to drop on: ${JSON.stringify(target)}`);
      await app.ask('drop', { x: box.x + box.width / 2, y: box.y + box.height / 2, files });
    },
    async answerDialog(answer) {
      if (answer.dialog === 'open') await app.ask('answerOpen', answer.paths);
      else if (answer.dialog === 'save') await app.ask('answerSave', answer.path);
      else await app.ask('answerMessage', answer.button);
    },
    async clickMenu(choice, menu = 'application') {
      await app.ask('clickMenu', { menu, item: choice });
    },
    notifications: () => app.ask('notifications'),
    async clickNotification(title) {
      await app.ask('clickNotification', title);
    },
    opened: () => app.ask('opened'),
    clipboard: {
      get: () => app.ask('readClipboard'),
      set: (text) => app.ask('writeClipboard', text),
    },
    async power(event) {
      await app.ask('power', event);
    },
    sleep: (ms) => app.ask('sleep', ms),
    theme: (scheme) => app.ask('look', { dark: scheme === 'dark' }),
    async secondInstance(more) {
      const { code } = await runToEnd({ ...start, args: [`--user-data-dir=${home}`, ...more] });
      if (code !== 0) throw new Error(`A second start ended with ${code}`);
    },
    async quit() {
      await browser.close();
      await app.quit();
    },
    async kill() {
      await browser.close();
      await app.kill();
    },
  };
}

/** What the window of the app that ended last said then. */
let lastScreen = '';

/** Returns what the window of the app that ended last said then. A story that failed tells it. */
export const takeLastScreen = (): string => {
  const screen = lastScreen;
  lastScreen = '';
  return screen;
};

/** Starts the built app: on real Electron where its binary is installed, else on the standin. */
export async function launchApp(wanted: LaunchOptions = {}): Promise<App> {
  const home = wanted.home ?? mkdtempSync(join(tmpdir(), 'countersign-home-'));
  // Signed copies go to a person's documents: not to those of the person who runs the tests.
  const person = `${home}-person`;
  mkdirSync(join(person, 'Documents'), { recursive: true });
  const options = { ...wanted, env: { ...ownHome(person), ...wanted.env } };
  const binary = electronBinary();
  const app = await (binary === null ? launchStandin(home, options) : launchElectron(binary, root, home, options));
  return {
    ...app,
    async [Symbol.asyncDispose]() {
      const screen = await app.page.ariaSnapshot({ timeout: 2_000 }).catch(() => '');
      if (screen !== '') lastScreen = screen;
      await app.kill();
      if (wanted.home !== undefined) return;
      for (const folder of [home, person]) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
