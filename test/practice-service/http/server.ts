import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { AssertionChecker } from '../assertion.ts';
import { carryOut, type Outcome } from '../operations/operations.ts';
import type { Forced, Operation, PracticeOptions } from '../options.ts';
import { type Pages, pageAnswer } from '../pages/pages.ts';
import type { Practice } from '../practice.ts';
import { renderRefusal } from './errors.ts';
import { type Answer, type Incoming, incomingOf, type Refusal, refusal } from './exchange.ts';
import { type Found, findRoute } from './routes.ts';

interface Deps {
  readonly practice: Practice;
  readonly assertions: AssertionChecker;
  readonly pages: Pages;
}

export function createPracticeServer(deps: Deps): Server {
  const server = createServer((request, response) => {
    void serve(deps, request, response);
  });
  // Longer than any client's own: a pooled connection should be closed by the client, not under its next request.
  server.keepAliveTimeout = 120_000;
  return server;
}

async function serve(deps: Deps, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { practice } = deps;
  const { records, clock, options, tokens } = practice;
  const at = clock.now();
  const incoming = incomingOf(request);
  const found = findRoute(incoming.method, incoming.path);
  const operation = found.kind === 'operation' ? found.route.operation : found.kind === 'page' ? 'page' : 'unknown';
  const force = found.kind === 'operation' ? takeForced(options.forced, found.route.operation) : null;

  let bodyBytes = 0;
  const counted = counting(incoming, (length) => {
    bodyBytes += length;
  });
  const record = (status: number | null, userId: string | null) => {
    const { method, path, query } = incoming;
    const headers = shownHeaders(incoming);
    records.requests.push({ at, operation, method, path, query: query.toString(), headers, userId, bodyBytes, status });
  };

  try {
    const outcome = await outcomeOf(deps, counted, found, force);
    // The rest of a body nobody wanted; an answer before its end would cut the client off.
    for await (const _ of counted.body);
    if (options.latencyMs > 0) await pause(options.latencyMs);
    if (outcome === null || force?.kind === 'lose-after-commit') {
      record(null, outcome?.user?.id ?? null);
      request.socket.resetAndDestroy();
      return;
    }
    const answer = render(practice, outcome);
    if (answer.status === 401 && outcome.user !== null) tokens.distrust(outcome.user);
    record(force?.kind === 'cut-answer' ? null : answer.status, outcome.user?.id ?? null);
    send(response, answer, clock.now(), force);
  } catch (error) {
    record(null, null);
    // A client that left in the middle of its body committed nothing; anything else is a fault of the service itself.
    if (request.socket.destroyed) return;
    console.error(error);
    send(response, renderRefusal(refusal('broken', 'The practice service failed'), options), clock.now(), null);
  }
}

async function outcomeOf(deps: Deps, incoming: Incoming, found: Found, force: Forced | null): Promise<Outcome | null> {
  const { practice, pages } = deps;
  if (force?.kind === 'lose-before-commit') return null;
  if (force?.kind === 'answer') {
    // The holder matters: a 401 to a valid token is what makes a new token right.
    const token = incoming.headers['authorization']?.split(' ')[1] ?? '';
    const user = practice.tokens.holder(token) ?? null;
    const { status, body = '', headers = {} } = force;
    return { user, result: { kind: 'answer', status, headers, body } };
  }
  if (found.kind === 'operation') return carryOut(deps, incoming, found);
  if (found.kind === 'page') return { user: null, result: await pageAnswer(pages, incoming) };
  const wrongMethod = found.kind === 'wrong-method';
  practice.records.breach(wrongMethod ? 'unknown-method' : 'unknown-path', `${incoming.method} ${incoming.path}`);
  const result = wrongMethod
    ? refusal('method-not-allowed', 'This method does not exist here')
    : refusal('not-found', 'This address does not exist');
  return { user: null, result };
}

function render(
  practice: Practice,
  outcome: { readonly user: Outcome['user']; readonly result: Answer | Refusal },
): Answer {
  const { result, user } = outcome;
  const { options, clock, polling } = practice;
  if (result.kind === 'answer') return result;
  if (result.error !== 'polling' || user === null) return renderRefusal(result, options);
  if (options.polling === '403') return renderRefusal(result, options);
  const seconds = Math.ceil(polling.left(user) / 1000);
  const date = new Date(clock.now() + seconds * 1000).toUTCString();
  return renderRefusal(result, options, { 'Retry-After': options.polling === '429-date' ? date : `${seconds}` });
}

function send(response: ServerResponse, answer: Answer, now: number, force: Forced | null): void {
  response.sendDate = false;
  const body =
    typeof answer.body === 'string'
      ? Buffer.from(answer.body)
      : Buffer.from(answer.body.buffer, answer.body.byteOffset, answer.body.byteLength);
  const length = answer.status === 204 ? {} : { 'Content-Length': body.length };
  response.writeHead(answer.status, { Date: new Date(now).toUTCString(), ...answer.headers, ...length });
  if (force?.kind === 'cut-answer') {
    response.flushHeaders();
    response.write(body.subarray(0, force.bytes), () => response.socket?.destroySoon());
    return;
  }
  response.end(answer.status === 204 ? undefined : body);
}

function takeForced(forced: PracticeOptions['forced'], operation: Operation): Forced | null {
  const entry = forced.find(({ operation: wanted, times }) => times > 0 && (wanted === operation || wanted === 'any'));
  if (entry === undefined) return null;
  entry.times -= 1;
  if (entry.times <= 0) forced.splice(forced.indexOf(entry), 1);
  return entry.force;
}

function counting(incoming: Incoming, add: (length: number) => void): Incoming {
  async function* counted(): AsyncGenerator<Buffer> {
    for await (const chunk of incoming.body) {
      add(chunk.length);
      yield chunk;
    }
  }
  return { ...incoming, body: { [Symbol.asyncIterator]: counted } };
}

function shownHeaders({ headers }: Incoming): Record<string, string> {
  const shown: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) shown[name] = name === 'authorization' ? (value.split(' ')[0] ?? '') : value;
  }
  return shown;
}
