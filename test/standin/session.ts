import { EventEmitter } from 'node:events';
import type { Log } from './log.ts';
import { SessionProtocol } from './protocol.ts';
import type { Schemes } from './schemes.ts';
import type { WebContents } from './web-contents.ts';
import { WebRequest } from './web-request.ts';

type PermissionRequest = (
  contents: WebContents | null,
  permission: string,
  answer: (granted: boolean) => void,
  details: { readonly requestingUrl: string; readonly isMainFrame: boolean },
) => void;
type PermissionCheck = (
  contents: WebContents | null,
  permission: string,
  origin: string,
  details: { readonly isMainFrame: boolean; readonly requestingUrl: string },
) => boolean;

/** Where Chromium keeps its spelling dictionaries. */
const dictionary = 'https://redirector.gvt1.com/edgedl/chrome/dict/en-us-10-1.bdic';

export class Session extends EventEmitter {
  readonly protocol: SessionProtocol;
  readonly webRequest = new WebRequest();
  #request: PermissionRequest | null = null;
  #check: PermissionCheck | null = null;
  #spells = process.platform !== 'darwin';

  constructor(schemes: Schemes, log: Log) {
    super();
    this.protocol = new SessionProtocol(schemes);
    // As in Electron, the session fetches it without asking `webRequest`, whether or not a window checks the spelling.
    setImmediate(() => {
      if (this.#spells) log.attempt({ url: dictionary, resourceType: 'dictionary', by: 'standin' });
    });
  }

  setSpellCheckerLanguages(languages: string[]): void {
    this.#spells &&= languages.length > 0;
  }

  async resolveProxy(): Promise<string> {
    return 'DIRECT';
  }

  // Chromium's network is closed by the request gate, and no device or display is offered to a page here.
  async setProxy(): Promise<void> {}

  async closeAllConnections(): Promise<void> {}

  setDevicePermissionHandler(): void {}

  setDisplayMediaRequestHandler(): void {}

  setPermissionRequestHandler(handler: PermissionRequest | null): void {
    this.#request = handler;
  }

  setPermissionCheckHandler(handler: PermissionCheck | null): void {
    this.#check = handler;
  }

  /** As Electron decides: without a handler everything is granted, which is why a guard must be there. */
  async permits(contents: WebContents | null, permission: string, url: string, origin: string): Promise<boolean> {
    const checked = this.#check?.(contents, permission, origin, { isMainFrame: true, requestingUrl: url }) ?? true;
    const request = this.#request;
    if (!checked || !request) return checked;
    return new Promise((resolve) => request(contents, permission, resolve, { requestingUrl: url, isMainFrame: true }));
  }
}

export class Sessions {
  readonly #schemes: Schemes;
  readonly #log: Log;
  readonly #announce: (session: Session) => void;
  readonly #byPartition = new Map<string, Session>();

  constructor(schemes: Schemes, log: Log, announce: (session: Session) => void) {
    this.#schemes = schemes;
    this.#log = log;
    this.#announce = announce;
  }

  get defaultSession(): Session {
    return this.fromPartition('');
  }

  fromPartition(partition: string): Session {
    const known = this.#byPartition.get(partition);
    if (known) return known;
    const made = new Session(this.#schemes, this.#log);
    this.#byPartition.set(partition, made);
    this.#announce(made);
    return made;
  }

  all(): readonly Session[] {
    return [...this.#byPartition.values()];
  }
}
