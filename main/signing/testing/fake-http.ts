import type { HttpPort, HttpRequest, HttpResponse, Verdict } from '../http-port.ts';

export interface SentRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface FakeHttp extends HttpPort {
  readonly sent: readonly SentRequest[];
}

/**
 * Implements the HTTP port without a network. It reads the body of each request, then calls `answer` for the verdict.
 */
export function fakeHttp(answer: (request: SentRequest, count: number) => Verdict | Promise<Verdict>): FakeHttp {
  const sent: SentRequest[] = [];
  return {
    sent,
    async send(request) {
      const { method, url, headers } = request;
      const seen = { method, url, headers, body: (await bodyOf(request)).toString('utf8') };
      sent.push(seen);
      return answer(seen, sent.length);
    },
  };
}

export async function bodyOf(request: Pick<HttpRequest, 'body'>): Promise<Buffer> {
  const pieces: Buffer[] = [];
  const piece = Buffer.alloc(64 * 1024);
  while (request.body !== undefined) {
    const bytes = await request.body.read(piece);
    if (bytes === 0) break;
    pieces.push(Buffer.from(piece.subarray(0, bytes)));
  }
  return Buffer.concat(pieces);
}

export function response(
  status: number,
  body: string | Uint8Array = '',
  headers: Record<string, string> = {},
): Verdict {
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  return { kind: 'response', response: wholeResponse(status, bytes, headers) };
}

export function wholeResponse(status: number, body: Uint8Array, headers: Record<string, string> = {}): HttpResponse {
  return { status, headers, body, bodyState: 'whole', requestComplete: true };
}

export function jsonResponse(value: unknown, status = 200, headers: Record<string, string> = {}): Verdict {
  return response(status, JSON.stringify(value), { 'content-type': 'application/json', ...headers });
}
