import { expect, test } from 'vitest';
import { z } from 'zod';
import type { PracticeService } from '../practice-service.ts';
import { running } from '../running.ts';
import { connectClient, type Reply, send, type TestClient, TINY_PDF } from '../test-client.ts';

const DAY = 86_400_000;
const overviewSchema = z.looseObject({
  documents: z.array(
    z.looseObject({
      documentName: z.string(),
      documentStatus: z.string(),
      signStatus: z.string().nullable(),
      policy: z.object({ canWithdraw: z.boolean(), canDelete: z.boolean() }),
    }),
  ),
  pagination: z.object({ offset: z.number(), limit: z.number() }),
  size: z.number(),
});
const overview = async (client: TestClient, query = '') =>
  (await client.call('GET', `/overview${query}`)).json(overviewSchema);
const names = async (client: TestClient, query: string) =>
  (await overview(client, query)).documents.map(({ documentName }) => documentName);
const statuses = (replies: readonly Reply[]) => replies.map(({ status }) => status);
const errorOf = (reply: Reply) => reply.json(z.looseObject({ errorCode: z.string() })).errorCode;

/** One document in each status. */
async function oneOfEach(service: PracticeService, client: TestClient) {
  const signees = ['a@example.test'];
  const ids = {
    draft: await client.draft({ filename: 'draft' }),
    'in-progress': await client.started(signees, { filename: 'in-progress' }),
    signed: await client.started(signees, { filename: 'signed' }),
    withdrawn: await client.started(signees, { filename: 'withdrawn' }),
    rejected: await client.started(signees, { filename: 'rejected' }),
  };
  await service.people.sign(ids.signed, 'a@example.test');
  await service.people.reject(ids.rejected, 'a@example.test', 'no');
  await client.put(`/documents/${ids.withdrawn}/withdraw`);
  return ids;
}

test('the document has every documented field', async () => {
  const service = await running();
  const client = await connectClient(service);
  const sent = { initiatorAliasName: 'Anna', comment: 'Please', signatureMode: 'qualified', jurisdiction: 'eidas' };
  const reply = await client.upload({ data: sent, filename: 'Vertrag ä.pdf' });
  const time = z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}[+-]\d\d:\d\d$/);
  const document = reply.json(
    z.strictObject({
      documentId: z.uuid(),
      documentName: z.literal('Vertrag ä.pdf'),
      documentMimeType: z.literal('application/pdf'),
      documentUrl: z.url(),
      thumbnailUrl: z.null(),
      companyId: z.uuid(),
      creationTime: time,
      startTime: z.null(),
      completionTime: z.null(),
      documentStatus: z.literal('draft'),
      signStatus: z.null(),
      signatureMode: z.literal('qualified'),
      jurisdiction: z.literal('eidas'),
      comment: z.literal('Please'),
      initiatorCompanyDisplayName: z.string(),
      initiatorCompanyIsVerified: z.boolean(),
      initiatorCompanyVerificationType: z.string(),
      initiatorDisplayName: z.literal('Anna'),
      initiatorDisplayEmail: z.email(),
      initiatorSignKey: z.null(),
      signees: z.tuple([]),
      signeesOrdered: z.tuple([]),
      attachmentsAllowed: z.literal(false),
    }),
  );
  const file = await send(document.documentUrl);
  expect(file.text).toBe(TINY_PDF.toString());
});

test('mode, jurisdiction and mail setting have the documented defaults', async () => {
  const service = await running();
  const client = await connectClient(service);
  const documentId = await client.draft();
  expect(service.documents.find(documentId)).toMatchObject({
    signatureMode: 'timestamp',
    jurisdiction: 'zertes',
    sendMail: 'others',
  });
});

const tries = {
  start: (client: TestClient, id: string) => client.put(`/documents/${id}/start`),
  withdraw: (client: TestClient, id: string) => client.put(`/documents/${id}/withdraw`),
  delete: (client: TestClient, id: string) => client.call('DELETE', `/documents/${id}`),
  update: (client: TestClient, id: string) => client.put(`/documents/${id}`, { initiatorAliasName: 'B', comment: 'c' }),
  'add signee': (client: TestClient, id: string) =>
    client.post(`/documents/${id}/signees`, { email: 'z@example.test' }),
};

test.each([
  // The draft cannot be started, as it has no signee.
  ['start', []],
  ['withdraw', ['in-progress']],
  ['delete', ['draft', 'withdrawn']],
  ['update', ['draft']],
  ['add signee', ['draft']],
] as const)('%s is for documents in %j only', async (call, allowed) => {
  const service = await running();
  const client = await connectClient(service);
  const ids = await oneOfEach(service, client);
  for (const [status, id] of Object.entries(ids)) {
    const reply = await tries[call](client, id);
    const may = allowed.some((one) => one === status);
    expect([status, reply.status < 300]).toEqual([status, may]);
    if (!may) expect(errorOf(reply)).toBe(call === 'start' && status === 'draft' ? 'no-signees' : 'wrong-status');
  }
});

test('update changes alias and comment', async () => {
  const service = await running();
  const client = await connectClient(service);
  const documentId = await client.draft();
  await tries.update(client, documentId);
  expect(service.documents.find(documentId)).toMatchObject({ initiatorAliasName: 'B', comment: 'c' });
});

