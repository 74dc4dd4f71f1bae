import { request } from 'node:http';
import { expect, test } from 'vitest';
import { z } from 'zod';
import type { Rule } from '../../main/practice-service/records.ts';
import type { PracticeService } from './practice-service.ts';
import { running } from './running.ts';
import {
  BOUNDARY,
  connectClient,
  dataPart,
  filePart,
  multipart,
  send,
  type TestClient,
  TINY_PDF,
} from './test-client.ts';

const UNKNOWN = '00000000-0000-4000-8000-000000000000';
const rules = (service: PracticeService) => service.records.breaches.map((breach) => breach.rule);

test('a client that follows the contract causes no breach', async () => {
  const service = await running();
  const client = await connectClient(service);
  const documentId = await client.started(['a@example.test', 'b@example.test'], { ordered: true });
  await client.call('GET', `/documents/${documentId}`);
  await client.call('GET', '/overview?order=creationTime%20desc&offset=0&limit=10');
  await client.call('GET', '/available-modes');
  await client.put(`/documents/${documentId}/withdraw`);
  await client.call('DELETE', `/documents/${documentId}`);
  expect(service.records.breaches).toEqual([]);
  expect(service.records.requests.map(({ operation, status }) => `${operation} ${status}`)).toEqual([
    'token 200',
    'upload 200',
    'add-signee 200',
    'add-signee 200',
    'start 204',
    'details 200',
    'overview 200',
    'available-modes 200',
    'withdraw 204',
    'delete 204',
  ]);
});

type Bend = (client: TestClient, service: PracticeService, documentId: string) => Promise<unknown>;

const file = filePart(TINY_PDF, 'a.pdf', 'application/pdf');
const data = { initiatorAliasName: 'Anna' };
const without = (client: TestClient, name: 'Accept' | 'Accept-Charset') => ({ ...client.headers, [name]: 'text/html' });

