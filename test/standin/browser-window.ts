import { EventEmitter } from 'node:events';
import type Electron from 'electron';
import { preventable } from './event.ts';
import type { Log } from './log.ts';
import { Session, type Sessions } from './session.ts';
import { WebContents, type WebContentsDeps } from './web-contents.ts';
import type { WindowList } from './window-list.ts';

export interface BrowserWindowDeps extends WebContentsDeps {
  readonly log: Log;
  readonly sessions: Sessions;
  readonly windows: WindowList;
  readonly announce: (window: BrowserWindow) => void;
  /** False: no window ever says that it can be shown. */
  readonly saysReady: boolean;
}

type State = 'normal' | 'minimized' | 'maximized' | 'fullscreen';

/** The preferences that make a window safe; the standin cannot show one without them. */
function unsafePreferences(preferences: Electron.WebPreferences): string[] {
  const unsafe: string[] = [];
  if (preferences.contextIsolation === false) unsafe.push('contextIsolation: false');
  if (preferences.sandbox === false) unsafe.push('sandbox: false');
  if (preferences.nodeIntegration === true) unsafe.push('nodeIntegration: true');
  if (preferences.webSecurity === false) unsafe.push('webSecurity: false');
  if (preferences.webviewTag === true) unsafe.push('webviewTag: true');
  return unsafe;
}

export class BrowserWindow extends EventEmitter {
  readonly id: number;
  readonly webContents: WebContents;
  readonly #deps: BrowserWindowDeps;
  #bounds: Electron.Rectangle;
  #state: State = 'normal';
  #visible: boolean;
  #destroyed = false;
  #title: string;
  #progress = -1;

  constructor(deps: BrowserWindowDeps, options: Electron.BrowserWindowConstructorOptions = {}) {
    super();
    this.#deps = deps;
    const { webPreferences = {}, width = 800, height = 600, x = 0, y = 0 } = options;
    for (const unsafe of unsafePreferences(webPreferences)) deps.log.problem('unsupported', `a window with ${unsafe}`);
    this.id = deps.windows.nextId();
    this.#bounds = { x, y, width, height };
    this.#visible = options.show !== false;
    this.#title = options.title ?? '';
    const { session } = webPreferences;
    const { sessions } = deps;
    this.webContents = new WebContents(deps, this, {
      id: this.id,
      session: session instanceof Session ? session : sessions.fromPartition(webPreferences.partition ?? ''),
      preload: webPreferences.preload ?? '',
      args: webPreferences.additionalArguments ?? [],
      devTools: webPreferences.devTools !== false,
    });
    if (deps.saysReady) this.webContents.once('did-finish-load', () => this.emit('ready-to-show', {}));
    this.webContents.on('page-title-updated', (event, title: string) => {
      this.emit('page-title-updated', event, title, true);
      if (!event.defaultPrevented) this.#title = title;
    });
    deps.windows.add(this);
    deps.announce(this);
    if (this.#visible) deps.windows.focus(this);
  }

  loadURL(url: string): Promise<void> {
    return this.webContents.loadURL(url);
  }

  close(): void {
    if (this.#destroyed) return;
    const event = preventable({});
    this.emit('close', event);
    if (!event.defaultPrevented) this.destroy();
  }

  destroy(): void {
    if (this.#destroyed) return;
    this.#destroyed = true;
    this.webContents.destroyed();
    void this.webContents.page.then(({ id }) =>
      this.#deps.chromium().cdp.browser.tell('Target.closeTarget', { targetId: id }),
    );
    this.emit('closed');
    this.#deps.windows.remove(this);
  }

  isDestroyed(): boolean {
    return this.#destroyed;
  }

  show(): void {
    this.showInactive();
    this.focus();
  }

  showInactive(): void {
    if (this.#visible) return;
    this.#visible = true;
    this.emit('show');
  }

  hide(): void {
    if (!this.#visible) return;
    this.#visible = false;
    this.blur();
    this.emit('hide');
  }

  isVisible(): boolean {
    const isHiddenByMinimizing = process.platform !== 'linux' && this.isMinimized();
    return this.#visible && !this.#destroyed && !isHiddenByMinimizing;
  }

  focus(): void {
    if (this.#visible) this.#deps.windows.focus(this);
  }

  blur(): void {
    if (this.isFocused()) this.#deps.windows.focus(null);
  }

  isFocused(): boolean {
    return this.#deps.windows.focused === this;
  }

  minimize(): void {
    this.#become('minimized', 'minimize');
  }

  restore(): void {
    this.#become('normal', 'restore');
  }

  /** As in Electron, it also shows the window. */
  maximize(): void {
    this.showInactive();
    this.#become('maximized', 'maximize');
  }

  setFullScreen(flag: boolean): void {
    this.#become(flag ? 'fullscreen' : 'normal', flag ? 'enter-full-screen' : 'leave-full-screen');
  }

  #become(state: State, event: string): void {
    if (this.#state === state) return;
    this.#state = state;
    if (state === 'minimized') this.blur();
    this.emit(event);
  }

  isMinimized(): boolean {
    return this.#state === 'minimized';
  }

  isMaximized(): boolean {
    return this.#state === 'maximized';
  }

  isFullScreen(): boolean {
    return this.#state === 'fullscreen';
  }

  getBounds(): Electron.Rectangle {
    return { ...this.#bounds };
  }

  getNormalBounds(): Electron.Rectangle {
    return this.getBounds();
  }

  getContentBounds(): Electron.Rectangle {
    return this.getBounds();
  }

  setBounds(bounds: Partial<Electron.Rectangle>): void {
    const before = this.#bounds;
    this.#bounds = { ...before, ...bounds };
    const { x, y, width, height } = this.#bounds;
    if (x !== before.x || y !== before.y) this.emit('move');
    if (width !== before.width || height !== before.height) this.emit('resize');
    void this.webContents.page.then((page) => page.resize({ width, height }));
  }

  setSize(width: number, height: number): void {
    this.setBounds({ width, height });
  }

  getTitle(): string {
    return this.#title;
  }

  get title(): string {
    return this.#title;
  }

  set title(title: string) {
    this.#title = title;
  }

  setBackgroundColor(): void {}

  get progress(): number {
    return this.#progress;
  }

  setProgressBar(progress: number): void {
    this.#progress = progress;
  }

  setMenu(): void {}
}
