import type Electron from 'electron';

export interface RequestFacts {
  readonly url: string;
  readonly method: string;
  readonly resourceType: Electron.OnBeforeRequestListenerDetails['resourceType'];
  readonly referrer: string;
  readonly webContentsId: number;
}

type BeforeRequest = (details: RequestFacts & Stamp, answer: (response: Electron.CallbackResponse) => void) => void;
interface Stamp {
  readonly id: number;
  readonly timestamp: number;
}
interface Listening {
  readonly patterns: readonly RegExp[];
  readonly listener: BeforeRequest;
}

/** Chrome's match patterns: `<all_urls>`, `*://*.host/*`, `scheme://host/path*`. */
function matchPattern(pattern: string): RegExp {
  if (pattern === '<all_urls>') return /^/;
  const [, scheme = '*', rest = '*'] = /^([^:]+):\/\/(.*)$/.exec(pattern) ?? [];
  const literal = (text: string) => text.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*');
  return new RegExp(`^${scheme === '*' ? '(?:https?|wss?)' : literal(scheme)}://${literal(rest)}$`);
}

/** Asked about every request of the session's windows, the app's own scheme included, before anything else happens. */
export class WebRequest {
  #before: Listening | null = null;
  #lastId = 0;

  onBeforeRequest(listener: BeforeRequest | null): void;
  onBeforeRequest(filter: Electron.WebRequestFilter, listener: BeforeRequest | null): void;
  onBeforeRequest(first: Electron.WebRequestFilter | BeforeRequest | null, second: BeforeRequest | null = null): void {
    const listener = typeof first === 'function' ? first : second;
    const urls = typeof first === 'object' && first !== null ? (first.urls ?? ['<all_urls>']) : ['<all_urls>'];
    this.#before = listener && { patterns: urls.map(matchPattern), listener };
  }

  async ask(facts: RequestFacts): Promise<Electron.CallbackResponse> {
    const before = this.#before;
    if (!before?.patterns.some((pattern) => pattern.test(facts.url))) return {};
    this.#lastId += 1;
    const details = { ...facts, id: this.#lastId, timestamp: Date.now() };
    return new Promise((resolve) => before.listener(details, resolve));
  }
}
