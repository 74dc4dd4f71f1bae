import { EventEmitter } from 'node:events';
import { resolve } from 'node:path';
import type Electron from 'electron';
import { AppPaths } from './app-paths.ts';
import { CommandLine, passedOn } from './command-line.ts';
import type { Environment } from './environment.ts';
import { preventable } from './event.ts';
import { SingleInstance } from './single-instance.ts';

/** What the app's life needs from the rest of the standin. */
export interface AppPorts {
  /** Asks every window to close; false when one refused. */
  closeWindows(): boolean;
  destroyWindows(): void;
  /** Ends Chromium and then this process. */
  end(code: number): void;
}

export interface AppRecord {
  readonly loginItem: Electron.Settings;
  readonly badge: number;
}

type Life = 'starting' | 'ready' | 'ended';

export class App extends EventEmitter {
  name: string;
  readonly isPackaged: boolean;
  readonly commandLine: CommandLine;
  readonly dock = undefined;
  readonly #environment: Environment;
  readonly #ports: AppPorts;
  readonly #paths: AppPaths;
  readonly #instance: SingleInstance;
  readonly #ready = Promise.withResolvers<void>();
  #life: Life = 'starting';
  #quitting = false;
  #loginItem: Electron.Settings = { openAtLogin: false };
  #badge = 0;

  constructor(environment: Environment, ports: AppPorts) {
    super();
    this.name = environment.name;
    this.isPackaged = environment.packaged;
    this.#environment = environment;
    this.#ports = ports;
    this.commandLine = new CommandLine(environment.args);
    const userData = this.commandLine.getSwitchValue('user-data-dir');
    this.#paths = new AppPaths(environment.appPath, () => this.name, userData && resolve(userData));
    this.#instance = new SingleInstance(({ argv, cwd, data }) =>
      this.emit('second-instance', preventable({}), argv, cwd, data),
    );
  }

  /** True once the app has decided to end: nothing more is started then. */
  get ended(): boolean {
    return this.#life === 'ended';
  }

  get record(): AppRecord {
    return {
      loginItem: this.#loginItem,
      badge: this.#badge,
    };
  }

  /** The standin has a browser now. */
  becomeReady(): void {
    if (this.#life !== 'starting') return;
    this.#life = 'ready';
    this.emit('will-finish-launching');
    this.emit('ready', preventable({}), {});
    this.#ready.resolve();
  }

  whenReady(): Promise<void> {
    return this.#ready.promise;
  }

  isReady(): boolean {
    return this.#life === 'ready';
  }

  getPath(name: string): string {
    return this.#paths.get(name);
  }

  setPath(name: string, path: string): void {
    this.#paths.set(name, path);
  }

  getAppPath(): string {
    return this.#environment.appPath;
  }

  getName(): string {
    return this.name;
  }

  setName(name: string): void {
    this.name = name;
  }

  getVersion(): string {
    return this.#environment.version;
  }

  getPreferredSystemLanguages(): string[] {
    return [...this.#environment.locales];
  }

  enableSandbox(): void {
    if (this.isReady()) throw new Error('app.enableSandbox() can only be called before app is ready');
  }

  setAppUserModelId(): void {}

  async resolveProxy(): Promise<string> {
    return 'DIRECT';
  }

  requestSingleInstanceLock(additionalData: Record<string, unknown> = {}): boolean {
    if (this.#environment.fails.has('lock')) return false;
    return this.#instance.request(this.getPath('userData'), {
      argv: passedOn(process.argv),
      cwd: process.cwd(),
      data: additionalData,
    });
  }

  releaseSingleInstanceLock(): void {
    this.#instance.release();
  }

  /** Electron does nothing on Linux. */
  setLoginItemSettings(settings: Electron.Settings): void {
    if (process.platform !== 'linux') this.#loginItem = settings;
  }

  getLoginItemSettings(): Electron.LoginItemSettings {
    const openAtLogin = this.#loginItem.openAtLogin ?? false;
    return {
      openAtLogin,
      wasOpenedAtLogin: false,
      executableWillLaunchAtLogin: openAtLogin,
      launchItems: [],
      status: openAtLogin ? 'enabled' : 'not-registered',
    };
  }

  setAsDefaultProtocolClient(): boolean {
    return true;
  }

  setBadgeCount(count = 0): boolean {
    this.#badge = count;
    return true;
  }

  showAboutPanel(): void {}

  focus(): void {}

  quit(): void {
    // As in Electron: listeners of this event run inside the call, and the windows close after it.
    if (this.ended || this.#quitting || this.#emitPreventable('before-quit')) return;
    this.#quitting = true;
    setImmediate(() => {
      const allowed = this.#ports.closeWindows() && !this.#emitPreventable('will-quit');
      this.#quitting = false;
      if (allowed) this.#end(0);
    });
  }

  exit(code = 0): void {
    if (this.ended) return;
    this.#ports.destroyWindows();
    this.#end(code);
  }

  /** Without a listener the last window takes the app along. While quitting it is not told. */
  windowsGone(): void {
    if (this.ended || this.#quitting) return;
    if (this.listenerCount('window-all-closed') === 0) this.quit();
    else this.emit('window-all-closed');
  }

  #emitPreventable(name: string): boolean {
    const event = preventable({});
    this.emit(name, event);
    return event.defaultPrevented;
  }

  #end(code: number): void {
    this.#life = 'ended';
    this.emit('quit', preventable({}), code);
    this.#instance.release();
    this.#ports.end(code);
  }
}