test('the overview shows statuses and possible actions', async () => {
  const service = await running();
  const client = await connectClient(service);
  await oneOfEach(service, client);
  const { documents, pagination, size } = await overview(client, '?order=creationTime%20asc');
  expect(documents.map((d) => [d.documentStatus, d.signStatus, d.policy.canWithdraw, d.policy.canDelete])).toEqual([
    ['draft', null, false, true],
    ['in-progress', 'pending', true, false],
    ['signed', 'signed', false, false],
    ['withdrawn', 'pending', false, true],
    ['rejected', 'rejected', false, false],
  ]);
  expect({ pagination, size }).toEqual({ pagination: { offset: 0, limit: 50 }, size: 5 });
});

test('the overview follows its five parameters', async () => {
  const service = await running();
  const client = await connectClient(service);
  await oneOfEach(service, client);
  expect(await names(client, '')).toEqual(['rejected', 'withdrawn', 'signed', 'in-progress', 'draft']);
  expect(await names(client, '?offset=1&limit=2')).toEqual(['withdrawn', 'signed']);
  expect(await names(client, '?order=creationTime%20asc&limit=1')).toEqual(['draft']);
  expect(await names(client, '?filterDocumentStatus=withdrawn')).toEqual(['withdrawn']);
  expect(await names(client, '?filterSignStatus=pending')).toEqual(['withdrawn', 'in-progress']);
  expect(await names(client, '?filterSignStatus=pending&filterDocumentStatus=in-progress')).toEqual(['in-progress']);
  service.options.overviewSize = 'page';
  expect((await overview(client, '?limit=2')).size).toBe(2);
});

test('after its deadline a deleted draft is gone for every call', async () => {
  const service = await running();
  const client = await connectClient(service);
  const documentId = await client.draft();
  service.options.tokenSeconds = 100 * 86_400;
  service.clock.advance(7 * DAY);
  const later = await connectClient(service);
  expect(service.documents.find(documentId)).toBeUndefined();
  expect(await names(later, '')).toEqual([]);
});

test('a document with 500 participants accepts no more', async () => {
  const service = await running({ maxParticipants: 2 });
  const client = await connectClient(service);
  const documentId = await client.draft();
  const add = (email: string) => client.post(`/documents/${documentId}/signees`, { email });
  expect(statuses([await add('a@b.c'), await add('b@b.c'), await add('c@b.c')])).toEqual([200, 200, 422]);
  expect(service.records.breaches.map(({ rule }) => rule)).toEqual(['participants']);
  expect(service.records.signeesOf(documentId).map(({ email }) => email)).toEqual(['a@b.c', 'b@b.c']);
});

test('people in copy count among the participants', async () => {
  const service = await running({ maxParticipants: 2, operations: ['add-observer'] });
  const client = await connectClient(service);
  const documentId = await client.draft();
  const observe = (email: string) => client.post(`/documents/${documentId}/observers`, { email });
  const add = (email: string) => client.post(`/documents/${documentId}/signees`, { email });
  expect(statuses([await add('a@b.c'), await observe('b@b.c'), await observe('c@b.c')])).toEqual([200, 200, 422]);
  expect((await add('d@b.c')).status).toBe(422);
});

test('the daily limit does not count finished documents', async () => {
  const service = await running({ maxDocumentsPerDay: 2, tokenSeconds: 10 * 86_400 });
  const client = await connectClient(service);
  const first = await client.started(['a@example.test']);
  await client.draft();
  expect(errorOf(await client.upload())).toBe('daily-limit');
  await service.people.sign(first, 'a@example.test');
  expect((await client.upload()).status).toBe(200);
  expect((await client.upload()).status).toBe(429);
  service.clock.advance(DAY);
  expect((await client.upload()).status).toBe(200);
});

test('a file may have the size limit but no byte more; the service still works after a refusal', async () => {
  const service = await running({ maxFileBytes: 300_000 });
  const client = await connectClient(service);
  expect((await client.upload({ content: Buffer.alloc(300_000) })).status).toBe(200);
  expect((await client.upload({ content: Buffer.alloc(300_001) })).status).toBe(413);
  expect((await client.upload({ content: Buffer.alloc(0) })).status).toBe(200);
  expect(service.documents.all().map(({ size }) => size)).toEqual([300_000, 0]);
});

test('an address of the storage expires, and details contain a new one', async () => {
  const service = await running();
  const client = await connectClient(service);
  const documentId = await client.draft();
  const address = async () =>
    (await client.call('GET', `/documents/${documentId}`)).json(z.looseObject({ documentUrl: z.string() })).documentUrl;
  const old = await address();
  expect((await send(old)).status).toBe(200);
  service.clock.advance(10 * 60_000);
  expect((await send(old)).status).toBe(404);
  expect((await send(await address())).status).toBe(200);
});

test('only people whose turn it is can sign', async () => {
  const service = await running();
  const client = await connectClient(service);
  const documentId = await client.started(['a@example.test', 'b@example.test'], { ordered: true });
  await expect(service.people.sign(documentId, 'b@example.test')).rejects.toThrow('not the turn');
  await expect(service.people.sign(documentId, 'c@example.test')).rejects.toThrow('no signee');
  await service.people.sign(documentId, 'a@example.test');
  await service.people.sign(documentId, 'b@example.test');
  await expect(service.people.reject(documentId, 'b@example.test')).rejects.toThrow('signed');
});
