import type { ErrorKind } from '../options.ts';

/** A request as the operations read it. */
export interface Incoming {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  /** The address that the client called, without the path. A proxy may have another port. */
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

/** A refused call. The options choose the style and the code of its answer. */
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

export interface RawRequest {
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: AsyncIterable<Buffer>;
}

export function incomingOf({ method, url, headers: raw, body }: RawRequest): Incoming {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(raw)) {
    if (value !== undefined) headers[name.toLowerCase()] = typeof value === 'string' ? value : value.join(', ');
  }
  const origin = `${headers['x-forwarded-proto'] ?? 'http'}://${headers['host'] ?? '127.0.0.1'}`;
  const at = url.indexOf('?');
  const path = at < 0 ? url : url.slice(0, at);
  return { method, path, query: new URLSearchParams(at < 0 ? '' : url.slice(at + 1)), origin, headers, body };
}

/** Reads the whole body. Null: it is longer than the limit (it is still read to its end). */
export async function readBody(incoming: Incoming, limit = 1024 * 1024): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of incoming.body) {
    size += chunk.length;
    if (size <= limit) chunks.push(chunk);
  }
  return size <= limit ? Buffer.concat(chunks) : null;
}
