import { BodyFailure, type HttpPort, type HttpRequest, type Verdict } from '../../../main/signing/http-port.ts';
import { bodyOf } from '../../../main/signing/testing/fake-http.ts';
import type { PracticeService } from '../../practice-service/practice-service.ts';
import { type Call, callOf } from './calls-judge.ts';
import { answered, createFileStorage, lost } from './file-storage.ts';
import type { Chance } from './random.ts';
import type { Redirects } from './redirects.ts';
import type { StrangeService } from './strange-service.ts';
import { Crash, type Time } from './time.ts';

export interface Weather {
  /** The probability of a fault per call. 0 at the end of a run. */
  trouble: number;
  /** A proxy delivers POSTs twice, and sometimes other calls. */
  readonly replays: boolean;
  /** Requests that timed out still arrive, up to twenty minutes later. */
  readonly late: boolean;
  /** The service sometimes ignores the signature mode and uses its default. */
  readonly overlooks: boolean;
  /** The probability that the storage fails, ends an address early or sends something else. */
  storage: number;
}

export interface NetworkDeps {
  readonly time: Time;
  readonly chance: Chance;
  readonly service: PracticeService;
  readonly weather: Weather;
  readonly problem: (text: string) => void;
  /** Called when a request that changes something leaves the process. */
  readonly onCall: (call: Call) => void;
  /** Every other address of a file has expired before its use. */
  readonly addressesEnd: boolean;
  /** Does this call still belong to a submission that has not changed since? */
  readonly waits: (key: string, since: number) => boolean;
  /** Where the service overlooks something, it is the jurisdiction, which it does not show either. */
  readonly hidesJurisdiction: boolean;
  /** Until then the service answers each start with an error state, as if it were a success, and starts nothing. */
  readonly startsInVainUntil: number;
  readonly vainAnswer: keyof typeof vainAnswers;
  readonly strange: StrangeService;
  readonly redirects: Redirects;
  /** The answer of a service that does not have this call. Null: it has it. */
  readonly answerOf: (request: HttpRequest) => Verdict | null;
}

type Reply = Awaited<ReturnType<PracticeService['reply']>>;

/** Faults with an unknown outcome are the hardest, so they are the most frequent. */
const kinds = [
  'not-sent',
  'partial',
  ...(['lost', 'lost', 'lost'] as const),
  'cut',
  'strange',
  'busy',
  ...(['gateway', 'gateway'] as const),
  'token',
  'late',
] as const;

