import { randomUUID } from 'node:crypto';
import type { CdpSession, Protocol } from './cdp.ts';
import type { Chromium } from './chromium.ts';
import type { Log } from './log.ts';
import type { FromPage, ToPage } from './page/channel.ts';
import { askFunction, hearFunction, pageScript, preloadScript, preloadWorld, tellBinding } from './page-scripts.ts';

/** A question that stops the page until it is answered. */
export type PageQuestion =
  | { readonly type: 'navigate'; readonly url: string }
  | { readonly type: 'sendSync'; readonly channel: string; readonly args: string };

export interface PageTargetDeps {
  readonly chromium: Chromium;
  readonly log: Log;
  readonly preload: string;
  readonly args: readonly string[];
  readonly size: { readonly width: number; readonly height: number };
  readonly media: Protocol.Emulation.setEmulatedMediaParameters;
  readonly heard: (message: FromPage) => void;
  readonly asked: (question: PageQuestion) => boolean | string;
  readonly paused: (cdp: CdpSession, request: Protocol.Fetch.requestPausedPayload) => void;
  readonly socketOpened: (url: string) => void;
}

const everything = { patterns: [{ urlPattern: '*' }] };

/** One page in Chromium: its session, the worlds in it, and the talk between them and Node. */
export class PageTarget {
  readonly #deps: PageTargetDeps;
  readonly id: string;
  readonly cdp: CdpSession;
  #world: string | null = null;

  private constructor(deps: PageTargetDeps, id: string, cdp: CdpSession) {
    this.#deps = deps;
    this.id = id;
    this.cdp = cdp;
  }

  /** `listen` is called before anything can be heard from the page. */
  static async open(deps: PageTargetDeps, listen: (page: PageTarget) => void): Promise<PageTarget> {
    const { cdp: connection } = deps.chromium;
    const { targetId } = await connection.browser.send('Target.createTarget', {
      url: 'about:blank',
      newWindow: true,
      ...deps.size,
    });
    const { sessionId } = await connection.browser.send('Target.attachToTarget', { targetId, flatten: true });
    const page = new PageTarget(deps, targetId, connection.session(sessionId));
    listen(page);
    await page.#prepare();
    await page.resize(deps.size);
    return page;
  }

  /** The size of the page itself: Chromium's own window frame is larger than any of Electron's. */
  async resize(size: { readonly width: number; readonly height: number }): Promise<void> {
    const { windowId } = await this.cdp.send('Browser.getWindowForTarget', { targetId: this.id });
    await this.cdp.tell('Browser.setContentsSize', { windowId, ...size });
  }

  async #prepare(): Promise<void> {
    const { cdp } = this;
    const token = randomUUID();
    cdp.on('Runtime.executionContextCreated', ({ context }) => {
      const { frameId }: { frameId?: string } = context.auxData ?? {};
      if (context.name === preloadWorld && frameId === this.id) this.#world = context.uniqueId;
    });
    cdp.on('Runtime.executionContextsCleared', () => {
      this.#world = null;
    });
    cdp.on('Runtime.bindingCalled', ({ name, payload }) => {
      if (name !== tellBinding) return;
      const message: FromPage = JSON.parse(payload);
      this.#deps.heard(message);
    });
    cdp.on('Debugger.paused', (stop) => void this.#answer(stop));
    cdp.on('Target.attachedToTarget', ({ sessionId, waitingForDebugger }) => {
      const child = this.#deps.chromium.cdp.session(sessionId);
      void this.#guard(child).then(() =>
        waitingForDebugger ? child.tell('Runtime.runIfWaitingForDebugger') : undefined,
      );
    });
    const autoAttach = {
      autoAttach: true,
      waitForDebuggerOnStart: true,
      flatten: true,
      filter: [{ type: 'page', exclude: true }, { type: 'tab', exclude: true }, {}],
    };
    const settings = {
      token,
      preload: this.#deps.preload,
      versions: {
        electron: process.versions['electron'] ?? '',
        chrome: this.#deps.chromium.version,
        node: process.versions.node,
      },
      args: this.#deps.args,
    };
    await Promise.all([
      this.#guard(cdp),
      cdp.send('Page.enable'),
      cdp.send('Page.setLifecycleEventsEnabled', { enabled: true }),
      cdp.send('DOM.enable'),
      cdp.send('Debugger.enable'),
      cdp.send('Emulation.setFocusEmulationEnabled', { enabled: true }),
      cdp.send('Emulation.setEmulatedMedia', this.#deps.media),
      cdp.send('Target.setAutoAttach', autoAttach),
      cdp.send('Runtime.addBinding', { name: tellBinding, executionContextName: preloadWorld }),
      cdp.send('Page.addScriptToEvaluateOnNewDocument', { worldName: preloadWorld, source: preloadScript(settings) }),
      cdp.send('Page.addScriptToEvaluateOnNewDocument', { source: pageScript(token) }),
    ]);
  }

