import type { CdpSession, Protocol } from './cdp.ts';
import type { Log } from './log.ts';
import type { Schemes } from './schemes.ts';
import type { Session } from './session.ts';
import type { RequestFacts } from './web-request.ts';

/** What the gate asks of the page a request comes from. */
export interface GatePage {
  readonly id: number;
  readonly session: Session;
  isMainFrame(frameId: string): boolean;
  /** True when the app says no. */
  refusesRedirect(url: string): boolean;
  refusesFrame(url: string): boolean;
  aboutToOpen(url: string): Promise<void>;
}

export interface GateDeps {
  readonly schemes: Schemes;
  readonly log: Log;
  readonly network: 'blocked' | 'open';
}

type ResourceType = RequestFacts['resourceType'];
const resourceTypes: Readonly<Record<string, ResourceType>> = {
  Stylesheet: 'stylesheet',
  Image: 'image',
  Media: 'media',
  Font: 'font',
  Script: 'script',
  XHR: 'xhr',
  Fetch: 'xhr',
  Ping: 'ping',
  CSPViolationReport: 'cspReport',
};

/** Every request of a page comes by here: the app's guards decide first, then its scheme handlers, then the standin. */
export class RequestGate {
  readonly #deps: GateDeps;

  constructor(deps: GateDeps) {
    this.#deps = deps;
  }

  async serve(page: GatePage, cdp: CdpSession, paused: Protocol.Fetch.requestPausedPayload): Promise<void> {
    const { schemes, log, network } = this.#deps;
    const { requestId, request, frameId } = paused;
    const url = schemes.fromPage(request.url);
    const fail = (errorReason: Protocol.Network.ErrorReason) =>
      cdp.tell('Fetch.failRequest', { requestId, errorReason });
    // A browser asks for it by itself; Electron does not.
    if (paused.resourceType === 'Other' && new URL(url).pathname === '/favicon.ico')
      return cdp.tell('Fetch.fulfillRequest', { requestId, responseCode: 204 });
    const isDocument = paused.resourceType === 'Document';
    const isMain = isDocument && page.isMainFrame(frameId);

    if (isMain && paused.redirectedRequestId !== undefined && page.refusesRedirect(url)) return fail('Aborted');
    if (isDocument && !isMain && page.refusesFrame(url)) return fail('Aborted');

    const frameType: ResourceType = isMain ? 'mainFrame' : 'subFrame';
    const resourceType = isDocument ? frameType : (resourceTypes[paused.resourceType] ?? 'other');
    const referrer = schemes.fromPage(request.headers['Referer'] ?? '');
    const facts = { url, method: request.method, resourceType, referrer, webContentsId: page.id };
    const attempt = (by: 'app' | 'standin' | 'nobody') => log.attempt({ url, resourceType, by });

    const verdict = await page.session.webRequest.ask(facts);
    if (verdict.cancel === true) {
      attempt('app');
      return fail('BlockedByClient');
    }
    if (verdict.redirectURL !== undefined) {
      const location = { name: 'Location', value: schemes.toPage(verdict.redirectURL) };
      return cdp.tell('Fetch.fulfillRequest', { requestId, responseCode: 307, responseHeaders: [location] });
    }

    const handler = page.session.protocol.handlerFor(url);
    if (!handler) {
      attempt(network === 'open' ? 'nobody' : 'standin');
      return network === 'open' ? cdp.tell('Fetch.continueRequest', { requestId }) : fail('BlockedByClient');
    }
    if (isMain) await page.aboutToOpen(url);
    try {
      const response = await handler(this.#request(url, request));
      const body = Buffer.from(await response.arrayBuffer()).toString('base64');
      const responseHeaders = [...response.headers].map(([name, value]) => ({
        name,
        value: schemes.textToPage(value),
      }));
      return await cdp.tell('Fetch.fulfillRequest', {
        requestId,
        responseCode: response.status || 500,
        responseHeaders,
        body,
      });
    } catch (error) {
      log.problem('exception', `The handler of ${url} threw: ${String(error)}`);
      return fail('Failed');
    }
  }

  /** DevTools tells of a socket but cannot hold it back; the closed network does. Who would have is written down. */
  async socket(page: GatePage, url: string): Promise<void> {
    const { log, network } = this.#deps;
    const resourceType = 'webSocket';
    const facts = { url, method: 'GET', resourceType, referrer: '', webContentsId: page.id } as const;
    const { cancel } = await page.session.webRequest.ask(facts);
    log.attempt({ url, resourceType, by: cancel === true ? 'app' : network === 'open' ? 'nobody' : 'standin' });
  }

  #request(url: string, { method, headers, postData }: Protocol.Network.Request): Request {
    const own = new Headers();
    for (const [name, value] of Object.entries(headers))
      own.set(name, /^(origin|referer)$/i.test(name) ? this.#header(value) : value);
    const body = postData === undefined || method === 'GET' || method === 'HEAD' ? {} : { body: postData };
    return new Request(url, { method, headers: own, ...body });
  }

  #header(value: string): string {
    const url = this.#deps.schemes.fromPage(value);
    return value.endsWith('/') ? url : url.replace(/\/$/, '');
  }
}
