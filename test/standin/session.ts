import { EventEmitter } from 'node:events';
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

export class Session extends EventEmitter {
  readonly protocol: SessionProtocol;
  readonly webRequest = new WebRequest();
  #request: PermissionRequest | null = null;
  #check: PermissionCheck | null = null;

  constructor(schemes: Schemes) {
    super();
    this.protocol = new SessionProtocol(schemes);
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
  readonly #byPartition = new Map<string, Session>();

  constructor(schemes: Schemes) {
    this.#schemes = schemes;
  }

  get defaultSession(): Session {
    return this.fromPartition('');
  }

  fromPartition(partition: string): Session {
    const known = this.#byPartition.get(partition);
    if (known) return known;
    const made = new Session(this.#schemes);
    this.#byPartition.set(partition, made);
    return made;
  }

  all(): readonly Session[] {
    return [...this.#byPartition.values()];
  }
}