const bends: readonly (readonly [Rule, string, Bend])[] = [
  [
    'accept-charset',
    'another charset',
    (c) => c.call('GET', '/available-modes', { headers: without(c, 'Accept-Charset') }),
  ],
  ['accept', 'a GET that accepts HTML', (c) => c.call('GET', '/available-modes', { headers: without(c, 'Accept') })],
  ['authorization', 'no token', (c) => c.call('GET', '/available-modes', { headers: { Authorization: '' } })],
  ['body-not-allowed', 'start with a body', (c, _, id) => c.put(`/documents/${id}/start`, {})],
  ['body-not-allowed', 'delete with a body', (c, _, id) => c.call('DELETE', `/documents/${id}`, { body: '{}' })],
  ['body-not-allowed', 'withdraw with a body', (c, _, id) => c.put(`/documents/${id}/withdraw`, {})],
  [
    'content-type',
    'JSON with another content type',
    (c, _, id) => c.call('POST', `/documents/${id}/signees`, { body: '{"email":"a@b.c"}' }),
  ],
  [
    'field-unknown',
    'a signee with a name',
    (c, _, id) => c.post(`/documents/${id}/signees`, { email: 'a@b.c', name: 'A' }),
  ],
  [
    'field-unknown',
    'a callback that is not configured',
    (c) => c.upload({ data: { ...data, callbackUrl: 'https://x' } }),
  ],
  ['field-missing', 'no alias', (c) => c.upload({ data: {} })],
  ['field-missing', 'update without comment', (c, _, id) => c.put(`/documents/${id}`, { initiatorAliasName: 'B' })],
  ['field-value', 'an unknown mode', (c) => c.upload({ data: { ...data, signatureMode: 'golden' } })],
  ['field-value', 'no e-mail address', (c, _, id) => c.post(`/documents/${id}/signees`, { email: 'anna' })],
  [
    'field-value',
    'an order below 0',
    (c, _, id) => c.post(`/documents/${id}/signees`, { email: 'a@b.c', signOrder: -1 }),
  ],
  ['file-type', 'a picture', (c) => c.upload({ type: 'image/png' })],
  [
    'file-type',
    'an office file to scan',
    (c) =>
      scan(c, filePart(TINY_PDF, 'a.docx', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document')),
  ],
  ['multipart', 'no data part', (c) => c.upload({ parts: [file] })],
  ['multipart', 'the file twice', (c) => c.upload({ parts: [dataPart(data), file, file] })],
  ['multipart', 'a data part in a scan', (c) => scan(c, dataPart(data), file)],
  ['multipart', 'another content type', (c) => c.upload({ headers: { 'Content-Type': 'application/pdf' } })],
  [
    'part-headers',
    'data without charset',
    (c) => c.upload({ parts: [dataPart(data, 'Content-Type: application/json'), file] }),
  ],
  [
    'part-headers',
    'data with a length',
    (c) =>
      c.upload({ parts: [dataPart(data, 'Content-Type: application/json; charset=UTF-8\r\nContent-Length: 5'), file] }),
  ],
  ['part-headers', 'data with a filename', (c) => c.upload({ parts: [dataPartNamed(), file] })],
  ['part-headers', 'an extended filename', (c) => c.upload({ filename: 'a.pdf"; filename*="UTF-8\'\'a.pdf' })],
  ['part-headers', 'a file without a name', (c) => c.upload({ filename: '' })],
  ['query', 'a parameter that overview does not have', (c) => c.call('GET', '/overview?page=2')],
  ['query', 'a filter value that does not exist', (c) => c.call('GET', '/overview?filterSignStatus=done')],
  ['query', 'a parameter where none belongs', (c) => c.call('GET', '/available-modes?x=1')],
  ['storage-authorization', 'a token for the storage', (c, s, id) => downloadWithToken(c, s, id)],
  ['unknown-method', 'PATCH', (c, _, id) => c.call('PATCH', `/documents/${id}`)],
  ['unknown-path', 'a path of its own', (c) => c.call('GET', '/signees')],
];

test.each(bends)('%s: %s', async (rule, _, bend) => {
  const service = await running();
  const client = await connectClient(service);
  const documentId = await client.draft();
  expect(rules(service)).toEqual([]);
  await bend(client, service, documentId);
  expect(rules(service)).toContain(rule);
});

test('a second start is a breach, and both are counted', async () => {
  const service = await running();
  const client = await connectClient(service);
  const documentId = await client.started(['a@example.test']);
  expect(service.records.startsOf(documentId)).toBe(1);
  const again = await client.put(`/documents/${documentId}/start`);
  expect(again.status).toBe(409);
  expect(rules(service)).toEqual(['started-twice']);
  expect(service.records.startsOf(documentId)).toBe(2);
  const { sha256 } = service.documents.find(documentId) ?? { sha256: '' };
  expect(service.records.startsOfContent(sha256)).toBe(2);
  expect(service.records.uploadsOf(sha256)).toBe(1);
});

test('configured extra parameters are accepted and stored', async () => {
  const service = await running({ extraParameters: ['callbackUrl'] });
  const client = await connectClient(service);
  const documentId = await client.draft({ data: { ...data, callbackUrl: 'https://x' } });
  expect(rules(service)).toEqual([]);
  expect(service.documents.find(documentId)?.extraParameters).toEqual({ callbackUrl: 'https://x' });
});

test('an unexpected body without a length is a breach', async () => {
  const service = await running();
  const client = await connectClient(service);
  const documentId = await client.draft();
  await new Promise((resolve, reject) => {
    const address = `${service.connection.base}/documents/${documentId}/start`;
    const start = request(address, { method: 'PUT', headers: client.headers }, (response) => {
      response.resume();
      response.on('end', resolve);
    });
    start.on('error', reject);
    start.write('{}');
    start.end();
  });
  expect(rules(service)).toEqual(['body-not-allowed']);
});

test('a body without Content-Length is a breach', async () => {
  const service = await running();
  const client = await connectClient(service);
  const status = await new Promise((resolve, reject) => {
    const headers = { ...client.headers, 'Content-Type': `multipart/form-data; boundary=${BOUNDARY}` };
    const upload = request(`${service.connection.base}/documents/file`, { method: 'POST', headers }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    upload.on('error', reject);
    upload.write(multipart([dataPart(data), file]));
    upload.end();
  });
  expect(status).toBe(200);
  expect(rules(service)).toEqual(['content-length']);
});

test('unknown documents and documents of other users are not found', async () => {
  const service = await running();
  const [anna, beat] = [await connectClient(service), await connectClient(service)];
  const documentId = await anna.draft();
  for (const id of [UNKNOWN, documentId]) {
    const replies = await Promise.all([
      beat.call('GET', `/documents/${id}`),
      beat.put(`/documents/${id}/start`),
      beat.put(`/documents/${id}/withdraw`),
      beat.call('DELETE', `/documents/${id}`),
      beat.put(`/documents/${id}`, { initiatorAliasName: 'x', comment: '' }),
      beat.post(`/documents/${id}/signees`, { email: 'a@b.c' }),
    ]);
    expect(replies.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 404]);
  }
  const overview = await beat.call('GET', '/overview');
  expect(overview.json(z.looseObject({ size: z.number() })).size).toBe(0);
});

const scan = (client: TestClient, ...parts: readonly Uint8Array[]) =>
  client.call('POST', '/documents/file/scan-predefined', {
    body: new Uint8Array(multipart(parts)),
    headers: { 'Content-Type': `multipart/form-data; boundary=${BOUNDARY}` },
  });

const dataPartNamed = () =>
  Buffer.from(dataPart(data).toString().replace('name="data"', 'name="data"; filename="blob"'));

async function downloadWithToken(client: TestClient, _: PracticeService, documentId: string) {
  const details = await client.call('GET', `/documents/${documentId}`);
  const { documentUrl } = details.json(z.looseObject({ documentUrl: z.string() }));
  const refused = await send(documentUrl, { headers: client.headers });
  expect(refused.status).toBe(400);
}
