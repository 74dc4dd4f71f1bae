import { EventEmitter } from 'node:events';
import type Electron from 'electron';
import type { Log } from './log.ts';
import { SessionProtocol } from './protocol.ts';
import type { Schemes } from './schemes.ts';
import type { WebContents } from './web-contents.ts';
import { WebRequest } from './web-request.ts';

export interface SessionDeps {
  readonly schemes: Schemes;
  readonly log: Log;
  readonly proxy: ProxyRules;
  /** Forgets what pages stored, in Chromium itself. */
  readonly clearStorage: () => Promise<void>;
}

/** What the system says about proxies; set by tests. */
export class ProxyRules {
  readonly #byPrefix = new Map<string, string>();
  #otherwise = 'DIRECT';

  set(answer: string, prefix: string | null): void {
    if (prefix === null) this.#otherwise = answer;
    else this.#byPrefix.set(prefix, answer);
  }

  for(url: string): string {
    for (const [prefix, answer] of this.#byPrefix) if (url.startsWith(prefix)) return answer;
    return this.#otherwise;
  }
}

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
type DeviceCheck = (details: {
  readonly deviceType: string;
  readonly origin: string;
  readonly device: object;
}) => boolean;
type DisplayMedia = (
  request: { readonly videoRequested: boolean; readonly audioRequested: boolean },
  answer: (streams: Electron.Streams | null) => void,
) => void;

export class Session extends EventEmitter {
  readonly #deps: SessionDeps;
  readonly partition: string;
  readonly protocol: SessionProtocol;
  readonly webRequest = new WebRequest();
  readonly #done: string[] = [];
  #request: PermissionRequest | null = null;
  #check: PermissionCheck | null = null;
  #device: DeviceCheck | null = null;
  #display: DisplayMedia | null = null;
  #userAgent = '';

  constructor(deps: SessionDeps, partition: string) {
    super();
    this.#deps = deps;
    this.partition = partition;
    this.protocol = new SessionProtocol(deps.schemes);
  }

  /** The calls that change nothing a test could see otherwise. */
  get done(): readonly string[] {
    return this.#done;
  }

  isPersistent(): boolean {
    return this.partition === '' || this.partition.startsWith('persist:');
  }

  async resolveProxy(url: string): Promise<string> {
    return this.#deps.proxy.for(url);
  }

  async setProxy(config: Electron.ProxyConfig): Promise<void> {
    this.#done.push('setProxy');
    if (config.mode === 'direct') this.#deps.proxy.set('DIRECT', null);
  }

  async forceReloadProxyConfig(): Promise<void> {
    this.#done.push('forceReloadProxyConfig');
  }

  async closeAllConnections(): Promise<void> {
    this.#done.push('closeAllConnections');
  }

  async clearStorageData(): Promise<void> {
    this.#done.push('clearStorageData');
    await this.#deps.clearStorage();
  }

  async clearCache(): Promise<void> {
    this.#done.push('clearCache');
  }

  async clearAuthCache(): Promise<void> {
    this.#done.push('clearAuthCache');
  }

  async clearHostResolverCache(): Promise<void> {
    this.#done.push('clearHostResolverCache');
  }

  setSpellCheckerEnabled(): void {
    this.#done.push('setSpellCheckerEnabled');
  }

  setCertificateVerifyProc(): void {
    this.#done.push('setCertificateVerifyProc');
  }

  getUserAgent(): string {
    return this.#userAgent;
  }

  setUserAgent(userAgent: string): void {
    this.#userAgent = userAgent;
  }

  setPermissionRequestHandler(handler: PermissionRequest | null): void {
    this.#request = handler;
  }

  setPermissionCheckHandler(handler: PermissionCheck | null): void {
    this.#check = handler;
  }

  setDevicePermissionHandler(handler: DeviceCheck | null): void {
    this.#device = handler;
  }

  setDisplayMediaRequestHandler(handler: DisplayMedia | null): void {
    this.#display = handler;
  }

  /** As Electron decides: without a handler everything is granted, which is why a guard must be there. */
  async permits(contents: WebContents | null, permission: string, url: string, origin: string): Promise<boolean> {
    const checked = this.#check?.(contents, permission, origin, { isMainFrame: true, requestingUrl: url }) ?? true;
    const request = this.#request;
    if (!checked || !request) return checked;
    return new Promise((resolve) => request(contents, permission, resolve, { requestingUrl: url, isMainFrame: true }));
  }

  permitsDevice(deviceType: string, origin: string): boolean {
    return this.#device?.({ deviceType, origin, device: {} }) ?? false;
  }

  async offersDisplay(): Promise<boolean> {
    const display = this.#display;
    if (!display) return false;
    return new Promise<boolean>((resolve, reject) => {
      const answer = (streams: Electron.Streams | null) => {
        // Electron takes null for a no, and throws in the handler for an object without a picture.
        if (streams !== null && streams.video === undefined) {
          reject(new TypeError('Video was requested, but no video stream was provided'));
          return;
        }
        resolve(streams !== null);
      };
      display({ videoRequested: true, audioRequested: false }, answer);
    });
  }
}

export class Sessions {
  readonly #deps: SessionDeps;
  readonly #byPartition = new Map<string, Session>();

  constructor(deps: SessionDeps) {
    this.#deps = deps;
  }

  get defaultSession(): Session {
    return this.fromPartition('');
  }

  fromPartition(partition: string): Session {
    const known = this.#byPartition.get(partition);
    if (known) return known;
    const made = new Session(this.#deps, partition);
    this.#byPartition.set(partition, made);
    return made;
  }

  all(): readonly Session[] {
    return [...this.#byPartition.values()];
  }
}
