import { Agent, type ClientRequestArgs } from 'node:http';
import type { Duplex } from 'node:stream';
import type { TimeLimits } from '../http-port.ts';
import { type ConnectDeps, connect, type Target } from './connect.ts';
import type { Route } from './proxy-list.ts';

export interface ConnectionDeps extends ConnectDeps {
  readonly limits: Pick<TimeLimits, 'connectMs' | 'restMs'>;
}

/** Connections of one way to one server. They are ready before a request sees them, so its bytes never wait inside. */
export class Connections extends Agent {
  readonly #target: Target;
  readonly #route: Route;
  readonly #deps: ConnectionDeps;

  constructor(target: Target, route: Route, deps: ConnectionDeps) {
    super({ keepAlive: true, timeout: deps.limits.restMs });
    this.#target = target;
    this.#route = route;
    this.#deps = deps;
  }

  override createConnection(
    _options: ClientRequestArgs,
    callback?: (error: Error | null, stream: Duplex) => void,
  ): undefined {
    void this.#open(callback ?? (() => {}));
    return undefined;
  }

  async #open(done: (error: Error | null, stream: Duplex) => void): Promise<void> {
    let socket: Duplex;
    try {
      socket = await connect(this.#target, this.#route, this.#deps, this.#deps.limits.connectMs);
    } catch (error) {
      // The types ask for a stream beside the error; Node reads none.
      Reflect.apply(done, undefined, [error]);
      return;
    }
    done(null, socket);
  }
}
