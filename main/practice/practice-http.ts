import type { PracticeService } from '../practice-service/practice-service.ts';
import { BodyFailure, type BodySource, type HttpPort, type HttpRequest, type Verdict } from '../signing/http-port.ts';

/** The practice service has no place on the network. No name below `invalid` ever leads anywhere (RFC 2606). */
export const practiceHost = 'practice.countersign.invalid';

type Answer = Extract<Awaited<ReturnType<PracticeService['reply']>>, { kind: 'answer' }>['answer'];

const PIECE_BYTES = 512 * 1024;

class Stopped extends Error {}

async function* piecesOf(body: BodySource, { onSent, signal }: HttpRequest): AsyncGenerator<Buffer> {
  let sent = 0;
  while (sent < body.length) {
    if (signal?.aborted === true) throw new Stopped();
    const piece = Buffer.alloc(Math.min(PIECE_BYTES, body.length - sent));
    const bytes = await body.read(piece);
    if (bytes === 0) return;
    sent += bytes;
    onSent?.(sent);
    yield piece.subarray(0, bytes);
  }
}

const nothing: AsyncIterable<Buffer> = { async *[Symbol.asyncIterator]() {} };

async function received(request: HttpRequest, answer: Answer): Promise<Verdict> {
  const headers = Object.fromEntries(
    Object.entries(answer.headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
  const content = Buffer.from(answer.body);
  const response = { status: answer.status, headers, requestComplete: true } as const;
  const empty = new Uint8Array();
  if (content.length > request.maxAnswerBytes)
    return { kind: 'response', response: { ...response, body: empty, bodyState: 'too-big' } };
  if (answer.status !== 200 || request.receive === undefined)
    return { kind: 'response', response: { ...response, body: content, bodyState: 'whole' } };
  try {
    await request.receive(content, headers);
    return { kind: 'response', response: { ...response, body: empty, bodyState: 'whole' } };
  } catch (cause) {
    const problem = { kind: 'file-unwritable', details: 'The file cannot be written.', cause } as const;
    return { kind: 'response', response: { ...response, body: empty, bodyState: 'cut' }, problem };
  }
}

/** Hands requests to the practice service inside of this process: nothing of them leaves it, and no address leads here. */
export function practiceHttp(running: () => Promise<PracticeService>): HttpPort {
  return {
    async send(request) {
      const url = URL.parse(request.url);
      if (url?.protocol !== 'https:' || url.host !== practiceHost)
        return { kind: 'notSent', problem: { kind: 'bad-address', details: 'Not the practice service.' } };
      if (request.signal?.aborted === true)
        return { kind: 'notSent', problem: { kind: 'aborted', details: 'Stopped.' } };
      let service: PracticeService;
      try {
        service = await running();
      } catch (cause) {
        return { kind: 'notSent', problem: { kind: 'unreachable', details: 'The practice service is off.', cause } };
      }
      const { body } = request;
      const length = body === undefined ? {} : { 'Content-Length': String(body.length) };
      try {
        const reply = await service.reply({
          method: request.method,
          url: url.pathname + url.search,
          headers: { ...request.headers, ...length, Host: practiceHost, 'X-Forwarded-Proto': 'https' },
          body: body === undefined ? nothing : piecesOf(body, request),
        });
        if (reply.kind === 'answer') return await received(request, reply.answer);
        return { kind: 'fullySent', problem: { kind: 'answer-lost', details: 'The answer was lost.' } };
      } catch (error) {
        if (error instanceof Stopped) return partial('aborted', 'Stopped.');
        if (error instanceof BodyFailure) return partial(error.kind, error.message);
        return {
          kind: 'fullySent',
          problem: { kind: 'answer-lost', details: 'The practice service failed.', cause: error },
        };
      }
    },
  };
}

function partial(kind: 'aborted' | BodyFailure['kind'], details: string): Verdict {
  return { kind: 'partial', bytes: 0, problem: { kind, details } };
}
