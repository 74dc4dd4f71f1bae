import { type Agent, type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http';
import type { BodySource, HttpProblem, HttpRequest, TimeLimits, Verdict } from '../http-port.ts';
import { createPump } from './body-pump.ts';
import { receiveBody } from './receive-body.ts';
import { ConnectFailure } from './socket-problem.ts';
import { createTimeLimit } from './time-limit.ts';

export interface Exchange {
  readonly url: URL;
  readonly agent: Agent;
  readonly request: HttpRequest;
  readonly limits: TimeLimits;
}

/** Some servers finish an early answer only after the whole request, which we no longer send. Do not wait long. */
const EARLY_IDLE_MS = 1_000;
const emptyBody: BodySource = { length: 0, read: async () => 0 };
const stopped: HttpProblem = { kind: 'aborted', details: 'Stopped.' };

/** Sends one request over one connection of the agent. The verdict says what happened to it. */
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
  const onLate = (details: string) => end({ kind: 'timed-out', details: `${url.host}: ${details}` });
  const limit = createTimeLimit(onLate);
  const onAbort = () => end(stopped);
  signal?.addEventListener('abort', onAbort, { once: true });

  const pump = createPump(request.body ?? emptyBody, (bytes) => {
    limit.start(limits.idleMs, 'no byte was taken');
    request.onSent?.(bytes);
  });
  const pumpBody = async () => {
    limit.start(limits.idleMs, 'no byte was taken');
    const trouble = await pump.run(wire, over.signal);
    if (trouble !== null) end(trouble);
    else if (!over.signal.aborted) limit.start(limits.headersMs, 'no answer');
  };
  wire.once('socket', () => {
    pumping = pumpBody();
    // A bug in a caller's callback ends the request. `await pumping` below throws it.
    pumping.catch(() => end(stopped));
  });
  wire.once('response', settle);
  const onLost = (cause?: unknown) => {
    if (!over.signal.aborted) end(connectionLost(cause, url));
  };
  wire.on('error', onLost);
  wire.once('close', onLost);

  try {
    const message = await answered.promise;
    const requestComplete = pump.offered === length;
    if (message === null)
      return noAnswer(pumping !== undefined, requestComplete, pump.offered, problem ?? connectionLost(null, url));
    const headers = joinHeaders(message.headers);
    const bodyLimit = createTimeLimit(onLate);
    bodyLimit.start(limits.bodyMs, 'the answer did not end');
    const patience = requestComplete ? limits.idleMs : Math.min(limits.idleMs, EARLY_IDLE_MS);
    const wait = () => limit.start(patience, 'no byte came');
    wait();
    const received = await receiveBody(message, headers, request, wait);
    bodyLimit.stop();
    // The connection holds half a request and cannot be used again.
    if (!requestComplete) wire.destroy();
    const { body, bodyState } = received;
    const response = { status: message.statusCode ?? 0, headers, body, bodyState, requestComplete };
    if (received.problem === undefined) return { kind: 'response', response };
    return { kind: 'response', response, problem: problem ?? received.problem };
  } finally {
    limit.stop();
    signal?.removeEventListener('abort', onAbort);
    // The caller may close the file as soon as we return, so wait for the last read.
    await pumping;
  }
}

function openRequest(url: URL, agent: Agent, request: HttpRequest, length: number): ClientRequest {
  const mayHaveBody = request.body !== undefined || request.method === 'POST' || request.method === 'PUT';
  return httpRequest({
    agent,
    method: request.method,
    // Overrides Node's option --insecure-http-parser, which would accept ambiguous answers.
    insecureHTTPParser: false,
    path: `${url.pathname}${url.search}`,
    headers: { Host: url.host, ...request.headers, ...(mayHaveBody ? { 'Content-Length': length } : {}) },
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

function connectionLost(cause: unknown, url: URL): HttpProblem {
  if (cause instanceof ConnectFailure) return cause.problem;
  const said = cause instanceof Error ? cause.message : 'the connection was closed';
  return { kind: 'unreachable', details: `${url.host}: ${said}`, cause };
}

function joinHeaders(headers: IncomingMessage['headers']): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value].flat().join(', ')]));
}
