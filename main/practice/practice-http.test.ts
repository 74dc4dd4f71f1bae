import { expect, test } from 'vitest';
import { plainPaper } from '../practice-service/plain-paper.ts';
import type { PracticeService } from '../practice-service/practice-service.ts';
import { startPracticeService } from '../practice-service/practice-service.ts';
import { BodyFailure, type BodySource, type HttpRequest } from '../signing/http-port.ts';
import { practiceHost, practiceHttp } from './practice-http.ts';

const service = await startPracticeService({ port: null }, plainPaper);
const http = practiceHttp(async (): Promise<PracticeService> => service);

const request = (more: Partial<HttpRequest>): HttpRequest => ({
  method: 'GET',
  url: `https://${practiceHost}/practice.css`,
  headers: {},
  maxAnswerBytes: 100_000,
  ...more,
});

/** A body of so many bytes that ends after some of them, or fails there. */
function bodyOf(length: number, has = length, fails = false): BodySource {
  let left = has;
  return {
    length,
    async read(into) {
      if (left === 0 && fails) throw new BodyFailure('file-changed', 'The file has changed.');
      const bytes = Math.min(left, into.length);
      into.fill(32, 0, bytes);
      left -= bytes;
      return bytes;
    },
  };
}

test('an answer comes whole, in parts to who receives it, or not at all where it is too long', async () => {
  const whole = await http.send(request({}));
  expect(whole).toMatchObject({
    kind: 'response',
    response: { status: 200, bodyState: 'whole', requestComplete: true },
  });
  const chunks: number[] = [];
  const received = await http.send(request({ receive: async ({ length }) => void chunks.push(length) }));
  expect(received).toMatchObject({ response: { bodyState: 'whole', body: new Uint8Array() } });
  expect(chunks).toEqual([whole.kind === 'response' ? whole.response.body.length : 0]);
  expect(await http.send(request({ maxAnswerBytes: 10 }))).toMatchObject({ response: { bodyState: 'too-big' } });
});

test('a disk that takes no answer is told as such', async () => {
  const verdict = await http.send(request({ receive: () => Promise.reject(new Error('full')) }));
  expect(verdict).toMatchObject({ response: { bodyState: 'cut' }, problem: { kind: 'file-unwritable' } });
});

test('a body is counted on its way, and a file that fails there is no answer of the service', async () => {
  const post = { method: 'POST', url: `https://${practiceHost}/api/v1/documents/file` } as const;
  const sent: number[] = [];
  await http.send(request({ ...post, body: bodyOf(600_000), onSent: (bytes) => void sent.push(bytes) }));
  expect(sent).toEqual([524_288, 600_000]);
  expect(await http.send(request({ ...post, body: bodyOf(600_000, 10, true) }))).toMatchObject({
    kind: 'partial',
    problem: { kind: 'file-changed' },
  });
  expect(service.practice.documents.all()).toEqual([]);
});

test('a request that was stopped is not sent, or not to its end', async () => {
  const stopped = AbortSignal.abort();
  expect(await http.send(request({ signal: stopped }))).toMatchObject({
    kind: 'notSent',
    problem: { kind: 'aborted' },
  });
  const stop = new AbortController();
  const verdict = await http.send(
    request({
      method: 'POST',
      url: `https://${practiceHost}/api/v1/documents/file`,
      body: bodyOf(2_000_000),
      onSent: () => stop.abort(),
      signal: stop.signal,
    }),
  );
  expect(verdict).toMatchObject({ kind: 'partial', problem: { kind: 'aborted' } });
});
