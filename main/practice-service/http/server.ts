import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { inspect } from 'node:util';
import { type AnsweringDeps, type Reply, replyTo } from './answering.ts';
import { renderRefusal } from './errors.ts';
import { type Answer, incomingOf, refusal } from './exchange.ts';

/** Answers a request in the place of the service. Null: the service answers. */
export type Admit = (request: { readonly url: string; readonly headers: IncomingHttpHeaders }) => Answer | null;

export function createPracticeServer(deps: AnsweringDeps, admit: Admit = () => null): Server {
  const server = createServer((request, response) => {
    const barred = admit({ url: request.url ?? '/', headers: request.headers });
    if (barred === null) void serve(deps, request, response);
    else send(response, barred, null);
  });
  // Longer than the clients' timeouts: the client should close an idle connection, not the server during the next request.
  server.keepAliveTimeout = 120_000;
  return server;
}

async function serve(deps: AnsweringDeps, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { options } = deps.practice;
  const { method = '', url = '/', headers } = request;
  const reply = await replyTo(deps, incomingOf({ method, url, headers, body: bytesOf(request) })).catch(
    (error: unknown): Reply => {
      // A client that left during its body needs no answer. Any other error is a bug of the service.
      if (request.socket.destroyed) return { kind: 'lost' };
      process.stderr.write(`${inspect(error)}\n`);
      const answer = renderRefusal(refusal('broken', 'The practice service failed'), options);
      return { kind: 'answer', answer, cutAfter: null };
    },
  );
  if (options.latencyMs > 0) await pause(options.latencyMs);
  if (reply.kind === 'lost') request.socket.resetAndDestroy();
  else send(response, reply.answer, reply.cutAfter);
}

function send(response: ServerResponse, { status, headers, body: content }: Answer, cutAfter: number | null): void {
  // The service's answers have their own `Date`, from its clock.
  response.sendDate = false;
  const body = Buffer.from(content);
  response.writeHead(status, { ...headers, ...(status === 204 ? {} : { 'Content-Length': body.length }) });
  if (cutAfter === null) {
    response.end(status === 204 ? undefined : body);
    return;
  }
  response.flushHeaders();
  response.write(body.subarray(0, cutAfter), () => response.socket?.destroySoon());
}

/** Can be read twice: the second reading continues where the first one stopped. */
function bytesOf(request: IncomingMessage): AsyncIterable<Buffer> {
  async function* bytes(): AsyncGenerator<Buffer> {
    if (request.readableEnded) return;
    for await (const chunk of request.iterator({ destroyOnReturn: false })) {
      if (Buffer.isBuffer(chunk)) yield chunk;
    }
  }
  return { [Symbol.asyncIterator]: bytes };
}