  /** For the page itself, and for every worker and foreign frame in it: no request passes unseen, no error unheard. */
  async #guard(cdp: CdpSession): Promise<void> {
    const { log, paused, socketOpened } = this.#deps;
    cdp.on('Fetch.requestPaused', (request) => paused(cdp, request));
    cdp.on('Network.webSocketCreated', ({ url }) => socketOpened(url));
    cdp.on('Runtime.exceptionThrown', ({ exceptionDetails: { exception, text } }) =>
      log.problem('exception', exception?.description ?? text),
    );
    cdp.on('Runtime.consoleAPICalled', ({ type, args }) => {
      if (type !== 'error' && type !== 'assert') return;
      log.problem('console', args.map((arg) => String(arg.value ?? arg.description ?? '')).join(' '));
    });
    cdp.on('Log.entryAdded', ({ entry }) => {
      // What was held back is a problem of its own already, and named better.
      if (entry.level !== 'error' || entry.text.includes('ERR_BLOCKED_BY_CLIENT')) return;
      const kind = /content security policy|trusted ?(type|script|html)/i.test(entry.text) ? 'csp' : 'console';
      log.problem(kind, entry.url === undefined ? entry.text : `${entry.text} (${entry.url})`);
    });
    await Promise.all([
      cdp.tell('Fetch.enable', everything),
      cdp.tell('Network.enable', { maxTotalBufferSize: 0 }),
      cdp.tell('Runtime.enable'),
      cdp.tell('Log.enable'),
    ]);
  }

  /** Nothing is kept for a page that is not there yet: Electron does not either. */
  async post(message: ToPage): Promise<void> {
    await this.#inWorld(`globalThis.${hearFunction}(${JSON.stringify(JSON.stringify(message))})`);
  }

  /** Runs in the preload's world, as the person at the screen would have done it. */
  async #inWorld(expression: string): Promise<void> {
    const world = this.#world;
    if (world !== null)
      await this.cdp.tell('Runtime.evaluate', { expression, uniqueContextId: world, userGesture: true });
  }

  /** Puts text into Chromium's own clipboard, as a copy made in the page, but without touching it. */
  async copy(text: string): Promise<void> {
    await this.#inWorld(`(() => {
      const take = (event) => {
        event.stopImmediatePropagation();
        event.preventDefault();
        event.clipboardData?.setData('text/plain', ${JSON.stringify(text)});
      };
      for (const type of ['beforecopy', 'copy']) document.addEventListener(type, take, { capture: true, once: true });
      document.execCommand('copy');
    })()`);
  }

  async #answer({ callFrames: [frame] }: Protocol.Debugger.pausedPayload): Promise<void> {
    const { cdp } = this;
    if (frame?.functionName === askFunction) {
      const evaluate = (expression: string, returnByValue: boolean) =>
        cdp.send('Debugger.evaluateOnCallFrame', { callFrameId: frame.callFrameId, expression, returnByValue });
      const { result } = await evaluate('JSON.stringify(stop.question)', true);
      const question: PageQuestion | { readonly type: 'path' } = JSON.parse(String(result.value));
      let answer: boolean | string;
      if (question.type === 'path') {
        const { objectId } = (await evaluate('stop.question.file', false)).result;
        // A file that a script made has no path, and DevTools says so with an error.
        const info = objectId === undefined ? null : await cdp.send('DOM.getFileInfo', { objectId }).catch(() => null);
        answer = info?.path ?? '';
      } else answer = this.#deps.asked(question);
      await evaluate(`stop.answer = ${JSON.stringify(answer)}`, true);
    }
    await cdp.tell('Debugger.resume');
  }
}
