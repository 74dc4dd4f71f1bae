/** A TCP proxy in front of the practice service that causes network faults on demand. */
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { listen } from '../../main/practice-service/listen.ts';
import { relay } from './faults/relay.ts';
import type { RequestHead } from './faults/request-reader.ts';
import type { PracticeConnection } from './practice-service.ts';

export type Fault =
  /** Resets a new connection at once, or with a match at the first bytes of the request. */
  | { readonly kind: 'reset' }
  /** Passes this many bytes of the body to the service, then resets both sides. */
  | { readonly kind: 'cut-request'; readonly bytes: number }
  /** Reads the whole request, passes nothing on, and resets the client. */
  | { readonly kind: 'lose-before' }
  /** Passes the request on, but resets the client instead of passing back the answer. */
  | { readonly kind: 'lose-after' }
  /** Passes back only this many bytes of the answer, including its head. */
  | { readonly kind: 'cut-answer'; readonly bytes: number }
  | { readonly kind: 'slow-request'; readonly bytesPerSecond: number }
  | { readonly kind: 'slow-answer'; readonly bytesPerSecond: number }
  /** Sends another answer (see `rawAnswer`). `deliver`: does the service get the request? */
  | { readonly kind: 'replace'; readonly answer: string; readonly deliver: boolean }
  /** Passes the request on twice and passes one answer back. */
  | { readonly kind: 'replay' };

interface Asked {
  readonly method: string;
  readonly path: string;
}
type Match = (request: Asked) => boolean;

export interface FaultProxy {
  /** The address of the proxy, to use instead of the service's. */
  readonly url: string;
  /** Changes a connection so that it goes through the proxy. */
  through(connection: PracticeConnection): PracticeConnection;
  /** Applies the fault to the next (matching) request. */
  next(fault: Fault, match?: Match): void;
  /** Applies the fault to every (matching) request until `clear`. */
  always(fault: Fault, match?: Match): void;
  /** Chooses a fault for every request without another rule. */
  weather(choose: (request: Asked) => Fault | null): void;
  clear(): void;
  /** The number of open connections on both sides. */
  open(): number;
  /** The number of requests whose head has arrived. */
  requests(): number;
  /** Closes the port and resets all connections, so that connecting is refused. */
  down(): Promise<void>;
  up(): Promise<void>;
  /** The requests with a fault. */
  readonly hits: readonly { readonly kind: Fault['kind']; readonly method: string; readonly path: string }[];
  close(): Promise<void>;
}

interface Rule {
  readonly fault: Fault;
  readonly match: Match | null;
  readonly once: boolean;
}

export const rawAnswer = (status: number, body: string, type = 'text/html'): string =>
  `HTTP/1.1 ${status} Replaced\r\nContent-Type: ${type}\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`;

export async function startFaultProxy(options: { readonly to: string }): Promise<FaultProxy> {
  const { hostname: host, port } = new URL(options.to);
  const to = { host, port: Number(port) };
  const rules: Rule[] = [];
  const hits: { kind: Fault['kind']; method: string; path: string }[] = [];
  const sockets = new Set<Socket>();
  let requests = 0;
  let choose: ((request: Asked) => Fault | null) | null = null;

  const keep = (socket: Socket): Socket => {
    sockets.add(socket);
    // 'close' follows every error, and the relay handles it.
    socket.on('error', () => {});
    return socket.once('close', () => sockets.delete(socket));
  };

  const use = (rule: Rule, method: string, path: string): Fault => {
    if (rule.once) rules.splice(rules.indexOf(rule), 1);
    hits.push({ kind: rule.fault.kind, method, path });
    return rule.fault;
  };
  const take = ({ method, path }: RequestHead): Fault | null => {
    requests += 1;
    const rule = rules.find(({ match }) => match === null || match({ method, path }));
    if (rule !== undefined) return use(rule, method, path);
    const fault = choose?.({ method, path }) ?? null;
    if (fault !== null) hits.push({ kind: fault.kind, method, path });
    return fault;
  };

  const server = createServer({ allowHalfOpen: true }, (client) => {
    keep(client);
    const [rule] = rules;
    if (rule?.fault.kind === 'reset' && rule.match === null) {
      use(rule, '', '');
      client.resetAndDestroy();
      return;
    }
    void relay(client, { to, take, keep });
  });
  const down = async () => {
    if (!server.listening) return;
    const closed = once(server, 'close');
    server.close();
    for (const socket of sockets) socket.resetAndDestroy();
    await closed;
  };

  const ownPort = await listen(server);
  const url = `http://127.0.0.1:${ownPort}`;
  const moved = (address: string) => address.replace(new URL(options.to).origin, url);
  return {
    url,
    hits,
    through: (connection) => ({
      ...connection,
      base: moved(connection.base),
      auth: moved(connection.auth),
      admin: moved(connection.admin),
      identity: moved(connection.identity),
    }),
    next(fault, match) {
      rules.push({ fault, match: match ?? null, once: true });
    },
    always(fault, match) {
      rules.push({ fault, match: match ?? null, once: false });
    },
    weather(next) {
      choose = next;
    },
    clear() {
      rules.length = 0;
      choose = null;
    },
    open: () => sockets.size,
    requests: () => requests,
    down,
    async up() {
      if (!server.listening) await listen(server, ownPort);
    },
    close: down,
  };
}
