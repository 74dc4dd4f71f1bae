import { Agent, type ClientRequestArgs } from 'node:http';
import type { Duplex } from 'node:stream';
import type { TimeLimits } from '../http-port.ts';
import { type ConnectDeps, connect, type Target } from './connect.ts';
import type { Route } from './proxy-list.ts';

export interface ConnectionDeps extends ConnectDeps {
  readonly limits: Pick<TimeLimits, 'connectMs' | 'restMs'>;
}

/** A pool of connections to one server by one route. A request gets a socket only when it is connected. */
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
      // The types demand a stream beside the error, but Node does not read it.
      Reflect.apply(done, undefined, [error]);
      return;
    }
    done(null, socket);
  }
}
