import type Electron from 'electron';
import type { KeyPress } from './accelerator.ts';
import type { BrowserWindow } from './browser-window.ts';
import type { CdpSession, Protocol } from './cdp.ts';
import type { Chromium } from './chromium.ts';
import { codec } from './codec.ts';
import { preventable } from './event.ts';
import type { IpcEvent, IpcMain } from './ipc.ts';
import type { Log } from './log.ts';
import { Navigation } from './navigation.ts';
import type { FromPage } from './page/channel.ts';
import { PageCommands } from './page-commands.ts';
import { type PageQuestion, PageTarget } from './page-target.ts';
import type { RequestGate } from './request-gate.ts';
import type { Schemes } from './schemes.ts';
import type { Session } from './session.ts';
import type { WebFrame } from './web-frame.ts';

export interface WebContentsDeps {
  readonly chromium: () => Chromium;
  readonly schemes: Schemes;
  readonly log: Log;
  readonly ipc: IpcMain;
  readonly gate: RequestGate;
  readonly media: () => Protocol.Emulation.setEmulatedMediaParameters;
  readonly settlePermissions: (contents: WebContents, url: string) => Promise<void>;
  readonly copied: (text: string) => void;
  readonly pressed: (key: KeyPress) => void;
}

export interface WebContentsOptions {
  readonly id: number;
  readonly session: Session;
  readonly preload: string;
  readonly args: readonly string[];
  readonly devTools: boolean;
}

type OpenHandler = (details: Electron.HandlerDetails) => Electron.WindowOpenHandlerResponse;

/** The contents of one window. What it is asked before its page is there waits for it. */
export class WebContents extends PageCommands {
  readonly id: number;
  readonly session: Session;
  readonly window: BrowserWindow;
  readonly navigation: Navigation;
  override readonly page: Promise<PageTarget>;
  readonly #deps: WebContentsDeps;
  readonly #options: WebContentsOptions;
  readonly #dragged: string[] = [];
  #openHandler: OpenHandler = () => ({ action: 'allow' });
  #title = '';
  #destroyed = false;

  constructor(deps: WebContentsDeps, window: BrowserWindow, options: WebContentsOptions) {
    super();
    this.#deps = deps;
    this.#options = options;
    this.id = options.id;
    this.session = options.session;
    this.window = window;
    this.navigation = new Navigation(deps.schemes, { emit: (event, ...args) => this.emit(event, ...args) });
    const { width, height } = window.getBounds();
    const target = {
      chromium: deps.chromium(),
      log: deps.log,
      preload: options.preload,
      args: options.args,
      size: { width, height },
      media: deps.media(),
      heard: (message: FromPage) => this.#heard(message),
      asked: (question: PageQuestion) => this.#asked(question),
      paused: (cdp: CdpSession, request: Protocol.Fetch.requestPausedPayload) =>
        void deps.gate.serve(this, cdp, request),
      socketOpened: (url: string) => void deps.gate.socket(this, url),
    };
    this.page = PageTarget.open(target, (page) => this.#listen(page));
  }

  get mainFrame(): WebFrame {
    return this.navigation.mainFrame;
  }

  #listen({ cdp, id }: PageTarget): void {
    this.navigation.watch(cdp, id);
    cdp.on('Inspector.targetCrashed', () => {
      this.#deps.log.problem('crash', 'the page crashed');
      this.emit('render-process-gone', preventable({}), { reason: 'crashed', exitCode: 139 });
    });
  }

  // ---- what the page says

  ipcEvent(frame: WebFrame | null = this.mainFrame): IpcEvent {
    return preventable({
      type: 'frame' as const,
      sender: this,
      senderFrame: frame,
      processId: 1,
      frameId: frame?.routingId ?? -1,
      ports: [],
      returnValue: undefined,
      reply: (channel: string, ...args: unknown[]) => this.send(channel, ...args),
    });
  }

