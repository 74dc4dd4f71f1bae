import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { createSecureContext, TLSSocket } from 'node:tls';
import { onTestFinished } from 'vitest';
import type { Certificate } from './certificate.ts';

export interface RawRequest {
  /** Request line and headers, unparsed. */
  readonly head: string;
  readonly body: Buffer;
  /** The number of the connection: 1 for the first. */
  readonly connection: number;
  /** Resets the TCP connection, also under TLS. */
  reset(): void;
}

export interface RawServer {
  readonly port: number;
  readonly url: string;
  /** Requests that arrived completely. */
  readonly requests: readonly RawRequest[];
  readonly connections: () => number;
}

export interface RawBehaviour {
  /** Handles each request that arrived completely. */
  readonly whole?: (socket: Socket, request: RawRequest) => void;
  /** Handles each piece of data, with the bytes of this connection so far. */
  readonly data?: (socket: Socket, bytes: number, connection: number) => void;
  readonly tls?: Certificate;
  /** Offers TLS 1.1 at most. */
  readonly oldTls?: boolean;
}

/** Starts a server whose every byte a test controls, to misbehave. It closes when the test ends. */
export async function rawServer({ whole, data, tls, oldTls = false }: RawBehaviour): Promise<RawServer> {
  const requests: RawRequest[] = [];
  const sockets = new Set<Socket>();
  let connections = 0;
  const serve = (plain: Socket) => {
    const socket =
      tls === undefined ? plain : new TLSSocket(plain, { isServer: true, secureContext: contextOf(tls, oldTls) });
    connections += 1;
    const connection = connections;
    sockets.add(plain);
    plain.on('error', () => {});
    // Some tests have a client that rejects our certificate.
    socket.on('error', () => {});
    let bytes = 0;
    const incoming = requestReader();
    socket.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      data?.(socket, bytes, connection);
      for (const { head, body } of incoming(chunk)) {
        const request = { head, body, connection, reset: () => plain.resetAndDestroy() };
        requests.push(request);
        whole?.(socket, request);
      }
    });
  };
  const server = createServer(serve);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    server.close();
    await once(server, 'close');
  });
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    port,
    url: `${tls === undefined ? 'http' : 'https'}://127.0.0.1:${port}`,
    requests,
    connections: () => connections,
  };
}

function contextOf({ key, cert }: Certificate, oldTls: boolean) {
  const old = { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT:@SECLEVEL=0' } as const;
  return createSecureContext({ key, cert, ...(oldTls ? old : {}) });
}

/** Splits the incoming bytes into requests. */
function requestReader() {
  let pieces: Buffer[] = [];
  let have = 0;
  let need = 0;
  return (chunk: Buffer): readonly Pick<RawRequest, 'head' | 'body'>[] => {
    pieces.push(chunk);
    have += chunk.length;
    const whole: Pick<RawRequest, 'head' | 'body'>[] = [];
    while (have > 0 && have >= need) {
      const bytes = Buffer.concat(pieces);
      pieces = [bytes];
      const end = bytes.indexOf('\r\n\r\n');
      if (end < 0) break;
      const head = bytes.toString('latin1', 0, end);
      const from = end + 4;
      need = from + Number(/^content-length: (\d+)$/im.exec(head)?.[1] ?? 0);
      if (have < need) break;
      whole.push({ head, body: bytes.subarray(from, need) });
      pieces = [bytes.subarray(need)];
      have -= need;
      need = 0;
    }
    return whole;
  };
}

export function answer(socket: Socket, status: number, body = '', headers: readonly string[] = []): void {
  const lines = [`HTTP/1.1 ${status} X`, `Content-Length: ${Buffer.byteLength(body)}`, ...headers];
  socket.write(`${lines.join('\r\n')}\r\n\r\n${body}`);
}
