import { once } from 'node:events';
import { type Agent, type RequestOptions, request } from 'node:http';
import { request as tlsRequest } from 'node:https';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { connect as tlsConnect } from 'node:tls';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import type { PracticeService } from '../practice-service.ts';
import { running } from '../running.ts';
import { BOUNDARY, connectClient, dataPart, filePart, multipart, send } from '../test-client.ts';
import { createAuthority } from './authority.ts';
import { startBodyLimit } from './body-limit.ts';
import { startCaptivePortal } from './captive-portal.ts';
import { startDeadProxy } from './dead-proxy.ts';
import type { Device } from './device.ts';
import { startHttpProxy } from './http-proxy.ts';
import { startIdleDrop } from './idle-drop.ts';
import { startTlsFront } from './tls-front.ts';

const NAME = 'signing.example.test';
const authority = createAuthority();
const credentials = { username: 'anna', password: 'p:ä' };
const authorization = `Basic ${Buffer.from('anna:p:ä').toString('base64')}`;

async function standing<D extends Device>(device: Promise<D>): Promise<D> {
  const started = await device;
  onTestFinished(() => started.close());
  return started;
}

interface Seen {
  readonly end: number | string;
  readonly text: string;
  readonly headers: Readonly<Record<string, unknown>>;
}

function ask(url: string, options: RequestOptions & { readonly ca?: string } = {}, body?: Uint8Array): Promise<Seen> {
  return new Promise((resolve) => {
    const begin = url.startsWith('https:') ? tlsRequest : request;
    const lost = (error: NodeJS.ErrnoException) => resolve({ end: error.code ?? error.message, text: '', headers: {} });
    const sent = begin(url, { agent: false, ...options }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', lost);
      const { headers, statusCode = 0 } = response;
      response.on('end', () => resolve({ end: statusCode, text: Buffer.concat(chunks).toString(), headers }));
    });
    sent.on('error', lost);
    sent.end(body);
  });
}

/** Opens a tunnel and returns its socket, if the proxy allows it. */
async function tunnel(proxy: Device, target: string, headers: Record<string, string> = {}) {
  const asked = request({
    host: '127.0.0.1',
    port: proxy.port,
    method: 'CONNECT',
    path: target,
    headers,
    agent: false,
  });
  asked.end();
  const granted = new Promise<{ status: number; socket: Socket; challenge: string | undefined }>((resolve, reject) => {
    asked.on('error', reject);
    asked.on('connect', (response, socket: Socket) => {
      socket.on('error', () => socket.destroy());
      onTestFinished(() => void socket.destroy());
      resolve({ status: response.statusCode ?? 0, socket, challenge: response.headers['proxy-authenticate'] });
    });
  });
  return granted;
}

/** Sends a request over TLS inside an open tunnel. */
async function inside(socket: Socket, path: string): Promise<Seen> {
  const secure = tlsConnect({ socket, servername: NAME, ca: authority.certificate });
  await once(secure, 'secureConnect');
  const headers = { Host: NAME };
  return ask(`http://${NAME}${path}`, {
    createConnection: () => secure,
    headers,
    agent: undefined as Agent | undefined,
  });
}

const journey = async (service: PracticeService, url: string) => {
  const client = await connectClient(service);
  const headers = { ...client.headers, 'Content-Type': `multipart/form-data; boundary=${BOUNDARY}` };
  const body = multipart([
    dataPart({ initiatorAliasName: 'A' }),
    filePart(Buffer.alloc(200_000), 'a.pdf', 'application/pdf'),
  ]);
  const upload = await ask(
    `${url}/api/v1/documents/file`,
    { method: 'POST', headers: { ...headers, 'Content-Length': body.length } },
    body,
  );
  const { documentId, documentUrl } = z
    .looseObject({ documentId: z.string(), documentUrl: z.string() })
    .parse(JSON.parse(upload.text));
  await client.post(`/documents/${documentId}/signees`, { email: 'a@example.test' });
  const start = await ask(`${url}/api/v1/documents/${documentId}/start`, { method: 'PUT', headers: client.headers });
  return { upload, start, documentUrl };
};

test('a document sent through each network device causes no breach', async () => {
  const service = await running();
  const limit = await standing(startBodyLimit({ to: service.url }));
  const { upload, start, documentUrl } = await journey(service, limit.url);
  expect([upload.end, start.end]).toEqual([200, 204]);
  expect(documentUrl.startsWith(limit.url)).toBe(true);
  expect(service.records.breaches).toEqual([]);
});

