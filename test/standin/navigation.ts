import type { CdpSession, Protocol } from './cdp.ts';
import type { Schemes } from './schemes.ts';
import { WebFrame } from './web-frame.ts';

export interface NavigationPorts {
  emit(event: string, ...args: unknown[]): void;
}

/** Where a page is: its frames, and the loads that were asked for. */
export class Navigation {
  readonly #schemes: Schemes;
  readonly #ports: NavigationPorts;
  readonly mainFrame: WebFrame;
  readonly #frames = new Map<string, WebFrame>();
  #mainId = '';
  #lastRoutingId = 1;
  #loadedDocument = '';
  #loading: { readonly document: string; readonly done: PromiseWithResolvers<void> } | null = null;

  constructor(schemes: Schemes, ports: NavigationPorts) {
    this.#schemes = schemes;
    this.#ports = ports;
    this.mainFrame = new WebFrame('main', null, 1);
  }

  get isLoading(): boolean {
    return this.#loading !== null;
  }

  isMainFrame(frameId: string): boolean {
    return frameId === this.#mainId;
  }

  watch(cdp: CdpSession, mainId: string): void {
    this.#mainId = mainId;
    this.#frames.set(mainId, this.mainFrame);
    cdp.on('Page.frameAttached', ({ frameId, parentFrameId }) => this.#attached(frameId, parentFrameId));
    cdp.on('Page.frameDetached', ({ frameId }) => this.#detached(frameId));
    cdp.on('Page.frameNavigated', ({ frame }) => this.#navigated(frame));
    cdp.on('Page.navigatedWithinDocument', ({ frameId, url }) => {
      const frame = this.#frames.get(frameId);
      if (!frame) return;
      frame.url = this.#schemes.fromPage(url);
      this.#ports.emit('did-navigate-in-page', {}, frame.url, frame === this.mainFrame, 1, frame.routingId);
    });
    cdp.on('Page.domContentEventFired', () => this.#ports.emit('dom-ready', {}));
    cdp.on('Page.lifecycleEvent', ({ frameId, loaderId, name }) => {
      if (name !== 'load' || frameId !== mainId || this.mainFrame.url === '' || this.mainFrame.url === 'about:blank')
        return;
      this.#loadedDocument = loaderId;
      this.#ports.emit('did-finish-load', {});
      this.#ports.emit('did-stop-loading', {});
      this.#settle();
    });
  }

  async load(cdp: CdpSession, url: string): Promise<void> {
    const scheme = URL.canParse(url) ? new URL(url).protocol.slice(0, -1) : '';
    if (!['http', 'https', 'about', 'data'].includes(scheme) && !this.#schemes.isStandard(scheme))
      throw new Error(`'${url}' cannot be shown: register its scheme as privileged and standard first`);
    this.#ports.emit('did-start-loading', {});
    const { loaderId, errorText } = await cdp.send('Page.navigate', { url: this.#schemes.toPage(url) });
    if (errorText !== undefined) {
      this.#ports.emit('did-fail-load', {}, -2, errorText.replace('net::', ''), url, true, 1, 1);
      throw new Error(`${errorText.replace('net::', '')} (-2) loading '${url}'`);
    }
    if (loaderId === undefined || loaderId === this.#loadedDocument) return;
    this.#loading?.done.reject(new Error(`ERR_ABORTED (-3): another page was loaded before '${url}'`));
    this.#loading = { document: loaderId, done: Promise.withResolvers<void>() };
    await this.#loading.done.promise;
  }

  /** The page is gone; nobody waits for it any more. */
  end(): void {
    this.#loading?.done.reject(new Error('ERR_FAILED (-2): the window was closed'));
    this.#loading = null;
  }

  #settle(): void {
    if (this.#loading?.document !== this.#loadedDocument) return;
    this.#loading.done.resolve();
    this.#loading = null;
  }

  #attached(frameId: string, parentId: string): void {
    const parent = this.#frames.get(parentId);
    if (!parent || this.#frames.has(frameId)) return;
    this.#lastRoutingId += 1;
    const frame = new WebFrame(frameId, parent, this.#lastRoutingId);
    this.#frames.set(frameId, frame);
    parent.children.set(frameId, frame);
  }

  #detached(frameId: string): void {
    const frame = this.#frames.get(frameId);
    if (!frame) return;
    frame.detached = true;
    frame.parent?.children.delete(frameId);
    this.#frames.delete(frameId);
  }

  #navigated({ id, url, name = '' }: Protocol.Page.Frame): void {
    const frame = this.#frames.get(id);
    if (!frame) return;
    frame.url = this.#schemes.fromPage(url);
    frame.name = name;
    this.#ports.emit('did-frame-navigate', {}, frame.url, 200, 'OK', frame === this.mainFrame, 1, frame.routingId);
    if (frame === this.mainFrame) this.#ports.emit('did-navigate', {}, frame.url, 200, 'OK');
  }
}
