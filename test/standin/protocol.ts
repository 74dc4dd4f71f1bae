import type Electron from 'electron';
import type { Schemes } from './schemes.ts';

type Handler = (request: Request) => Response | Promise<Response>;

/** Each session has its own: a scheme handled by the default session is not there for a window of another one. */
export class SessionProtocol {
  readonly #schemes: Schemes;
  readonly #handlers = new Map<string, Handler>();

  constructor(schemes: Schemes) {
    this.#schemes = schemes;
  }

  registerSchemesAsPrivileged(schemes: Electron.CustomScheme[]): void {
    this.#schemes.register(schemes);
  }

  handle(scheme: string, handler: Handler): void {
    if (this.#handlers.has(scheme)) throw new Error(`The scheme '${scheme}' is handled already`);
    this.#handlers.set(scheme, handler);
  }

  handlerFor(url: string): Handler | undefined {
    return this.#handlers.get(new URL(url).protocol.slice(0, -1));
  }
}
