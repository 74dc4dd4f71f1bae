import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type ElectronApplication, type Page, _electron as playwright } from 'playwright-core';
import type { App, DialogAnswer, LaunchOptions, MenuChoice, Opened, ShownNotification } from './app-handle.ts';

/*
 * The handle on real Electron. Not possible there:
 *  - dialogs, notifications and opened links are caught by functions put in place just after the start, so what the app
 *    does before that is not seen; a tray's menu is known only when it is set after that;
 *  - the system's look cannot be changed, only the app's own choice of it (`nativeTheme.themeSource`);
 *  - power events are emitted, the computer does not sleep;
 *  - requests that the app's guards cancel are told by Chromium as failed, without saying who failed them.
 */

/** What the functions put into the main process keep there for the test. */
interface Caught {
  readonly opened: Opened[];
  readonly notifications: (ShownNotification & { click(): void })[];
  readonly answers: { open: string[][]; save: (string | null)[]; message: number[] };
  readonly unanswered: string[];
  readonly tray: { menu: Electron.Menu | null };
}
declare global {
  var caughtByTest: Caught;
}

function catchDesktop(app: ElectronApplication): Promise<void> {
  return app.evaluate(({ dialog, shell, Notification, Tray }) => {
    const caught: Caught = {
      opened: [],
      notifications: [],
      answers: { open: [], save: [], message: [] },
      unanswered: [],
      tray: { menu: null },
    };
    globalThis.caughtByTest = caught;
    const need = <T>(answer: T | undefined, kind: string): T => {
      if (answer !== undefined) return answer;
      caught.unanswered.push(`${kind} dialog without an answer`);
      throw new Error(`${kind} dialog without an answer`);
    };
    Object.assign(shell, {
      openExternal: async (target: string) => void caught.opened.push({ how: 'external', target }),
      showItemInFolder: (target: string) => void caught.opened.push({ how: 'folder', target }),
      trashItem: async (target: string) => void caught.opened.push({ how: 'trash', target }),
      openPath: async (target: string) => {
        caught.opened.push({ how: 'path', target });
        return '';
      },
    });
    Object.assign(dialog, {
      showOpenDialog: async () => {
        const filePaths = need(caught.answers.open.shift(), 'open');
        return { canceled: filePaths.length === 0, filePaths };
      },
      showSaveDialog: async () => {
        const filePath = need(caught.answers.save.shift(), 'save');
        return { canceled: filePath === null, filePath: filePath ?? '' };
      },
      showMessageBox: async () => ({
        response: need(caught.answers.message.shift(), 'message'),
        checkboxChecked: false,
      }),
    });
    Notification.prototype.show = function show() {
      caught.notifications.push({ title: this.title, body: this.body, open: true, click: () => this.emit('click') });
    };
    const { setContextMenu } = Tray.prototype;
    Tray.prototype.setContextMenu = function setAndKeep(menu) {
      caught.tray.menu = menu;
      setContextMenu.call(this, menu);
    };
  });
}

function watchProblems(page: Page): string[] {
  const problems: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => problems.push(`exception: ${error.stack ?? error.message}`));
  page.on('requestfailed', (request) => problems.push(`blocked: ${request.url()} (${request.failure()?.errorText})`));
  page.on('crash', () => problems.push('crash: the page crashed'));
  return problems;
}

const answerDialog = (app: ElectronApplication, given: DialogAnswer): Promise<void> =>
  app.evaluate((_electron, answer) => {
    const { answers } = globalThis.caughtByTest;
    if (answer.dialog === 'open') answers.open.push([...answer.paths]);
    else if (answer.dialog === 'save') answers.save.push(answer.path);
    else answers.message.push(answer.button);
  }, given);

const clickMenu = (app: ElectronApplication, choice: MenuChoice, menu: 'application' | 'tray'): Promise<void> =>
  app.evaluate(
    ({ Menu, BrowserWindow }, wanted) => {
      const whole = wanted.menu === 'tray' ? globalThis.caughtByTest.tray.menu : Menu.getApplicationMenu();
      const all = (items: readonly Electron.MenuItem[]): Electron.MenuItem[] =>
        items.flatMap((item) => [item, ...all(item.submenu?.items ?? [])]);
      const byPath = (
        items: readonly Electron.MenuItem[],
        [label, ...rest]: readonly string[],
      ): Electron.MenuItem | undefined => {
        const item = items.find((one) => one.visible && one.label.replaceAll('&', '') === label);
        return rest.length === 0 ? item : byPath(item?.submenu?.items ?? [], rest);
      };
      const items = whole?.items ?? [];
      const { choice: picked } = wanted;
      const item =
        'role' in picked
          ? all(items).find(({ role }) => role?.toLowerCase() === picked.role.toLowerCase())
          : byPath(items, picked);
      if (!item?.enabled) throw new Error(`No ${JSON.stringify(picked)} to click in the ${wanted.menu} menu`);
      const window = BrowserWindow.getFocusedWindow() ?? BrowserWindow.getAllWindows()[0];
      Reflect.apply(item.click, item, [{}, window, window?.webContents]);
    },
    { choice, menu },
  );

