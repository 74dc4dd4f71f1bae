import { EventEmitter } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

/*
 * Stands where 'electron' stands, shows nothing and writes down everything: what the unmodified main asks for, and the
 * handlers it leaves, for tests to call with hostile input. It has only what main uses: more would hide a new use.
 */

type Handler = (...args: never[]) => unknown;

export const record = {
  order: [] as string[],
  schemes: [] as unknown[],
  windows: [] as BrowserWindow[],
  calls: new Map<string, Handler>(),
  sessions: new Map<string, FakeSession>(),
  /** The addresses whose proxy main asked for. */
  proxyAsked: [] as string[],
  opened: [] as string[],
  dialogs: [] as unknown[],
  clipboardCleared: 0,
  copied: [] as string[],
  /** What the preload gave to the page, and what it sent to main. */
  exposed: new Map<string, unknown>(),
  invoked: [] as [name: string, input: unknown][],
  menus: [] as unknown[],
  notifications: [] as Notification[],
  /** What a click on a notification of an earlier run calls. */
  activations: [] as (() => void)[],
  badge: 0,
  tasks: [] as unknown[],
  protocolClients: [] as string[],
  /** The files the next open dialogs give; none means cancelled, an error is thrown. */
  picked: [] as (string[] | Error)[],
};

/** The handlers that a `setX(handler)` left, by the setter's name. */
class Setters extends EventEmitter {
  readonly handlers = new Map<string, Handler>();

  protected keep(name: string) {
    return (handler: Handler) => void this.handlers.set(name, handler);
  }
}

export class FakeSession extends Setters {
  readonly served = new Map<string, Handler>();
  readonly protocol = { handle: (scheme: string, handler: Handler) => void this.served.set(scheme, handler) };
  readonly webRequest = { onBeforeRequest: this.keep('onBeforeRequest') };
  readonly setPermissionRequestHandler = this.keep('permissionRequest');
  readonly setPermissionCheckHandler = this.keep('permissionCheck');
  readonly setDevicePermissionHandler = this.keep('devicePermission');
  readonly setDisplayMediaRequestHandler = this.keep('displayMedia');
  readonly setSpellCheckerLanguages = (languages: string[]) => void (this.dictionaries = languages);
  /** Until somebody says otherwise, the one of the system's language is fetched. */
  dictionaries = ['en-GB'];
  readonly setProxy = async (config: unknown) => void (this.proxy = config);
  proxy: unknown = null;
}

export class FakeContents extends Setters {
  readonly id: number;
  readonly sent: unknown[][] = [];
  readonly setWindowOpenHandler = this.keep('windowOpen');
  readonly setWebRTCIPHandlingPolicy = (policy: string) => void (this.webRTC = policy);
  webRTC = '';

  constructor(id: number) {
    super();
    this.id = id;
  }

  isDestroyed(): boolean {
    return false;
  }

  send(...message: unknown[]): void {
    this.sent.push(message);
  }
}

export class BrowserWindow extends EventEmitter {
  readonly webContents: FakeContents;
  readonly options: Readonly<Record<string, unknown>>;
  loaded = '';
  maximizedTimes = 0;
  readonly onTaskbar: Record<string, unknown> = {};
  #visible: boolean;

  constructor(options: Readonly<Record<string, unknown>>) {
    super();
    this.options = options;
    this.#visible = options['show'] !== false;
    record.windows.push(this);
    this.webContents = new FakeContents(record.windows.length);
    app.emit('web-contents-created', {}, this.webContents);
  }

  async loadURL(address: string): Promise<void> {
    this.loaded = address;
  }

  isDestroyed(): boolean {
    return false;
  }

  isFocused(): boolean {
    return true;
  }

  isMinimized(): boolean {
    return false;
  }

  isVisible(): boolean {
    return this.#visible;
  }

  getNormalBounds() {
    return { x: 0, y: 0, width: 1180, height: 780 };
  }

  isMaximized(): boolean {
    return this.maximizedTimes > 0;
  }

  setProgressBar(progress: number): void {
    this.onTaskbar['progress'] = progress;
  }

  setOverlayIcon(picture: unknown, text: string): void {
    Object.assign(this.onTaskbar, { picture, text });
  }
  show(): void {
    if (this.#visible) return;
    this.#visible = true;
    this.emit('show');
  }
  // As on Windows and macOS.
  minimize(): void {
    this.#visible = false;
  }
  maximize(): void {
    this.maximizedTimes += 1;
    this.show();
  }
  focus(): void {}
  restore(): void {}
}

export class Notification extends EventEmitter {
  static isSupported(): boolean {
    return true;
  }