/** The network to the service with its faults. It survives the process. */
export function createNetwork({
  time,
  chance,
  service,
  weather,
  problem,
  waits,
  onCall,
  addressesEnd,
  startsInVainUntil,
  vainAnswer,
  hidesJurisdiction,
  strange,
  redirects,
  answerOf,
}: NetworkDeps) {
  /** Successful starts, by document. */
  const started = new Map<string, number>();
  /** Until when the service asked not to repeat a call. */
  const leaveAlone = new Map<string, { readonly until: number; readonly since: number }>();
  /** By the call: when it was answered in vain. */
  const inVain = new Map<string, readonly number[]>();
  let requests = 0;
  let asleepAt = 0;
  let revokedAt = 0;
  /** When a further page of an overview was last answered with "not so soon". */
  let pageRefusedAt = Number.NEGATIVE_INFINITY;
  const storage = createFileStorage(chance);
  const vain = vainAnswers[vainAnswer];

  async function deliver(request: HttpRequest, sent: Buffer): Promise<Reply> {
    const overlooked = weather.overlooks && request.url.endsWith('/documents/file') && chance.of(0.3);
    const body = overlooked ? without(hidesJurisdiction ? 'jurisdiction' : 'signatureMode', sent) : sent;
    const { pathname, search } = new URL(request.url);
    // Node writes this header itself.
    const headers =
      request.body === undefined ? request.headers : { ...request.headers, 'Content-Length': `${body.length}` };
    const reply = await time.working(() =>
      service.reply({ method: request.method, url: pathname + search, headers, body: once(body) }),
    );
    const id = /\/documents\/([^/]+)\/start$/.exec(pathname)?.[1];
    const shown = /\/documents\/([^/]+)$/.exec(pathname)?.[1];
    if (shown !== undefined && reply.kind === 'answer') storage.noteAddress(shown, reply.answer.body);
    if (id !== undefined && reply.kind === 'answer' && reply.answer.status === 204)
      started.set(id, (started.get(id) ?? 0) + 1);
    if (!weather.overlooks || !hidesJurisdiction || reply.kind !== 'answer') return reply;
    return { ...reply, answer: { ...reply.answer, body: without('jurisdiction', Buffer.from(reply.answer.body)) } };
  }

  function later(request: HttpRequest, body: Buffer, ms: number): void {
    time.after(ms, () => void deliver(request, body));
  }

  async function answer(asked: HttpRequest, body: Buffer): Promise<Verdict> {
    const isFile = asked.url.includes('/storage/');
    const led = isFile ? redirects.follow(asked, weather.storage > 0) : asked.url;
    if (typeof led !== 'string') return led;
    const request = { ...asked, url: led };
    const missing = answerOf(request);
    if (missing !== null) return missing;
    if (isFile && addressesEnd && storage.endsEarly(request.url)) return answered(404, '', {});
    if (isFile && chance.of(weather.storage)) return storage.fail(request.url, verdictOf(await deliver(request, body)));
    if (time.now() < startsInVainUntil && request.url.endsWith('/start')) return vain;
    const isToken = isTokenRequest(request);
    if (chance.of(weather.trouble * (isToken ? 0.3 : 1))) {
      const verdict = await trouble(request, body, isToken);
      // A lost token does not count: requesting the next one is no breach.
      if (isToken) service.tokens.clientRestarted();
      return verdict;
    }
    const verdict = await asShown(request, body);
    if (weather.replays && request.method === 'POST' && !isToken && chance.of(0.3)) {
      if (chance.of(0.5)) await deliver(request, body);
      else later(request, body, chance.between(1_000, 1_800_000));
    }
    // The client gets the answer to the repetition.
    const steps = /\/(start|withdraw)$/.test(request.url) || request.method === 'DELETE';
    if (weather.replays && steps && chance.of(0.3)) return verdictOf(await deliver(request, body));
    return verdict;
  }

  /** The answer, which for a look at a document may be a strange one. */
  async function asShown(request: HttpRequest, body: Buffer): Promise<Verdict> {
    const id = request.method === 'GET' ? /\/documents\/([^/]+)$/.exec(request.url)?.[1] : undefined;
    const how = id === undefined ? 'right' : strange.lookAt(id);
    if (how === 'forbidden') return answered(403, '', {});
    if (how === 'missing') return answered(404, '', {});
    const other = how === 'another' ? strange.otherThan(id ?? '') : null;
    const asked = other === null ? request : { ...request, url: request.url.replace(id ?? '', other) };
    const verdict = verdictOf(await deliver(asked, body));
    if (how === 'nobody') return withoutPeople(verdict);
    return how === 'long' || strange.isTooLong(listedIn(request, verdict)) ? long(verdict) : verdict;
  }

  async function trouble(request: HttpRequest, body: Buffer, isToken: boolean): Promise<Verdict> {
    const kind = chance.pick([...kinds]);
    const carriedOut = chance.of(0.5);
    const carryOut = async () => (carriedOut ? verdictOf(await deliver(request, body)) : null);
    switch (kind) {
      case 'not-sent': {
        const problems = [
          'name-not-found',
          'unreachable',
          'connect-timeout',
          'tls-failed',
          'proxy-unreachable',
        ] as const;
        return { kind: 'notSent', problem: { kind: chance.pick([...problems]), details: 'No way there.' } };
      }
      case 'partial':
        return {
          kind: 'partial',
          bytes: body.length >> 1,
          problem: { kind: 'cut-short', details: 'Cut in mid-body.' },
        };
      case 'cut': {
        const verdict = await carryOut();
        if (verdict?.kind !== 'response') return lost;
        const response = { ...verdict.response, body: verdict.response.body.subarray(0, 5), bodyState: 'cut' } as const;
        return { kind: 'response', response, problem: lost.problem };
      }
      case 'strange':
        await carryOut();
        return answered(200, '<!doctype html><p>Welcome to the guest network', { 'content-type': 'text/html' });
      case 'busy': {
        if (isFurtherPage(request)) pageRefusedAt = time.now();
        const seconds = chance.pick([1, 30, 600, 4_000]);
        const date = chance.of(0.5);
        const retryAfter = date ? new Date(time.now() + seconds * 1000).toUTCString() : `${seconds}`;
        return answered(chance.pick([429, 503]), '', {
          'retry-after': retryAfter,
          date: new Date(time.now()).toUTCString(),
        });
      }
      case 'gateway':
        await carryOut();
        return answered(chance.pick([500, 502, 503, 504]), 'Bad gateway', {});
      case 'token':
        if (!isToken) revoke();
        return verdictOf(await deliver(request, body));
      case 'late':
        if (weather.late && !isToken && request.method !== 'GET')
          later(request, body, chance.between(1_000, 1_200_000));
        return lost;
      default:
        await carryOut();
        return lost;
    }
  }

  /** A start that was answered in vain comes back after a quarter of an hour, and at most twice without a person. */
  function noteVain(key: string): void {
    const now = time.now();
    leaveAlone.set(key, { until: now + VAIN_START_MS, since: now });
    const answers = (inVain.get(key) ?? []).filter((at) => waits(key, at));
    inVain.set(key, [...answers, now]);
    if (answers.length >= MOST_VAIN_STARTS) problem(`${key} came back ${answers.length} times without a person`);
  }

  function revoke(): void {
    service.tokens.revoke();
    revokedAt = time.now();
  }

  return {
    started,
    requests: () => requests,
    /** The service takes back every token: calls on their way ask for another one. */
    revoke,
    revokedAt: () => revokedAt,
    pageRefusedAt: () => pageRefusedAt,
    /** The service has confirmed a start of this document without starting it. */
    wasInVain: (documentId: string) => [...inVain.keys()].some((key) => key.includes(documentId)),
    /** The service has confirmed some start without it. */
    hasVain: () => inVain.size > 0,
    isFalsified: storage.isFalsified,
    /** Answers tell the jurisdiction of a document. */
    showsJurisdiction: !(weather.overlooks && hidesJurisdiction),
    /** The computer sleeps: running requests break off. */
    sleep: () => {
      asleepAt = time.now();
    },
    /** Forgets waits since then, because no process stored them. */
    forgetWaits(since: number): void {
      for (const [key, wait] of leaveAlone) if (wait.since >= since) leaveAlone.delete(key);
      for (const [key, answers] of inVain)
        inVain.set(
          key,
          answers.filter((at) => at < since),
        );
    },
    /** The HTTP port of one process. */
    port: (alive: () => boolean, step: (name: string) => void): HttpPort => ({
      async send(request) {
        // The service itself counts how often the overview is asked for.
        if (!request.url.includes('/overview') && !redirects.has(request.url)) requests += 1;
        const body = await bodyOf(request).catch((error: unknown) => error);
        if (body instanceof BodyFailure)
          return { kind: 'partial', bytes: 0, problem: { kind: body.kind, details: body.message } };
        if (!(body instanceof Buffer)) throw body;
        request.onSent?.(body.length);
        if (!alive()) throw new Crash('The process has ended.');
        step(`send ${request.method}`);
        const call = callOf(request, body);
        if (call !== null) onCall(call);
        const sentAt = time.now();
        await time.sleep(chance.between(5, 4_000));
        // A request that a process sent before its end may still arrive.
        if (!alive() && (isTokenRequest(request) || chance.of(0.5))) throw new Crash('The process has ended.');
        if (sentAt <= asleepAt) return lost;
        const key = keyOf(request, body);
        const { until: end = 0, since = 0 } = leaveAlone.get(key) ?? {};
        const wait = end - time.now();
        // Two parts of the app may ask at once: what was on its way already heard nothing of the wait.
        if (wait > 0 && sentAt >= since && waits(key, since))
          problem(`${key} came back ${Math.round(wait / 1000)} s too early`);
        const verdict = await received(request, await answer(request, body));
        if (!alive()) throw new Crash('The process has ended.');
        const until = retryAt(verdict);
        if (until !== null && !isTokenRequest(request)) leaveAlone.set(key, { until, since: time.now() });
        if (verdict === vain) noteVain(key);
        step(`answer ${request.method}`);
        return verdict;
      },
    }),
  };
}

