import type { z } from 'zod';
import type { BrowserWindow } from './browser-window.ts';
import { type Call, calls, type Output, type Parsed, questionSchema, type ToTest } from './control.ts';
import { preventable } from './event.ts';
import type { Menu } from './menu.ts';
import { chooseFiles, dropFiles, pasteFiles } from './real-files.ts';
import type { Standin } from './standin.ts';
import { WebFrame } from './web-frame.ts';

/** The contract seen call by call, so that a name, its schema and its handler stay together for the compiler. */
type Schemas = { readonly [C in Call]: { readonly input: z.ZodType<Parsed<C>> } };
type Handlers = { readonly [C in Call]: (input: Parsed<C>) => Output<C> | Promise<Output<C>> };

function createHandlers(standin: Standin): Handlers {
  const { app, windows, dialogs, notifications, shell, clipboard, theme, power, log, ipc } = standin;

  function current(): BrowserWindow {
    const window = windows.current;
    if (!window) throw new Error('The app has no window');
    return window;
  }
  function menuOf(name: Parsed<'menu'>): Menu | null {
    if (name === 'tray') return standin.trays.current()?.menu ?? null;
    return name === 'popup' ? standin.menus.popup : standin.menus.application;
  }
  function senderFrame(frame: Parsed<'invoke'>['frame']): WebFrame | null {
    const main = current().webContents.mainFrame;
    if (frame.kind === 'main') return main;
    if (frame.kind === 'gone') return null;
    const made = new WebFrame('made by the test', frame.kind === 'sub' ? main : null, 99);
    made.url = frame.url;
    return made;
  }
  const windowActs: Readonly<Record<Parsed<'window'>['act'], () => void>> = {
    close: () => current().close(),
    show: () => current().show(),
    hide: () => current().hide(),
    focus: () => current().focus(),
    blur: () => current().blur(),
    minimize: () => current().minimize(),
    restore: () => current().restore(),
    maximize: () => current().maximize(),
    crash: () => current().webContents.forcefullyCrashRenderer(),
  };

  return {
    problems: () => log.problems,
    network: () => log.network,
    windows: () =>
      windows.all.map((window) => ({
        id: window.id,
        title: window.getTitle(),
        url: window.webContents.getURL(),
        visible: window.isVisible(),
        focused: window.isFocused(),
        minimized: window.isMinimized(),
        maximized: window.isMaximized(),
        fullScreen: window.isFullScreen(),
        devTools: window.webContents.isDevToolsOpened(),
        zoom: window.webContents.getZoomFactor(),
        progress: window.progress,
        bounds: window.getBounds(),
        dragged: window.webContents.dragged,
      })),
    window: ({ act }) => windowActs[act](),
    resize({ x, y, width, height }) {
      const before = current().getBounds();
      current().setBounds({
        x: x ?? before.x,
        y: y ?? before.y,
        width: width ?? before.width,
        height: height ?? before.height,
      });
    },
    drop: async ({ x, y, files }) => dropFiles(await current().webContents.page, { x, y }, files),
    paste: async ({ files }) => pasteFiles(await current().webContents.page, files),
    choose: async ({ selector, files }) => chooseFiles(await current().webContents.page, selector, files),
    async invoke({ channel, args, frame }) {
      try {
        return { ok: true, value: await ipc.invoke(current().webContents.ipcEvent(senderFrame(frame)), channel, args) };
      } catch (error) {
        return { ok: false, message: String(error) };
      }
    },
    channels: () => ipc.channels,
    answerOpen: (paths) => dialogs.answerOpen(paths),
    answerSave: (path) => dialogs.answerSave(path),
    answerMessage: (button) => dialogs.answerMessage(button),
    dialogs: () => dialogs.shown.map(({ kind, options }) => ({ kind, options: { ...options } })),
    menu: (name) => menuOf(name)?.view() ?? null,
    clickMenu({ menu: name, item: wanted }) {
      const menu = menuOf(name);
      const item = 'role' in wanted ? menu?.all().find(({ role }) => role === wanted.role) : menu?.byPath(wanted);
      if (!item)
        throw new Error(`No ${JSON.stringify(wanted)} in the ${name} menu: ${JSON.stringify(menu?.view() ?? null)}`);
      item.press(standin.menuPorts, false);
    },
    tray: () => standin.trays.current()?.view() ?? null,
    clickTray() {
      const tray = standin.trays.current();
      if (!tray) throw new Error('The app has no tray icon');
      tray.press();
    },
    notifications: () => notifications.views(),
    clickNotification: (title) => notifications.byTitle(title).press(),
    opened: () => shell.opened,
    readClipboard: () => clipboard.text,
    writeClipboard: (text) => clipboard.writeText(text),
    async look(look) {
      theme.change(look);
      await standin.showLook();
    },
    power: (event) => power.happen(event),
    sleep: (ms) => power.sleep(ms),
    screens: (areas) => standin.screen.change(areas),
    endSession() {
      for (const window of windows.all) window.emit('session-end', { reasons: ['logoff'] });
      process.kill(process.pid, 'SIGKILL');
    },
    emit({ on, event: name, details, args }) {
      const target = on === 'app' ? app : windows.current?.webContents;
      if (!target) throw new Error('The app has no window');
      const event = preventable(details);
      target.emit(name, event, ...args);
      return { listeners: target.listenerCount(name), prevented: event.defaultPrevented };
    },
    record: () => ({
      ...app.record,
      awake: standin.powerSave.count,
      loginItem: { openAtLogin: app.record.loginItem.openAtLogin ?? false },
    }),
    quit: () => app.quit(),
  };
}

/** Answers a test over the channel that Node opens to a child process; without such a parent there is nothing to do. */
export function serveControl(standin: Standin): (message: ToTest) => void {
  const handlers = createHandlers(standin);
  const tell = (message: ToTest) => {
    if (process.connected) process.send?.(message);
  };
  standin.log.on('problem', (problem) => tell({ type: 'problem', problem }));

  const schemas: Schemas = calls;
  function perform<C extends Call>(call: C, input: unknown): Output<C> | Promise<Output<C>> {
    const { input: schema } = schemas[call];
    return handlers[call](schema.parse(input));
  }
  async function answer(id: number, call: Call, input: unknown): Promise<void> {
    try {
      tell({ type: 'answer', id, value: await perform(call, input) });
    } catch (error) {
      tell({ type: 'failure', id, message: error instanceof Error ? error.message : String(error) });
    }
  }
  process.on('message', (message) => {
    const { id, call, input } = questionSchema.parse(message);
    void answer(id, call, input);
  });
  // Nobody is left who could want anything: a killed test must not leave its app behind.
  process.on('disconnect', () => standin.app.exit(1));
  return tell;
}