export async function launchElectron(
  binary: string,
  root: string,
  home: string,
  { args = [], env = {}, locale, colorScheme, main }: LaunchOptions,
): Promise<Omit<App, typeof Symbol.asyncDispose>> {
  const appArgs = [
    main ?? root,
    `--user-data-dir=${home}`,
    ...(locale === undefined ? [] : [`--lang=${locale}`]),
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  ];
  const ownEnv: Record<string, string> = { ...env };
  for (const [name, value] of Object.entries(process.env)) if (value !== undefined) ownEnv[name] ??= value;
  if (locale !== undefined) ownEnv['LANGUAGE'] = locale.replace('-', '_');

  const app = await playwright.launch({ executablePath: binary, args: [...appArgs, ...args], env: ownEnv });
  await catchDesktop(app);
  const page = await app.firstWindow();
  const seen = watchProblems(page);
  const unanswered: string[] = [];
  const ended = new Promise<void>((resolve) => app.once('close', () => resolve()));
  if (colorScheme !== undefined) await page.emulateMedia({ colorScheme });

  return {
    runtime: 'electron',
    standin: null,
    page,
    home,
    problems: () => [...seen, ...unanswered],
    async drop(target, files) {
      const box =
        typeof target === 'string' ? await page.locator(target).boundingBox() : { ...target, width: 0, height: 0 };
      if (!box) throw new Error(`Nothing to drop on: ${JSON.stringify(target)}`);
      const { x, y, width, height } = box;
      const cdp = await page.context().newCDPSession(page);
      const data = { items: [], files: [...files], dragOperationsMask: 1 };
      for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
        await cdp.send('Input.dispatchDragEvent', { type, x: x + width / 2, y: y + height / 2, data });
      await cdp.detach();
    },
    answerDialog: (answer) => answerDialog(app, answer),
    clickMenu: (choice, menu = 'application') => clickMenu(app, choice, menu),
    notifications: () =>
      app.evaluate(() => globalThis.caughtByTest.notifications.map(({ title, body, open }) => ({ title, body, open }))),
    clickNotification: (title) =>
      app.evaluate((_electron, wanted) => {
        const shown = globalThis.caughtByTest.notifications.findLast((one) => one.title === wanted);
        if (!shown) throw new Error(`No notification '${wanted}'`);
        shown.click();
      }, title),
    opened: () => app.evaluate(() => globalThis.caughtByTest.opened),
    clipboard: {
      get: () => app.evaluate(({ clipboard }) => clipboard.readText()),
      set: (text) => app.evaluate(({ clipboard }, wanted) => clipboard.writeText(wanted), text),
    },
    power: (event) => app.evaluate(({ powerMonitor }, name) => void powerMonitor.emit(name), event),
    sleep: (ms) =>
      app.evaluate(({ powerMonitor }, passed) => {
        const { now } = Date;
        Date.now = () => now() + passed;
        powerMonitor.emit('resume');
      }, ms),
    async theme(scheme) {
      await app.evaluate(({ nativeTheme }, wanted) => {
        nativeTheme.themeSource = wanted;
      }, scheme);
      await page.emulateMedia({ colorScheme: scheme });
    },
    async secondInstance(more) {
      const second = spawn(binary, [...appArgs, ...more], { env: ownEnv, stdio: 'ignore' });
      await once(second, 'exit');
      if (second.exitCode !== 0) throw new Error(`A second start ended with ${second.exitCode}`);
    },
    async quit() {
      unanswered.push(...(await app.evaluate(() => globalThis.caughtByTest.unanswered)));
      // The answer is lost when the app ends before it is given.
      await Promise.race([app.evaluate(({ app: own }) => own.quit()).catch(() => undefined), ended]);
      await ended;
    },
    async kill() {
      app.process().kill('SIGKILL');
      await ended;
    },
  };
}
