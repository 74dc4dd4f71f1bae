import { type Agent, type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http';
import type { BodySource, HttpProblem, HttpRequest, TimeLimits, Verdict } from '../http-port.ts';
import { createPump } from './body-pump.ts';
import { receiveBody } from './receive.ts';
import { ConnectFailure } from './socket-problem.ts';
import { createWatch } from './watch.ts';

export interface Exchange {
  readonly url: URL;
  readonly agent: Agent;
  readonly request: HttpRequest;
  readonly limits: TimeLimits;
}

/** Some servers end an early answer only once they have the whole request, which they no longer get. */
const EARLY_IDLE_MS = 1_000;
const nothing: BodySource = { length: 0, read: async () => 0 };
const stopped: HttpProblem = { kind: 'aborted', details: 'Stopped.' };

/** Sends one request over one connection of the agent and tells what became of it. */
export async function exchange({ url, agent, request, limits }: Exchange): Promise<Verdict> {
  const { signal } = request;
  if (signal?.aborted) return { kind: 'notSent', problem: stopped };
  const length = request.body?.length ?? 0;
  const answered = Promise.withResolvers<IncomingMessage | null>();
  const over = new AbortController();
  let pumping: Promise<void> | undefined;
  let problem: HttpProblem | undefined;

  const wire = openRequest(url, agent, request, length);
  const settle = (message: IncomingMessage | null) => {
    answered.resolve(message);
    over.abort();
  };
  const end = (why: HttpProblem) => {
    problem ??= why;
    settle(null);
    wire.destroy();
  };
  const late = (details: string) => end({ kind: 'timed-out', details: `${url.host}: ${details}` });
  const watch = createWatch(late);
  const onAbort = () => end(stopped);
  signal?.addEventListener('abort', onAbort, { once: true });

  const pump = createPump(request.body ?? nothing, (bytes) => {
    watch.allow(limits.idleMs, 'no byte was taken');
    request.onSent?.(bytes);
  });
  const pumpBody = async () => {
    watch.allow(limits.idleMs, 'no byte was taken');
    const trouble = await pump.run(wire, over.signal);
    if (trouble !== null) end(trouble);
    else if (!over.signal.aborted) watch.allow(limits.headersMs, 'no answer');
  };
  wire.once('socket', () => {
    pumping = pumpBody();
    // A bug in a caller's callback ends the request; it is thrown where the pump is awaited.
    pumping.catch(() => end(stopped));
  });
  wire.once('response', settle);
  const onLost = (cause?: unknown) => {
    if (!over.signal.aborted) end(lost(cause, url));
  };
  wire.on('error', onLost);
  wire.once('close', onLost);

  try {
    const message = await answered.promise;
    const requestComplete = pump.offered === length;
    if (message === null)
      return noAnswer(pumping !== undefined, requestComplete, pump.offered, problem ?? lost(null, url));
    const headers = flat(message.headers);
    const whole = createWatch(late);
    whole.allow(limits.bodyMs, 'the answer did not end');
    const patience = requestComplete ? limits.idleMs : Math.min(limits.idleMs, EARLY_IDLE_MS);
    const wait = () => watch.allow(patience, 'no byte came');
    wait();
    const received = await receiveBody(message, headers, request, wait);
    whole.stop();
    // A connection with half a request in it is of no more use.
    if (!requestComplete) wire.destroy();
    const { body, bodyState } = received;
    const response = { status: message.statusCode ?? 0, headers, body, bodyState, requestComplete };
    if (received.problem === undefined) return { kind: 'response', response };
    return { kind: 'response', response, problem: problem ?? received.problem };
  } finally {
    watch.stop();
    signal?.removeEventListener('abort', onAbort);
    // The body's owner may close its file as soon as this is over.
    await pumping;
  }
}

function openRequest(url: URL, agent: Agent, request: HttpRequest, length: number): ClientRequest {
  const announced = request.body !== undefined || request.method === 'POST' || request.method === 'PUT';
  return httpRequest({
    agent,
    method: request.method,
    // Node's option --insecure-http-parser would take answers that can be read in two ways.
    insecureHTTPParser: false,
    path: `${url.pathname}${url.search}`,
    headers: { Host: url.host, ...request.headers, ...(announced ? { 'Content-Length': length } : {}) },
  });
}

function noAnswer(connected: boolean, requestComplete: boolean, bytes: number, problem: HttpProblem): Verdict {
  if (!connected) return { kind: 'notSent', problem };
  const broken = problem.kind === 'unreachable';
  if (!requestComplete) {
    return { kind: 'partial', bytes, problem: broken ? { ...problem, kind: 'cut-short' } : problem };
  }
  return { kind: 'fullySent', problem: broken ? { ...problem, kind: 'answer-lost' } : problem };
}

function lost(cause: unknown, url: URL): HttpProblem {
  if (cause instanceof ConnectFailure) return cause.problem;
  const said = cause instanceof Error ? cause.message : 'the connection was closed';
  return { kind: 'unreachable', details: `${url.host}: ${said}`, cause };
}

function flat(headers: IncomingMessage['headers']): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value].flat().join(', ')]));
}