test('the service returns https addresses behind TLS', async () => {
  const service = await running();
  const client = await connectClient(service);
  const documentId = await client.draft();
  const front = await standing(startTlsFront({ to: service.url, certificate: authority.issue(['127.0.0.1']) }));
  const { text } = await ask(`${front.url}/api/v1/documents/${documentId}`, {
    headers: client.headers,
    ca: authority.certificate,
  });
  expect(text).toContain(`"documentUrl":"${front.url}/storage/`);
});

test('the proxy opens tunnels only to names of its network and to loopback', async () => {
  const service = await running();
  const certificate = authority.issue([NAME]);
  const front = await standing(startTlsFront({ to: service.url, certificate }));
  const proxy = await standing(startHttpProxy({ hosts: { [NAME]: front.url } }));
  const { socket } = await tunnel(proxy, `${NAME}:443`);
  expect((await inside(socket, '/mail')).end).toBe(200);
  expect((await tunnel(proxy, `127.0.0.1:${front.port}`)).status).toBe(200);
  expect((await tunnel(proxy, 'elsewhere.example.test:443')).status).toBe(502);
  expect(proxy.seen).toEqual([
    { method: 'CONNECT', target: `${NAME}:443`, status: 200 },
    { method: 'CONNECT', target: `127.0.0.1:${front.port}`, status: 200 },
    { method: 'CONNECT', target: 'elsewhere.example.test:443', status: 502 },
  ]);
});

test('the proxy passes plain requests with a whole address', async () => {
  const service = await running();
  const proxy = await standing(startHttpProxy());
  const seen = await ask(proxy.url, { path: `${service.url}/mail`, headers: { Host: new URL(service.url).host } });
  expect([seen.end, seen.text.includes('E-mails')]).toEqual([200, true]);
});

test('a proxy with a password answers 407 until the password is right', async () => {
  const service = await running();
  const proxy = await standing(startHttpProxy({ credentials }));
  const target = new URL(service.url).host;
  const refused = await tunnel(proxy, target);
  expect([refused.status, refused.challenge]).toEqual([407, 'Basic realm="Office network"']);
  expect((await tunnel(proxy, target, { 'Proxy-Authorization': 'Basic eDp5' })).status).toBe(407);
  expect((await tunnel(proxy, target, { 'Proxy-Authorization': authorization })).status).toBe(200);
  const plain = { path: `${service.url}/mail` };
  const asked = await ask(proxy.url, plain);
  expect([asked.end, asked.headers['proxy-authenticate']]).toEqual([407, 'Basic realm="Office network"']);
  expect((await ask(proxy.url, { ...plain, headers: { 'Proxy-Authorization': authorization } })).end).toBe(200);
  expect(service.records.requests.at(-1)?.headers).not.toHaveProperty('proxy-authorization');
});

test('an intercepting proxy has certificates of its own authority', async () => {
  const service = await running();
  const proxy = await standing(startHttpProxy({ hosts: { [NAME]: service.url }, intercept: authority }));
  const trusting = await tunnel(proxy, `${NAME}:443`);
  const seen = await inside(trusting.socket, '/mail');
  expect([seen.end, seen.text.includes('E-mails')]).toEqual([200, true]);
  expect(service.records.requests.at(-1)?.headers['x-forwarded-proto']).toBe('https');
  const doubting = await tunnel(proxy, `${NAME}:443`);
  const secure = tlsConnect({ socket: doubting.socket, servername: NAME });
  const [error] = await once(secure, 'error');
  expect(error).toMatchObject({ code: 'SELF_SIGNED_CERT_IN_CHAIN' });
});

