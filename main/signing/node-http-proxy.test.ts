import { connect, type Socket } from 'node:net';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import type { HttpRequest } from './http-port.ts';
import { createNodeHttp, type NodeHttpDeps } from './node-http.ts';
import { Secret } from './secret.ts';
import { makeCertificate } from './testing/certificate.ts';
import { answer, type RawServer, rawServer } from './testing/raw-server.ts';

const certificate = makeCertificate();
afterAll(() => certificate.remove());

function nodeHttp(deps: NodeHttpDeps) {
  const http = createNodeHttp({ allowLoopback: true, extraCaFile: certificate.file, ...deps });
  onTestFinished(() => http.close());
  return http;
}

const post = (url: string): HttpRequest => ({
  method: 'POST',
  url,
  headers: { Authorization: 'Bearer token' },
  maxAnswerBytes: 1000,
});

const service = () => rawServer({ tls: certificate, whole: (socket) => answer(socket, 200, 'service') });

/** A service that closes the connection after each answer. */
const closingService = () =>
  rawServer({
    tls: certificate,
    whole: (socket) => {
      answer(socket, 200, 'service', ['Connection: close']);
      socket.end();
    },
  });

/** A proxy that opens tunnels for the user `allowed`, or for everybody when `allowed` is missing. */
const proxy = (allowed?: string, challenge = 'Basic realm="house"') =>
  rawServer({
    whole: (socket, { head }) => {
      const pair = /^proxy-authorization: basic (\S+)$/im.exec(head)?.[1] ?? '';
      if (allowed === undefined || Buffer.from(pair, 'base64').toString() === allowed) tunnel(socket, head);
      else answer(socket, 407, 'sign in', [`Proxy-Authenticate: ${challenge}`]);
    },
  });

function tunnel(socket: Socket, head: string): void {
  const port = Number(/^CONNECT 127\.0\.0\.1:(\d+) /.exec(head)?.[1]);
  socket.removeAllListeners('data');
  const onward = connect(port, '127.0.0.1', () => socket.write('HTTP/1.1 200 Connection established\r\n\r\n'));
  onward.on('error', () => socket.destroy());
  socket.on('close', () => onward.destroy());
  onward.pipe(socket);
  socket.pipe(onward);
}

const through =
  (...proxies: readonly RawServer[]) =>
  async () =>
    proxies.map(({ port }) => `PROXY 127.0.0.1:${port}`).join('; ');

