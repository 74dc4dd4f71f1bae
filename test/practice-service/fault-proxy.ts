/** A TCP proxy in front of the practice service that does on demand what networks do. */
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { relay } from './faults/relay.ts';
import type { RequestHead } from './faults/request-reader.ts';
import { listen } from './listen.ts';
import type { PracticeConnection } from './practice-service.ts';

export type Fault =
  /** At once when a connection comes in (without a match), else at the first bytes of the request. */
  | { readonly kind: 'reset' }
  /** So many bytes of the body reach the service, then both sides are reset. */
  | { readonly kind: 'cut-request'; readonly bytes: number }
  /** The whole request is taken, the service sees nothing of it, the client is reset. */
  | { readonly kind: 'lose-before' }
  /** The service has done its work and answers; the client is reset instead. */
  | { readonly kind: 'lose-after' }
  /** So many bytes of the answer (its head included) come through. */
  | { readonly kind: 'cut-answer'; readonly bytes: number }
  | { readonly kind: 'slow-request'; readonly bytesPerSecond: number }
  | { readonly kind: 'slow-answer'; readonly bytesPerSecond: number }
  /** Another answer (raw, as by `rawAnswer`), with or without the service having done its work. */
  | { readonly kind: 'replace'; readonly answer: string; readonly deliver: boolean }
  /** The service gets the same request twice, the client one answer. */
  | { readonly kind: 'replay' };

interface Asked {
  readonly method: string;
  readonly path: string;
}
type Match = (request: Asked) => boolean;

export interface FaultProxy {
  /** The address that stands for the service. */
  readonly url: string;
  /** The same connection, through the proxy. */
  through(connection: PracticeConnection): PracticeConnection;
  /** The next request (that matches) meets the fault. */
  next(fault: Fault, match?: Match): void;
  /** Every request (that matches) meets the fault until `clear`. */
  always(fault: Fault, match?: Match): void;
  /** Decides about every request that meets none of the others. */
  weather(choose: (request: Asked) => Fault | null): void;
  clear(): void;
  /** Connections that are open on either side. */
  open(): number;
  /** Requests whose head has come, whatever became of them. */
  requests(): number;
  /** Nobody listens on the port any more, all connections are reset: connecting is refused. */
  down(): Promise<void>;
  up(): Promise<void>;
  /** The requests that met a fault. */
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
    // Every error is followed by 'close'; the relay looks at what is left.
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