test('a dead proxy refuses, or accepts and never answers', async () => {
  const refusing = await standing(startDeadProxy());
  await expect(tunnel(refusing, `${NAME}:443`)).rejects.toThrow('ECONNREFUSED');
  const silent = await standing(startDeadProxy('silent'));
  const socket = connect(silent.port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write(`CONNECT ${NAME}:443 HTTP/1.1\r\n\r\n`);
  const closed = new Promise((resolve) => {
    socket.on('error', () => socket.destroy()).on('close', resolve);
  });
  await silent.close();
  await closed;
  expect(socket.bytesRead).toBe(0);
});

test('a captive portal answers everything until the guest agrees', async () => {
  const service = await running();
  const client = await connectClient(service);
  const path = '/api/v1/available-modes';
  const page = await standing(startCaptivePortal({ to: service.url, how: 'page' }));
  expect(await ask(page.url + path, { headers: client.headers })).toMatchObject({
    end: 200,
    text: expect.stringContaining('terms of use'),
    headers: { 'content-type': 'text/html' },
  });
  const portal = await standing(startCaptivePortal({ to: service.url, how: 'redirect' }));
  const sent = await ask(portal.url + path, { method: 'POST' }, Buffer.alloc(300_000));
  expect([sent.end, sent.headers['location']]).toEqual([302, `${portal.url}/portal/welcome`]);
  expect((await ask(`${portal.url}/portal/welcome`)).text).toContain('terms of use');
  portal.agree();
  expect((await send(portal.url + path, { headers: client.headers })).text).toContain('"timestamp"');
});

test.each(['reset', 'silent'] as const)('an idle connection is dropped (%s)', async (how) => {
  const service = await running();
  const drop = await standing(startIdleDrop({ to: service.url, afterMs: 1_000, how }));
  expect((await ask(`${drop.url}/mail`)).end).toBe(200);
  const socket = connect(drop.port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  const get = 'GET /practice.css HTTP/1.1\r\nHost: x\r\n\r\n';
  socket.write(get);
  await once(socket, 'data');
  const ended = new Promise((resolve) => {
    socket.once('error', (error: NodeJS.ErrnoException) => resolve(error.code));
    socket.resume();
  });
  if (how === 'reset') {
    expect(await ended).toBe('ECONNRESET');
    return;
  }
  await expect.poll(drop.dropped).toBe(1);
  const before = [socket.bytesRead, service.records.requests.length];
  socket.write(get);
  // The direct request arrives, the one through the firewall does not.
  await ask(`${service.url}/mail`);
  expect([socket.bytesRead, service.records.requests.length - 1]).toEqual(before);
  expect(socket.destroyed).toBe(false);
});

/** Sends text letter by letter. Returns the longest pause, which may be long on a busy computer. */
async function drip(socket: Socket, text: string, forMs: number): Promise<number> {
  const began = performance.now();
  let last = began;
  let longest = 0;
  for (const letter of text) {
    socket.write(letter);
    if (last - began >= forMs) continue;
    await pause(40);
    longest = Math.max(longest, performance.now() - last);
    last = performance.now();
  }
  return longest;
}

test('the firewall keeps slow connections', async () => {
  const service = await running();
  const afterMs = 600;
  const attempt = async () => {
    const drop = await standing(startIdleDrop({ to: service.url, afterMs }));
    const socket = connect(drop.port, '127.0.0.1').on('error', () => {});
    onTestFinished(() => void socket.destroy());
    const longest = await drip(socket, 'GET /mail HTTP/1.1\r\nHost: x\r\n\r', 2 * afterMs);
    // The computer was too busy: try again.
    if (longest > afterMs / 2) return attempt();
    expect(drop.dropped()).toBe(0);
    socket.write('\n');
    return String((await once(socket, 'data'))[0]);
  };
  expect(await attempt()).toContain('200 OK');
});

test('a gateway refuses bodies above its limit', async () => {
  const service = await running();
  const limit = await standing(startBodyLimit({ to: service.url, maxBytes: 100_000 }));
  const post = (length: number) =>
    ask(`${limit.url}/mail`, { method: 'POST', headers: { 'Content-Length': length } }, Buffer.alloc(length));
  expect((await post(100_000)).end).toBe(200);
  expect(await post(100_001)).toMatchObject({ end: 413, text: expect.stringContaining('413') });
  expect(service.records.requests).toHaveLength(1);
});

test('another gateway closes during the body', async () => {
  const service = await running();
  const limit = await standing(startBodyLimit({ to: service.url, maxBytes: 100_000, how: 'closes' }));
  const socket = connect(limit.port, '127.0.0.1');
  socket.on('error', () => socket.destroy());
  const heard = once(socket, 'data');
  socket.write('POST /x HTTP/1.1\r\nHost: x\r\nContent-Length: 10000000\r\n\r\n');
  expect(String((await heard)[0])).toContain('413');
  socket.resume();
  await once(socket, 'close');
  expect(service.records.requests).toEqual([]);
});