describe('a proxy', () => {
  test('opens a tunnel and cannot read what goes through', async () => {
    const [end, way] = [await service(), await proxy()];
    const verdict = await nodeHttp({ proxyFor: through(way) }).send(post(end.url));
    expect(verdict).toMatchObject({ kind: 'response', response: { status: 200 } });
    expect(way.requests[0]?.head).toMatch(/^CONNECT 127\.0\.0\.1:\d+ HTTP/);
    expect(way.requests[0]?.head).not.toMatch(/authorization/i);
    expect(end.requests[0]?.head).not.toMatch(/proxy/i);
  });

  test('is looked up for each address', async () => {
    const end = await service();
    const asked: string[] = [];
    const proxyFor = async (url: string) => {
      asked.push(url);
      return 'DIRECT';
    };
    expect((await nodeHttp({ proxyFor }).send(post(`${end.url}/x`))).kind).toBe('response');
    expect(asked).toEqual([`${end.url}/x`]);
  });

  test('that is dead is skipped, and tried last the next time', async () => {
    const [end, way] = [await closingService(), await proxy()];
    const dead = await rawServer({ data: (socket) => socket.destroy() });
    const http = nodeHttp({ proxyFor: async () => `PROXY 127.0.0.1:${dead.port}; PROXY 127.0.0.1:${way.port}` });
    expect((await http.send(post(end.url))).kind).toBe('response');
    expect((await http.send(post(end.url))).kind).toBe('response');
    expect((await http.send(post(end.url))).kind).toBe('response');
    expect(dead.connections()).toBe(1);
    expect(end.requests).toHaveLength(3);
  });

  test('that is dead and the only one fails the request', async () => {
    const end = await service();
    const verdict = await nodeHttp({ proxyFor: async () => 'PROXY 127.0.0.1:1' }).send(post(end.url));
    expect(verdict).toMatchObject({ kind: 'notSent', problem: { kind: 'proxy-unreachable' } });
    expect(end.connections()).toBe(0);
  });

  test('that never answers fails the request in time', async () => {
    const [end, silent] = [await service(), await rawServer({})];
    const http = nodeHttp({ proxyFor: through(silent), limits: { connectMs: 40 } });
    expect(await http.send(post(end.url))).toMatchObject({ kind: 'notSent', problem: { kind: 'proxy-unreachable' } });
  });

  test('that refuses is not bypassed by the next proxy', async () => {
    const [end, second] = [await service(), await proxy()];
    const strict = await rawServer({ whole: (socket) => answer(socket, 403, 'no') });
    const verdict = await nodeHttp({ proxyFor: through(strict, second) }).send(post(end.url));
    expect(verdict).toMatchObject({ kind: 'notSent', problem: { kind: 'proxy-refused' } });
    expect(second.connections()).toBe(0);
  });

  test.each(['SOCKS5 127.0.0.1:1080', 'SOCKS a:1', 'QUIC a:1', 'PROXY'])(
    'of an unsupported kind fails the request: %s',
    async (list) => {
      const verdict = await nodeHttp({ proxyFor: async () => list }).send(post('https://127.0.0.1:1'));
      expect(verdict).toMatchObject({ kind: 'notSent', problem: { kind: 'proxy-unsupported' } });
    },
  );

  test('whose settings cannot be read fails the request', async () => {
    const http = nodeHttp({ proxyFor: () => Promise.reject(new Error('no script')) });
    expect(await http.send(post('https://127.0.0.1:1'))).toMatchObject({
      kind: 'notSent',
      problem: { kind: 'proxy-unreachable' },
    });
  });
});

describe('a proxy that asks for credentials', () => {
  const anna = { username: 'anna', password: new Secret('proxy:wörd') };

  test('gets them after it asked, and then with each connection', async () => {
    const [end, way] = [await closingService(), await proxy('anna:proxy:wörd')];
    const asked: unknown[] = [];
    const proxyCredentials = async (which: unknown) => {
      asked.push(which);
      return anna;
    };
    const http = nodeHttp({ proxyFor: through(way), proxyCredentials });
    expect((await http.send(post(end.url))).kind).toBe('response');
    expect((await http.send(post(end.url))).kind).toBe('response');
    expect(way.requests.map(({ head }) => /proxy-authorization/i.test(head))).toEqual([false, true, true]);
    expect(asked).toHaveLength(1);
    expect(end.requests.map(({ head }) => /proxy-authorization/i.test(head))).toEqual([false, false]);
  });

  test.each([
    ['nobody has told', undefined],
    ['the wrong ones are refused once', async () => anna],
  ])('%s', async (_, proxyCredentials) => {
    const [end, way] = [await service(), await proxy('other:word')];
    const http = nodeHttp({ proxyFor: through(way), ...(proxyCredentials === undefined ? {} : { proxyCredentials }) });
    const verdict = await http.send(post(end.url));
    expect(verdict).toMatchObject({ kind: 'notSent', problem: { kind: 'proxy-credentials' } });
    expect(way.connections()).toBeLessThanOrEqual(2);
    expect(JSON.stringify(verdict)).not.toContain('wörd');
  });

  test('by an unsupported method fails the request', async () => {
    const [end, way] = [await service(), await proxy('anna:proxy:wörd', 'NTLM')];
    const http = nodeHttp({ proxyFor: through(way), proxyCredentials: async () => anna });
    expect(await http.send(post(end.url))).toMatchObject({ kind: 'notSent', problem: { kind: 'proxy-unsupported' } });
    expect(way.connections()).toBe(1);
  });
});

test('a proxy can be reached by TLS', async () => {
  const end = await service();
  const way = await rawServer({ tls: certificate, whole: (socket, { head }) => tunnel(socket, head) });
  const http = nodeHttp({ proxyFor: async () => `HTTPS 127.0.0.1:${way.port}` });
  expect(await http.send(post(end.url))).toMatchObject({ kind: 'response', response: { status: 200 } });
});
