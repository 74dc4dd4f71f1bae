import { expect, test } from 'vitest';
import { z } from 'zod';
import type { Forced, PracticeOptions } from '../../main/practice-service/options.ts';
import { running } from './running.ts';
import { connectClient, passwordGrant, type TestClient, tokenRequest } from './test-client.ts';

const any = z.looseObject({});
const object = (email: string) => expect.objectContaining({ email });
const details = async (client: TestClient, id: string) => (await client.call('GET', `/documents/${id}`)).json(any);

test('undocumented success codes can be chosen', async () => {
  const service = await running();
  const client = await connectClient(service);
  for (const addSigneeStatus of [200, 201, 204] as const) {
    Object.assign(service.options, { uploadStatus: 201, addSigneeStatus });
    const upload = await client.upload();
    expect(upload.status).toBe(201);
    const { documentId } = upload.json(z.looseObject({ documentId: z.string() }));
    const added = await client.post(`/documents/${documentId}/signees`, { email: 'a@example.test' });
    expect([added.status, added.text === '']).toEqual([addSigneeStatus, addSigneeStatus === 204]);
  }
});

test('signees are objects or strings, in a flat list, in groups or without order', async () => {
  const service = await running();
  const client = await connectClient(service);
  const id = await client.draft();
  for (const [email, signOrder] of [
    ['b@x.test', 1],
    ['a@x.test', 0],
    ['c@x.test', 1],
  ] as const) {
    await client.post(`/documents/${id}/signees`, { email, signOrder });
  }
  const shapes = async (options: Partial<PracticeOptions>) => {
    Object.assign(service.options, options);
    const { signees, signeesOrdered } = await details(client, id);
    return [signees, signeesOrdered];
  };
  expect(await shapes({ signees: 'objects', signeesOrdered: 'flat' })).toEqual([
    [object('b@x.test'), object('a@x.test'), object('c@x.test')],
    [object('a@x.test'), object('b@x.test'), object('c@x.test')],
  ]);
  expect(await shapes({ signees: 'strings', signeesOrdered: 'groups' })).toEqual([
    ['b@x.test', 'a@x.test', 'c@x.test'],
    [['a@x.test'], ['b@x.test', 'c@x.test']],
  ]);
  expect(await shapes({ signeesOrdered: 'empty' })).toEqual([['b@x.test', 'a@x.test', 'c@x.test'], []]);
});

test('answers can contain unknown values and extra fields', async () => {
  const service = await running();
  const client = await connectClient(service);
  const id = await client.started(['a@example.test']);
  const before = await details(client, id);
  Object.assign(service.options, { unknownEnums: true, extraFields: true });
  const after = await details(client, id);
  expect(after['signStatus']).toBe('escalated');
  expect(after['documentStatus']).toBe('in-progress');
  expect(Object.keys(after).filter((name) => !(name in before))).toEqual(['practiceExtra']);
  expect((await client.call('GET', '/available-modes')).json(any)).toHaveProperty('sealed');
  await client.put(`/documents/${id}/withdraw`);
  expect((await details(client, id))['documentStatus']).toBe('expired');
});

test.each([
  ['json', 'application/json', '{"errorCode":"not-found"'],
  ['text', 'text/plain', 'not-found: '],
  ['html', 'text/html', '<!doctype html>'],
  ['empty', null, ''],
  ['headers', null, ''],
] as const)('errors in style %s', async (errorStyle, type, begin) => {
  const service = await running({ errorStyle, errorCodes: { 'not-found': 410 } });
  const client = await connectClient(service);
  const reply = await client.call('GET', '/documents/x');
  expect(reply.status).toBe(410);
  expect(reply.headers.get('content-type')?.split(';')[0] ?? null).toBe(type);
  expect(reply.text.startsWith(begin)).toBe(true);
  expect(reply.text === '').toBe(begin === '');
  expect(reply.headers.get('x-error-code')).toBe(errorStyle === 'headers' ? 'not-found' : null);
});

test('a duplicate signee is accepted, ignored or refused', async () => {
  const service = await running();
  const client = await connectClient(service);
  const outcome = async (duplicateSignee: PracticeOptions['duplicateSignee']) => {
    service.options.duplicateSignee = duplicateSignee;
    const id = await client.draft();
    await client.post(`/documents/${id}/signees`, { email: 'a@example.test' });
    const { status } = await client.post(`/documents/${id}/signees`, { email: 'A@example.test' });
    return [status, service.records.signeesOf(id).length];
  };
  expect(await outcome('accept')).toEqual([200, 2]);
  expect(await outcome('ignore')).toEqual([200, 1]);
  expect(await outcome('refuse')).toEqual([409, 1]);
});

test('files can be checked against their type', async () => {
  const service = await running({ checkContent: true });
  const client = await connectClient(service);
  expect((await client.upload()).status).toBe(200);
  expect((await client.upload({ content: Buffer.from('MZ exe') })).status).toBe(400);
});

test('latency delays every answer', async () => {
  const service = await running({ latencyMs: 40 });
  const from = performance.now();
  await connectClient(service);
  expect(performance.now() - from).toBeGreaterThanOrEqual(39);
});

const forceUpload = (force: Forced, times = 1) => ({ forced: [{ operation: 'upload' as const, times, force }] });

test('a forced answer replaces the operation the given number of times', async () => {
  const headers = { 'Retry-After': '7' };
  const service = await running(forceUpload({ kind: 'answer', status: 503, body: 'busy', headers }, 2));
  const client = await connectClient(service);
  const [first, second, third] = [await client.upload(), await client.upload(), await client.upload()];
  expect([first.status, first.text, first.headers.get('retry-after')]).toEqual([503, 'busy', '7']);
  expect([second.status, third.status]).toEqual([503, 200]);
  expect(service.documents.all()).toHaveLength(1);
  expect(service.options.forced).toEqual([]);
});

test('a request lost before the commit has no effect, one lost after it has', async () => {
  const service = await running(forceUpload({ kind: 'lose-before-commit' }));
  const client = await connectClient(service);
  await expect(client.upload()).rejects.toThrow('fetch failed');
  expect(service.documents.all()).toHaveLength(0);
  Object.assign(service.options, forceUpload({ kind: 'lose-after-commit' }));
  await expect(client.upload()).rejects.toThrow('fetch failed');
  expect(service.documents.all()).toHaveLength(1);
  expect(
    service.records.requests.filter(({ operation }) => operation === 'upload').map(({ status }) => status),
  ).toEqual([null, null]);
});

test('an answer can be cut', async () => {
  const service = await running(forceUpload({ kind: 'cut-answer', bytes: 12 }));
  const client = await connectClient(service);
  await expect(client.upload()).rejects.toThrow('terminated');
  expect(service.documents.all()).toHaveLength(1);
});

test('after a forced 401 a new token is no breach', async () => {
  const service = await running();
  const client = await connectClient(service);
  service.options.forced.push({ operation: 'overview', times: 1, force: { kind: 'answer', status: 401 } });
  await client.call('GET', '/overview');
  const { user } = client;
  const again = await tokenRequest(service.url, passwordGrant(service, 'client-secret', user));
  expect(again.status).toBe(200);
  expect(service.records.breaches).toEqual([]);
});
