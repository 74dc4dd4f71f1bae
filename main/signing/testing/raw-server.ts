import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { onTestFinished } from 'vitest';
import type { Certificate } from './certificate.ts';

export interface RawRequest {
  /** Request line and headers as they came. */
  readonly head: string;
  readonly body: Buffer;
  /** 1 for the first connection. */
  readonly connection: number;
  /** Ends the connection with a reset, under TLS too. */
  reset(): void;
}

export interface RawServer {
  readonly port: number;
  readonly url: string;
  /** Requests that arrived whole. */
  readonly requests: readonly RawRequest[];
  readonly connections: () => number;
}

export interface RawBehaviour {
  /** For each request that has arrived whole. */
  readonly whole?: (socket: Socket, request: RawRequest) => void;
  /** For each piece of data, with the number of bytes this connection has brought so far. */
  readonly data?: (socket: Socket, bytes: number, connection: number) => void;
  readonly tls?: Certificate;
}

/** A server that a test makes misbehave at the level of bytes. It ends with the test. */
export async function rawServer({ whole, data, tls }: RawBehaviour): Promise<RawServer> {
  const requests: RawRequest[] = [];
  const sockets = new Set<Socket>();
  let connections = 0;
  const serve = (plain: Socket) => {
    const socket = tls === undefined ? plain : new TLSSocket(plain, { isServer: true, key: tls.key, cert: tls.cert });
    connections += 1;
    const connection = connections;
    sockets.add(plain);
    plain.on('error', () => {});
    // A client that rejects our certificate is what some tests are about.
    socket.on('error', () => {});
    let bytes = 0;
    let pending: Buffer = Buffer.alloc(0);
    socket.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      pending = Buffer.concat([pending, chunk]);
      data?.(socket, bytes, connection);
      for (let next = takeRequest(pending); next !== null; next = takeRequest(pending)) {
        pending = next.rest;
        const request = { head: next.head, body: next.body, connection, reset: () => plain.resetAndDestroy() };
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

function takeRequest(bytes: Buffer): { head: string; body: Buffer; rest: Buffer } | null {
  const end = bytes.indexOf('\r\n\r\n');
  if (end < 0) return null;
  const head = bytes.subarray(0, end).toString('latin1');
  const length = Number(/^content-length: (\d+)$/im.exec(head)?.[1] ?? 0);
  const from = end + 4;
  if (bytes.length < from + length) return null;
  return { head, body: bytes.subarray(from, from + length), rest: bytes.subarray(from + length) };
}

export function answer(socket: Socket, status: number, body = '', headers: readonly string[] = []): void {
  const lines = [`HTTP/1.1 ${status} X`, `Content-Length: ${Buffer.byteLength(body)}`, ...headers];
  socket.write(`${lines.join('\r\n')}\r\n\r\n${body}`);
}