  static handleActivation(callback: () => void): void {
    record.activations.push(callback);
  }

  readonly options: unknown;

  constructor(options: unknown) {
    super();
    this.options = options;
  }

  show(): void {
    record.notifications.push(this);
  }
}

const folder = mkdtempSync(join(tmpdir(), 'countersign-recording-'));
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
// Electron sets it.
Object.assign(process, { resourcesPath: folder });

export const app = Object.assign(new EventEmitter(), {
  isPackaged: true,
  setAppUserModelId: (id: string) => void record.order.push(`setAppUserModelId ${id}`),
  enableSandbox: () => void record.order.push('enableSandbox'),
  requestSingleInstanceLock: (): boolean => {
    record.order.push('requestSingleInstanceLock');
    return true;
  },
  whenReady: async (): Promise<void> => {
    record.order.push('whenReady');
  },
  getPath: (name: string) => join(folder, name),
  // All that the app keeps stays in the folder of this test.
  commandLine: { hasSwitch: (name: string) => name === 'user-data-dir' },
  getVersion: () => '1.2.3',
  resolveProxy: async (address: string) => {
    record.proxyAsked.push(address);
    return 'DIRECT';
  },
  getPreferredSystemLanguages: () => ['en-GB'],
  quit: () => void record.order.push('quit'),
  setBadgeCount: (count: number) => void (record.badge = count),
  // Only on Windows.
  setUserTasks: (tasks: readonly unknown[]) => void (record.tasks = [...tasks]),
  setAsDefaultProtocolClient: (name: string) => void record.protocolClients.push(name),
});

export class Tray extends EventEmitter {
  setImage(): void {}
  setToolTip(): void {}
  setContextMenu(menu: unknown): void {
    record.menus.push(menu);
  }
}

export const powerSaveBlocker = { start: () => 1, stop: () => true };

export const protocol = {
  registerSchemesAsPrivileged: (schemes: unknown[]) => {
    record.order.push('registerSchemesAsPrivileged');
    record.schemes.push(...schemes);
  },
};

export const session = {
  fromPartition(name: string): FakeSession {
    const known = record.sessions.get(name);
    if (known) return known;
    const made = new FakeSession();
    record.sessions.set(name, made);
    app.emit('session-created', made);
    return made;
  },
};

export const ipcMain = { handle: (name: string, handler: Handler) => void record.calls.set(name, handler) };
export const nativeTheme = Object.assign(new EventEmitter(), { shouldUseDarkColors: false });
/** Only the taskbar of Windows asks for pictures. */
export const nativeImage = { createFromPath: (path: string) => ({ path }) };
export const screen = Object.assign(new EventEmitter(), {
  getAllDisplays: () => [{ workArea: { x: 0, y: 0, width: 1920, height: 1040 } }],
});
export const powerMonitor = new EventEmitter();
export const autoUpdater = new EventEmitter();
export const Menu = {
  buildFromTemplate: (template: unknown) => template,
  setApplicationMenu: (menu: unknown) => void record.menus.push(menu),
};
export const clipboard = {
  writeText: async (text: string) => void record.copied.push(text),
  readText: async () => record.copied.at(-1) ?? '',
  clear: () => {
    record.clipboardCleared += 1;
  },
};
export const dialog = {
  showSaveDialog: async (...options: unknown[]) => {
    record.dialogs.push(options);
    return { canceled: true, filePath: '' };
  },
  showOpenDialog: async (...options: unknown[]) => {
    record.dialogs.push(options);
    const filePaths = record.picked.shift() ?? [];
    if (filePaths instanceof Error) throw filePaths;
    return { canceled: filePaths.length === 0, filePaths };
  },
};
export const shell = { openExternal: async (address: string) => void record.opened.push(address) };

/** What the preload reaches. As Electron's own, `getPathForFile` throws for anything but a file. */
export const contextBridge = {
  exposeInMainWorld: (name: string, areas: unknown) => void record.exposed.set(name, areas),
};
export const ipcRenderer = Object.assign(new EventEmitter(), {
  invoke: async (name: string, input: unknown) => void record.invoked.push([name, input]),
});
export const webUtils = {
  getPathForFile(file: unknown): string {
    if (!(file instanceof File)) throw new TypeError('The argument is no file');
    return `/home/anna/${file.name}`;
  },
};
