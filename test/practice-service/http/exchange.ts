import type { IncomingMessage } from 'node:http';
import type { ErrorKind } from '../options.ts';

/** A request as the operations see it. */
export interface Incoming {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  /** The address the client called, without path: it may have come through a proxy with another port. */
  readonly origin: string;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: AsyncIterable<Buffer>;
}

export interface Answer {
  readonly kind: 'answer';
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
}

/** A failure the client is told about; the server gives it the chosen style and code. */
export interface Refusal {
  readonly kind: 'refusal';
  readonly error: ErrorKind;
  readonly message: string;
}

export const refusal = (error: ErrorKind, message: string): Refusal => ({ kind: 'refusal', error, message });

export const json = (status: number, value: unknown): Answer => ({
  kind: 'answer',
  status,
  headers: { 'Content-Type': 'application/json;charset=UTF-8' },
  body: JSON.stringify(value),
});

export const noContent: Answer = { kind: 'answer', status: 204, headers: {}, body: '' };

async function* bytesOf(request: IncomingMessage): AsyncGenerator<Buffer> {
  if (request.readableEnded) return;
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    if (Buffer.isBuffer(chunk)) yield chunk;
  }
}

export function incomingOf(request: IncomingMessage): Incoming {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(request.headers)) {
    if (value !== undefined) headers[name] = Array.isArray(value) ? value.join(', ') : value;
  }
  const scheme = headers['x-forwarded-proto'] ?? 'http';
  const origin = `${scheme}://${headers['host'] ?? '127.0.0.1'}`;
  const target = request.url ?? '/';
  const at = target.indexOf('?');
  return {
    method: request.method ?? 'GET',
    path: at < 0 ? target : target.slice(0, at),
    query: new URLSearchParams(at < 0 ? '' : target.slice(at + 1)),
    origin,
    headers,
    body: { [Symbol.asyncIterator]: () => bytesOf(request) },
  };
}

/** The whole body; null when it is longer than the limit (it is read to its end all the same). */
export async function readBody(incoming: Incoming, limit = 1024 * 1024): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of incoming.body) {
    size += chunk.length;
    if (size <= limit) chunks.push(chunk);
  }
  return size <= limit ? Buffer.concat(chunks) : null;
}
