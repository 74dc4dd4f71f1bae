import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { type Fault, type FaultProxy, rawAnswer, startFaultProxy } from './fault-proxy.ts';
import type { PracticeService } from './practice-service.ts';
import { running } from './running.ts';
import { BOUNDARY, connectClient, dataPart, filePart, multipart, send, type TestClient } from './test-client.ts';

const CONTENT = randomBytes(300_000);
const BODY = multipart([dataPart({ initiatorAliasName: 'Anna' }), filePart(CONTENT, 'a.pdf', 'application/pdf')]);

interface Scene {
  readonly service: PracticeService;
  readonly proxy: FaultProxy;
  readonly client: TestClient;
}

async function scene(): Promise<Scene> {
  const service = await running();
  const proxy = await startFaultProxy({ to: service.url });
  onTestFinished(() => proxy.close());
  return { service, proxy, client: await connectClient(service) };
}

/** Uploads through the proxy on a new connection. Returns the status or the code of the error, and the answer. */
function upload({ proxy, client, service }: Scene): Promise<{ readonly end: number | string; readonly text: string }> {
  const { base } = proxy.through(service.connection);
  const headers = {
    ...client.headers,
    'Content-Type': `multipart/form-data; boundary=${BOUNDARY}`,
    'Content-Length': BODY.length,
  };
  return new Promise((resolve) => {
    const sent = request(`${base}/documents/file`, { method: 'POST', headers, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', (error: NodeJS.ErrnoException) => resolve({ end: error.code ?? '', text: '' }));
      response.on('end', () => resolve({ end: response.statusCode ?? 0, text: Buffer.concat(chunks).toString() }));
    });
    sent.on('error', (error: NodeJS.ErrnoException) => resolve({ end: error.code ?? '', text: '' }));
    sent.end(BODY);
  });
}

const uploads = ({ service }: Scene) => service.records.requests.filter(({ operation }) => operation === 'upload');

test('without a rule passes everything on, also kept-alive connections and the storage', async () => {
  const all = await scene();
  const reply = await upload(all);
  expect(reply.end).toBe(200);
  const { base } = all.proxy.through(all.service.connection);
  for (let round = 0; round < 3; round += 1) {
    expect((await send(`${base}/available-modes`, { headers: all.client.headers })).status).toBe(200);
  }
  const [document] = all.service.documents.all();
  const details = await send(`${base}/documents/${document?.documentId}`, { headers: all.client.headers });
  expect(details.text).toContain(`"documentUrl":"${all.proxy.url}/storage/`);
  expect(all.proxy.hits).toEqual([]);
  expect(all.service.records.breaches).toEqual([]);
});

test.each<[Fault, string | number, number, number]>([
  // fault, the client's result, uploads that began at the service, documents created
  [{ kind: 'reset' }, 'ECONNRESET', 0, 0],
  [{ kind: 'cut-request', bytes: 100_000 }, 'ECONNRESET', 1, 0],
  [{ kind: 'lose-before' }, 'ECONNRESET', 0, 0],
  [{ kind: 'lose-after' }, 'ECONNRESET', 1, 1],
  [{ kind: 'cut-answer', bytes: 60 }, 'ECONNRESET', 1, 1],
  [{ kind: 'cut-answer', bytes: 400 }, 'ECONNRESET', 1, 1],
  [{ kind: 'slow-request', bytesPerSecond: 3_000_000 }, 200, 1, 1],
  [{ kind: 'slow-answer', bytesPerSecond: 20_000 }, 200, 1, 1],
  [{ kind: 'replace', answer: rawAnswer(502, 'bad gateway'), deliver: false }, 502, 0, 0],
  [{ kind: 'replace', answer: rawAnswer(200, '<h1>Log in</h1>'), deliver: true }, 200, 1, 1],
  [{ kind: 'replay' }, 200, 2, 2],
])('%j', async (fault, end, begun, made) => {
  const all = await scene();
  all.proxy.next(fault);
  const reply = await upload(all);
  expect(reply.end).toBe(end);
  await expect.poll(() => uploads(all).length).toBe(begun);
  expect(all.service.documents.all()).toHaveLength(made);
  if (fault.kind === 'replace') expect(fault.answer).toContain(reply.text);
  expect(all.proxy.hits.map(({ kind }) => kind)).toEqual([fault.kind]);
  // The fault is over, and the proxy still works.
  expect((await upload(all)).end).toBe(200);
  expect(all.service.documents.all()).toHaveLength(made + 1);
  expect(all.service.documents.all().at(-1)?.size).toBe(CONTENT.length);
});

test('slows requests down', async () => {
  const all = await scene();
  all.proxy.next({ kind: 'slow-request', bytesPerSecond: 2_000_000 });
  const from = performance.now();
  await upload(all);
  expect(performance.now() - from).toBeGreaterThan(140);
});

test('applies a rule to matching requests, once or always', async () => {
  const { proxy, client, service } = await scene();
  const { base } = proxy.through(service.connection);
  const modes = async () => (await send(`${base}/available-modes`, { headers: client.headers })).status;
  const busy: Fault = { kind: 'replace', answer: rawAnswer(503, ''), deliver: false };
  proxy.next(busy, ({ method }) => method === 'POST');
  expect(await modes()).toBe(200);
  proxy.always(busy, ({ path }) => path.endsWith('/available-modes'));
  expect([await modes(), await modes()]).toEqual([503, 503]);
  proxy.clear();
  expect(await modes()).toBe(200);
});

test('refuses connections while it is down, and returns at the same address', async () => {
  const all = await scene();
  await all.proxy.down();
  expect((await upload(all)).end).toBe('ECONNREFUSED');
  await all.proxy.up();
  expect((await upload(all)).end).toBe(200);
});

test('asks the chooser about requests without another rule', async () => {
  const { proxy, client, service } = await scene();
  const { base } = proxy.through(service.connection);
  const modes = async () => (await send(`${base}/available-modes`, { headers: client.headers })).status;
  const answer = (status: number): Fault => ({ kind: 'replace', answer: rawAnswer(status, ''), deliver: false });
  proxy.weather(({ path }) => (path.endsWith('/available-modes') ? answer(502) : null));
  proxy.next(answer(503));
  expect([await modes(), await modes(), await modes()]).toEqual([503, 502, 502]);
  expect(proxy.hits).toHaveLength(3);
  expect(proxy.open()).toBeGreaterThan(0);
  proxy.clear();
  expect(await modes()).toBe(200);
});

test('closes the connection of a client that leaves without a request', async () => {
  const { proxy } = await scene();
  const client = connect(Number(new URL(proxy.url).port), '127.0.0.1');
  await once(client, 'connect');
  await expect.poll(() => proxy.open()).toBe(1);
  client.end();
  await expect.poll(() => proxy.open()).toBe(0);
});