/** The people of a document may be told later than the rest. */
function withoutPeople(verdict: Verdict): Verdict {
  if (verdict.kind !== 'response') return verdict;
  // As bytes: it may be a file.
  const text = Buffer.from(verdict.response.body).toString('latin1');
  const body = Buffer.from(
    text.replaceAll(/"(signees|signeesOrdered)":\[.*?\](?=,"(?:signeesOrdered|attach))/g, '"$1":[]'),
    'latin1',
  );
  return { kind: 'response', response: { ...verdict.response, body } };
}

/** The number of documents that the answer lists. */
function listedIn({ url, method }: HttpRequest, verdict: Verdict): number {
  if (method !== 'GET' || !url.includes('/overview') || verdict.kind !== 'response') return 0;
  return Buffer.from(verdict.response.body).toString().split('"documentId"').length - 1;
}

/** Longer than anything the app reads, so nobody looks at what is in it. */
const tenMegabytes = Buffer.alloc(1e7, ' ');

function long(verdict: Verdict): Verdict {
  return verdict.kind === 'response'
    ? { kind: 'response', response: { ...verdict.response, body: tenMegabytes } }
    : verdict;
}

/** Hands the body over, as the real port does. */
async function received({ receive, maxAnswerBytes }: HttpRequest, verdict: Verdict): Promise<Verdict> {
  if (verdict.kind !== 'response') return verdict;
  if (verdict.response.body.length > maxAnswerBytes)
    return { kind: 'response', response: { ...verdict.response, body: Buffer.of(), bodyState: 'too-big' } };
  if (receive === undefined || verdict.response.status !== 200) return verdict;
  try {
    await receive(verdict.response.body, verdict.response.headers);
    return verdict;
  } catch (cause) {
    if (cause instanceof Crash) throw cause;
    const problem = { kind: 'file-unwritable', details: 'The disk does not take it.', cause } as const;
    return { kind: 'response', response: { ...verdict.response, bodyState: 'cut' }, problem };
  }
}

/** As some services answer a call that they did not carry out. */
/** An error state in the body or in the headers, or none at all. */
const vainAnswers = {
  body: answered(200, '{"error":"signees-missing"}', { 'content-type': 'application/json' }),
  headers: answered(204, '', { 'x-error-code': 'signees-missing' }),
  silent: answered(204, '', {}),
};
const VAIN_START_MS = 15 * 60_000;
const MOST_VAIN_STARTS = 3;

function verdictOf(reply: Reply): Verdict {
  if (reply.kind === 'lost') return lost;
  const { status, headers, body } = reply.answer;
  const names = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
  const response = {
    status,
    headers: Object.fromEntries(names),
    body: atHome(Buffer.from(body)),
    bodyState: 'whole',
    requestComplete: true,
  } as const;
  return { kind: 'response', response };
}

/** Replaces the host in addresses of files, because the simulated service has no port. */
function atHome(body: Buffer): Buffer {
  const from = 'http://127.0.0.1/storage/';
  return body.includes(from)
    ? Buffer.from(body.toString('latin1').replaceAll(from, 'https://practice.test/storage/'), 'latin1')
    : body;
}

function without(field: string, body: Buffer): Buffer {
  return Buffer.from(body.toString('latin1').replace(new RegExp(`"${field}":"\\w+",?`), ''), 'latin1');
}

/** The same key for the same call of the same submission. */
function keyOf({ method, url }: HttpRequest, body: Buffer): string {
  return `${method} ${new URL(url).pathname} ${/doc-\d+/.exec(body.toString('latin1'))?.[0] ?? ''}`;
}

/** The time of the `Retry-After` header. */
function retryAt(verdict: Verdict): number | null {
  if (verdict.kind !== 'response') return null;
  const { 'retry-after': after = '', date = '' } = verdict.response.headers;
  if (after === '') return null;
  // A date has whole seconds, so it may be up to one second early.
  return /^\d+$/.test(after) ? Date.parse(date) + Number(after) * 1000 : Date.parse(after) - 1_000;
}

async function* once(body: Buffer): AsyncGenerator<Buffer> {
  yield body;
}

function isTokenRequest({ url }: HttpRequest): boolean {
  return url.endsWith('/token');
}

function isFurtherPage({ url }: HttpRequest): boolean {
  const { pathname, searchParams } = new URL(url);
  return pathname.endsWith('/overview') && Number(searchParams.get('offset') ?? 0) > 0;
}
