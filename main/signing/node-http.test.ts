import type { Socket } from 'node:net';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import type { BodySource, HttpRequest } from './http-port.ts';
import { BodyFailure } from './http-port.ts';
import { bytesBody } from './multipart.ts';
import { createNodeHttp, type NodeHttpDeps } from './node-http.ts';
import { makeCertificate } from './testing/certificate.ts';
import { answer, type RawRequest, rawServer } from './testing/raw-server.ts';

const certificate = makeCertificate();
afterAll(() => certificate.remove());

function nodeHttp(deps: NodeHttpDeps = {}) {
  const http = createNodeHttp({ allowLoopback: true, ...deps });
  onTestFinished(() => http.close());
  return http;
}

const get = (url: string): HttpRequest => ({ method: 'GET', url, headers: {}, maxAnswerBytes: 1_000_000 });
const post = (url: string, body: BodySource): HttpRequest => ({ ...get(url), method: 'POST', body });
const some = (bytes: number) => bytesBody(Buffer.alloc(bytes, 'x'));
const MEGABYTE = 1024 * 1024;

describe('a POST whose answer is lost is sent exactly once', () => {
  const losses: Record<string, (socket: Socket, request: RawRequest) => void> = {
    reset: (_, request) => request.reset(),
    closed: (socket) => socket.end(),
    'in mid-headers': (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-'),
  };
  const bodies = { small: 10, large: 3 * MEGABYTE };
  const cases = Object.keys(losses).flatMap((loss) =>
    Object.entries(bodies).flatMap(([size, bytes]) =>
      [false, true].flatMap((tls) => [false, true].map((reused) => ({ loss, size, bytes, tls, reused }))),
    ),
  );

  test.each(cases)('$loss, $size body, TLS $tls, connection reused $reused', async ({ loss, bytes, tls, reused }) => {
    const server = await rawServer({
      ...(tls ? { tls: certificate } : {}),
      whole: (socket, request) =>
        request.head.startsWith('POST') ? losses[loss]?.(socket, request) : answer(socket, 200),
    });
    const http = nodeHttp({ extraCaFile: certificate.file });
    if (reused) await http.send(get(server.url));

    const verdict = await http.send(post(server.url, some(bytes)));
    // If the port had sent the request again, it would have done so before or together with this one.
    const next = await http.send(get(server.url));

    expect(verdict).toMatchObject({ kind: 'fullySent', problem: { kind: 'answer-lost' } });
    expect(next.kind).toBe('response');
    const posts = server.requests.filter(({ head }) => head.startsWith('POST'));
    expect(posts.map(({ connection }) => connection)).toEqual([1]);
  });
});

describe('verdicts', () => {
  test('a server that stops reading the body gives partial, with the bytes sent', async () => {
    const server = await rawServer({ data: (socket, bytes) => bytes > MEGABYTE && socket.resetAndDestroy() });
    const verdict = await nodeHttp().send(post(server.url, some(40 * MEGABYTE)));
    expect(verdict).toMatchObject({ kind: 'partial', problem: { kind: 'cut-short' } });
    if (verdict.kind === 'partial') {
      expect(verdict.bytes).toBeGreaterThan(0);
      expect(verdict.bytes).toBeLessThan(40 * MEGABYTE);
    }
    expect(server.requests).toEqual([]);
  });

  test('an answer in the middle of the body counts as an answer', async () => {
    let answered = false;
    const server = await rawServer({
      data: (socket, bytes) => {
        if (answered || bytes < 2 * MEGABYTE) return;
        answered = true;
        answer(socket, 413, 'too large', ['Connection: close']);
        socket.end();
      },
    });
    const verdict = await nodeHttp().send(post(server.url, some(40 * MEGABYTE)));
    expect(verdict).toMatchObject({ kind: 'response', response: { status: 413, requestComplete: false } });
  });

  test('an answer in the middle of the body closes the connection', async () => {
    const left = Promise.withResolvers<void>();
    let answered = false;
    const server = await rawServer({
      data: (socket) => {
        if (answered) return;
        answered = true;
        socket.once('close', left.resolve);
        answer(socket, 401);
      },
    });
    const verdict = await nodeHttp().send(post(server.url, some(40 * MEGABYTE)));
    expect(verdict).toMatchObject({ kind: 'response', response: { status: 401, requestComplete: false } });
    await left.promise;
  });

  test('a port where nothing listens is unreachable', async () => {
    const verdict = await nodeHttp().send(post('http://127.0.0.1:1', some(10)));
    expect(verdict).toMatchObject({ kind: 'notSent', problem: { kind: 'unreachable' } });
  });

  test('an unknown host name is name-not-found', async () => {
    const verdict = await nodeHttp().send(get('https://countersign.invalid'));
    expect(verdict).toMatchObject({ kind: 'notSent', problem: { kind: 'name-not-found' } });
  });

  test.each([
    'http://example.com',
    'ftp://127.0.0.1',
    'https://user:word@127.0.0.1',
    'http://127.0.0.1.example.com',
    '',
  ])('%j is a bad address', async (url) => {
    expect(await nodeHttp().send(get(url))).toMatchObject({ kind: 'notSent', problem: { kind: 'bad-address' } });
  });

  test.each(['http://127.0.0.1', 'http://localhost', 'http://[::1]'])(
    '%s is a bad address unless loopback is allowed',
    async (url) => {
      const notSaid = createNodeHttp();
      onTestFinished(() => notSaid.close());
      expect(await notSaid.send(get(url))).toMatchObject({ kind: 'notSent', problem: { kind: 'bad-address' } });
    },
  );

  test('a certificate of an unknown authority is refused', async () => {
    const server = await rawServer({ tls: certificate, whole: (socket) => answer(socket, 200) });
    const verdict = await nodeHttp().send(post(server.url, some(10)));
    expect(verdict).toMatchObject({ kind: 'notSent', problem: { kind: 'certificate' } });
    expect(server.requests).toEqual([]);
  });

  test('a certificate for another name is refused', async () => {
    const other = makeCertificate('DNS:other.test');
    onTestFinished(() => other.remove());
    const server = await rawServer({ tls: other, whole: (socket) => answer(socket, 200) });
    const verdict = await nodeHttp({ extraCaFile: other.file }).send(get(server.url));
    expect(verdict).toMatchObject({ kind: 'notSent', problem: { kind: 'certificate' } });
  });

  test('a missing file of additional certificates is a certificate problem', async () => {
    const server = await rawServer({ tls: certificate });
    const verdict = await nodeHttp({ extraCaFile: '/nowhere/ca.pem' }).send(get(server.url));
    expect(verdict).toMatchObject({ kind: 'notSent', problem: { kind: 'certificate' } });
  });

  test('a server without TLS is tls-failed', async () => {
    const server = await rawServer({ data: (socket) => socket.end('hello') });
    const verdict = await nodeHttp().send(get(server.url.replace('http:', 'https:')));
    expect(verdict).toMatchObject({ kind: 'notSent', problem: { kind: 'tls-failed' } });
  });

  test('an answer that is not HTTP is a lost answer', async () => {
    const server = await rawServer({ whole: (socket) => socket.end('SSH-2.0-nonsense\r\n\r\n') });
    const verdict = await nodeHttp().send(post(server.url, some(10)));
    expect(verdict).toMatchObject({ kind: 'fullySent', problem: { kind: 'answer-lost' } });
  });

  test('an answer that breaks off keeps its status', async () => {
    const server = await rawServer({
      whole: (socket) => socket.end('HTTP/1.1 201 Created\r\nContent-Length: 100\r\n\r\n{"docu'),
    });
    const verdict = await nodeHttp().send(post(server.url, some(10)));
    expect(verdict).toMatchObject({
      kind: 'response',
      response: { status: 201, bodyState: 'cut' },
      problem: { kind: 'answer-lost' },
    });
  });

  test('an endless answer is cut at the limit', async () => {
    const server = await rawServer({
      whole: (socket) => {
        socket.write('HTTP/1.1 200 OK\r\n\r\n');
        const more = () => {
          while (socket.write(Buffer.alloc(64 * 1024)));
        };
        socket.on('drain', more);
        more();
      },
    });
    const verdict = await nodeHttp().send(get(server.url));
    expect(verdict).toMatchObject({ kind: 'response', response: { bodyState: 'too-big' } });
    if (verdict.kind === 'response') expect(verdict.response.body.length).toBeLessThanOrEqual(1_000_000);
  });

  test('a redirect is returned, not followed', async () => {
    const server = await rawServer({ whole: (socket) => answer(socket, 307, '', ['Location: /elsewhere']) });
    const verdict = await nodeHttp().send(post(server.url, some(10)));
    expect(verdict).toMatchObject({ kind: 'response', response: { status: 307, headers: { location: '/elsewhere' } } });
    expect(server.requests).toHaveLength(1);
  });
});

describe('a request ends with a verdict', () => {
  test('when no answer comes', async () => {
    const server = await rawServer({});
    const verdict = await nodeHttp({ limits: { headersMs: 30 } }).send(post(server.url, some(10)));
    expect(verdict).toMatchObject({ kind: 'fullySent', problem: { kind: 'timed-out' } });
  });

  test('when the server stops reading', async () => {
    const server = await rawServer({ data: (socket) => socket.pause() });
    const verdict = await nodeHttp({ limits: { idleMs: 50 } }).send(post(server.url, some(40 * MEGABYTE)));
    expect(verdict).toMatchObject({ kind: 'partial', problem: { kind: 'timed-out' } });
  });

  test('when the answer stalls', async () => {
    const server = await rawServer({
      whole: (socket) => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc'),
    });
    const verdict = await nodeHttp({ limits: { idleMs: 30 } }).send(get(server.url));
    expect(verdict).toMatchObject({ kind: 'response', response: { bodyState: 'cut' }, problem: { kind: 'timed-out' } });
  });

  test('when the TLS handshake never comes', async () => {
    const server = await rawServer({});
    const url = server.url.replace('http:', 'https:');
    const verdict = await nodeHttp({ limits: { connectMs: 30 } }).send(get(url));
    expect(verdict).toMatchObject({ kind: 'notSent', problem: { kind: 'connect-timeout' } });
  });

  test('when aborted before it starts, while connecting, in the body, and before the answer', async () => {
    const stop = new AbortController();
    const silent = await rawServer({ data: (_socket, bytes) => bytes > 0 && stop.abort() });
    const http = nodeHttp();
    expect(await http.send({ ...get(silent.url), signal: AbortSignal.abort() })).toMatchObject({ kind: 'notSent' });

    const early = new AbortController();
    const connecting = http.send({ ...get(silent.url.replace('http:', 'https:')), signal: early.signal });
    early.abort();
    expect(await connecting).toMatchObject({ kind: 'notSent', problem: { kind: 'aborted' } });

    const inBody = new AbortController();
    const part = await http.send({
      ...post(silent.url, some(40 * MEGABYTE)),
      signal: inBody.signal,
      onSent: () => inBody.abort(),
    });
    expect(part).toMatchObject({ kind: 'partial', problem: { kind: 'aborted' } });

    const whole = await http.send({ ...post(silent.url, some(10)), signal: stop.signal });
    expect(stop.signal.aborted).toBe(true);
    expect(whole.kind === 'fullySent' || whole.kind === 'notSent').toBe(true);
  });
});

describe('bodies', () => {
  test.each([0, 1, 256 * 1024 - 1, 256 * 1024, 256 * 1024 + 1, 5 * MEGABYTE + 17])(
    '%i bytes arrive unchanged, also at a slow server',
    async (bytes) => {
      const content = Buffer.alloc(bytes);
      for (let at = 0; at < bytes; at += 1) content[at] = (at * 7 + (at >> 8)) % 251;
      const server = await rawServer({
        data: (socket) => {
          socket.pause();
          setImmediate(() => socket.resume());
        },
        whole: (socket) => answer(socket, 200),
      });
      const progress: number[] = [];
      const verdict = await nodeHttp().send({
        ...post(server.url, bytesBody(content)),
        onSent: (sent) => progress.push(sent),
      });
      expect(verdict.kind).toBe('response');
      expect(server.requests[0]?.body.equals(content)).toBe(true);
      expect(server.requests[0]?.head).toContain(`Content-Length: ${bytes}`);
      expect(progress.at(-1) ?? 0).toBe(bytes);
      expect(progress).toEqual(progress.toSorted((a, b) => a - b));
    },
  );

  test('content that ends too early never arrives completely', async () => {
    const server = await rawServer({});
    const verdict = await nodeHttp().send(post(server.url, { length: 10, read: async () => 0 }));
    expect(verdict).toMatchObject({ kind: 'partial', bytes: 0, problem: { kind: 'file-changed' } });
  });

  test('content that cannot be read ends the request', async () => {
    const server = await rawServer({});
    const verdict = await nodeHttp().send(
      post(server.url, { length: 10, read: () => Promise.reject(new BodyFailure('file-unreadable', 'EIO')) }),
    );
    expect(verdict).toMatchObject({ kind: 'partial', problem: { kind: 'file-unreadable', details: 'EIO' } });
  });

  test('a PUT without a body has Content-Length 0', async () => {
    const server = await rawServer({ whole: (socket) => answer(socket, 204) });
    await nodeHttp().send({ ...get(server.url), method: 'PUT' });
    expect(server.requests[0]?.head).toMatch(/^Content-Length: 0$/m);
  });

  test('an exception of the receiver ends the answer', async () => {
    const server = await rawServer({ whole: (socket) => answer(socket, 200, 'content') });
    const verdict = await nodeHttp().send({
      ...get(server.url),
      receive: () => Promise.reject(new Error('ENOSPC')),
    });
    expect(verdict).toMatchObject({ kind: 'response', problem: { kind: 'file-unwritable' } });
  });

  test('a bug in a callback is thrown, not reported as a network problem', async () => {
    const server = await rawServer({ whole: (socket) => answer(socket, 200) });
    const sending = nodeHttp().send({
      ...post(server.url, some(10)),
      onSent: () => {
        throw new Error('a bug');
      },
    });
    await expect(sending).rejects.toThrow('a bug');
  });
});

test('connections are reused, also after an answer without content', async () => {
  const server = await rawServer({ whole: (socket) => answer(socket, 200, 'x') });
  const http = nodeHttp();
  for (let time = 0; time < 3; time += 1) await http.send(post(server.url, some(10)));
  expect(server.connections()).toBe(1);
});

test('a connection that was unused for too long is not reused', async () => {
  const left = Promise.withResolvers<void>();
  const server = await rawServer({
    whole: (socket) => {
      socket.once('close', left.resolve);
      answer(socket, 200);
    },
  });
  const http = nodeHttp({ limits: { restMs: 20 } });
  await http.send(get(server.url));
  await left.promise;
  expect((await http.send(post(server.url, some(10)))).kind).toBe('response');
  expect(server.connections()).toBe(2);
});
