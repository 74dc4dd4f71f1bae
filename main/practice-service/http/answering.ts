/** Turns a request into its reply, with or without a socket. */
import type { AssertionChecker } from '../assertion.ts';
import { carryOut, type Outcome } from '../operations/operations.ts';
import type { Forced, Operation, PracticeOptions } from '../options.ts';
import { type Pages, pageAnswer } from '../pages/pages.ts';
import type { Practice } from '../practice.ts';
import { renderRefusal } from './errors.ts';
import { type Answer, type Incoming, refusal } from './exchange.ts';
import { type Found, findRoute } from './routes.ts';

export interface AnsweringDeps {
  readonly practice: Practice;
  readonly assertions: AssertionChecker;
  readonly pages: Pages;
}

export type Reply =
  /** `cutAfter`: the connection ends after this many bytes of the body. */
  | { readonly kind: 'answer'; readonly answer: Answer; readonly cutAfter: number | null }
  /** The connection is reset. */
  | { readonly kind: 'lost' };

/** Rejects if the body breaks off. Then nothing was done. */
export async function replyTo(deps: AnsweringDeps, incoming: Incoming): Promise<Reply> {
  const { practice } = deps;
  const { records, clock, options, tokens } = practice;
  const at = clock.now();
  const found = findRoute(incoming.method, incoming.path);
  const operation = operationOf(found);
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
    // Read the rest of an unused body: an early answer would cut the client off.
    for await (const _ of counted.body);
    const userId = outcome?.user?.id ?? null;
    if (outcome === null || force?.kind === 'lose-after-commit') {
      record(null, userId);
      return { kind: 'lost' };
    }
    const answer = render(practice, outcome);
    if (answer.status === 401 && outcome.user !== null) tokens.distrust(outcome.user);
    const cutAfter = force?.kind === 'cut-answer' ? force.bytes : null;
    record(cutAfter === null ? answer.status : null, userId);
    return {
      kind: 'answer',
      answer: { ...answer, headers: { Date: httpDate(clock.now()), ...answer.headers } },
      cutAfter,
    };
  } catch (error) {
    record(null, null);
    throw error;
  }
}

const httpDate = (at: number) => new Date(at).toUTCString();

function operationOf(found: Found): Operation | 'page' | 'unknown' {
  if (found.kind === 'operation') return found.route.operation;
  return found.kind === 'page' ? 'page' : 'unknown';
}

/** Null: the request is lost, nothing was done. */
async function outcomeOf(
  deps: AnsweringDeps,
  incoming: Incoming,
  found: Found,
  force: Forced | null,
): Promise<Outcome | null> {
  const { practice, pages } = deps;
  if (force?.kind === 'lose-before-commit') return null;
  if (force?.kind === 'answer') {
    // After a 401 to a valid token, requesting a new token is no breach.
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

function render({ options, clock, polling }: Practice, { result, user }: Outcome): Answer {
  if (result.kind === 'answer') return result;
  if (result.error !== 'polling' || user === null || options.polling === '403') return renderRefusal(result, options);
  const seconds = Math.ceil(polling.left(user) / 1000);
  const retryAfter = options.polling === '429-date' ? httpDate(clock.now() + seconds * 1000) : `${seconds}`;
  return renderRefusal(result, options, { 'Retry-After': retryAfter });
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