  #heard(message: FromPage): void {
    switch (message.type) {
      case 'invoke':
        void this.#invoked(message.id, message.channel, message.args);
        break;
      case 'send':
        this.#deps.ipc.emit(message.channel, this.ipcEvent(), ...listOf(codec.decode(message.args)));
        break;
      case 'open':
        this.#opens(this.#deps.schemes.fromPage(message.url));
        break;
      case 'preload-error':
        this.#deps.log.problem('preload', message.message);
        this.emit('preload-error', {}, this.#options.preload, new Error(message.message));
        break;
      case 'title':
        this.#titled(message.title);
        break;
      case 'copied':
        this.#deps.copied(message.text);
        break;
      case 'key':
        this.#deps.pressed(message);
        break;
      case 'context-menu':
        this.emit('context-menu', preventable({}), message);
        break;
      default:
        throw new Error(`The page said what nobody knows: ${JSON.stringify(message)}`);
    }
  }

  async #invoked(id: number, channel: string, args: string): Promise<void> {
    const page = await this.page;
    try {
      const value = await this.#deps.ipc.invoke(this.ipcEvent(), channel, listOf(codec.decode(args)));
      await page.post({ type: 'reply', id, ok: true, value: codec.encode(value) });
    } catch (error) {
      const message = `Error invoking remote method '${channel}': ${String(error)}`;
      await page.post({ type: 'reply', id, ok: false, message });
    }
  }

  #asked(question: PageQuestion): boolean | string {
    if (question.type === 'navigate') return !this.#refuses('will-navigate', question.url);
    const event = this.ipcEvent();
    this.#deps.ipc.emit(question.channel, event, ...listOf(codec.decode(question.args)));
    return codec.encode(event.returnValue);
  }

  #opens(url: string): void {
    const details = {
      url,
      frameName: '',
      features: '',
      disposition: 'foreground-tab' as const,
      referrer: { url: '', policy: 'default' as const },
    };
    const { action } = this.#openHandler(details);
    if (action === 'allow') this.#deps.log.problem('unsupported', `window.open was allowed: ${url}`);
  }

  #refuses(event: string, pageUrl: string, isMainFrame = true): boolean {
    const url = this.#deps.schemes.fromPage(pageUrl);
    const details = preventable({
      url,
      isSameDocument: false,
      isMainFrame,
      frame: this.mainFrame,
      initiator: this.mainFrame,
    });
    this.emit(event, details, url, false, isMainFrame, 1, 1);
    if (event === 'will-navigate' && !details.defaultPrevented) this.emit('will-frame-navigate', details);
    return details.defaultPrevented;
  }

  // ---- what the request gate asks

  isMainFrame(frameId: string): boolean {
    return this.navigation.isMainFrame(frameId);
  }

  refusesRedirect(url: string): boolean {
    return this.#refuses('will-redirect', url);
  }

  refusesFrame(url: string): boolean {
    return this.#refuses('will-frame-navigate', url, false);
  }

  aboutToOpen(url: string): Promise<void> {
    return this.#deps.settlePermissions(this, url);
  }

  // ---- Electron's names

  async loadURL(url: string): Promise<void> {
    const page = await this.page;
    await this.navigation.load(page.cdp, url);
  }

  send(channel: string, ...args: unknown[]): void {
    if (this.#destroyed) throw new TypeError('Object has been destroyed');
    const text = codec.encode(args);
    void this.page.then((page) => page.post({ type: 'event', channel, args: text }));
  }

  setWindowOpenHandler(handler: OpenHandler): void {
    this.#openHandler = handler;
  }

  getURL(): string {
    return this.mainFrame.url;
  }

  getTitle(): string {
    return this.#title;
  }

  #titled(title: string): void {
    if (title === this.#title) return;
    this.#title = title;
    this.emit('page-title-updated', preventable({}), title, true);
  }

  isDestroyed(): boolean {
    return this.#destroyed;
  }

  isLoading(): boolean {
    return this.navigation.isLoading;
  }

  isFocused(): boolean {
    return this.window.isFocused();
  }

  focus(): void {
    this.window.focus();
  }

  protected override contentSize(): Electron.Rectangle {
    return this.window.getContentBounds();
  }

  protected override get mayOpenDevTools(): boolean {
    return this.#options.devTools;
  }

  setWebRTCIPHandlingPolicy(): void {}

  get dragged(): readonly string[] {
    return this.#dragged;
  }

  startDrag(item: Electron.Item): void {
    this.#dragged.push(...(item.files ?? [item.file]));
  }

  close(): void {
    this.window.close();
  }

  /** The window is gone. */
  destroyed(): void {
    if (this.#destroyed) return;
    this.#destroyed = true;
    this.mainFrame.detached = true;
    this.navigation.end();
    this.emit('destroyed');
  }
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
