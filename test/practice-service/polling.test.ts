import { expect, test } from 'vitest';
import { running } from './running.ts';
import { connectClient, type TestClient } from './test-client.ts';

const MINUTE = 60_000;
const look = (client: TestClient, query = '') => client.call('GET', `/overview${query}`);

test.each([
  ['off', 200, null],
  ['429-seconds', 429, '300'],
  ['429-date', 429, 'date'],
  ['403', 403, null],
  ['503', 503, '300'],
] as const)('polling %s: a second look after ten minutes is answered %i', async (polling, status, retryAfter) => {
  const service = await running({ polling, now: () => Date.UTC(2026, 10, 21), tokenSeconds: 7200 });
  const client = await connectClient(service);
  expect((await look(client)).status).toBe(200);
  service.clock.advance(10 * MINUTE);
  const early = await look(client);
  expect(early.status).toBe(status);
  const date = new Date(service.clock.now() + 5 * MINUTE).toUTCString();
  expect(early.headers.get('retry-after')).toBe(retryAfter === 'date' ? date : retryAfter);
  expect(service.records.breaches.map(({ rule }) => rule)).toEqual(['polling']);
  service.clock.advance(5 * MINUTE);
  expect((await look(client)).status).toBe(200);
  expect(service.records.breaches).toHaveLength(1);
});

test('further pages belong to the same polling request, unless they are counted', async () => {
  const service = await running({ polling: '429-seconds', tokenSeconds: 7200 });
  const client = await connectClient(service);
  const pages = ['?offset=0&limit=2', '?offset=2&limit=2', '?offset=4&limit=2', '?offset=4&limit=2'];
  const statuses = [];
  for (const page of pages) statuses.push((await look(client, page)).status);
  // The last request repeats a page, which is a new polling request.
  expect(statuses).toEqual([200, 200, 200, 429]);
  service.options.pollingPages = 'counted';
  service.clock.advance(15 * MINUTE);
  expect((await look(client, '?offset=0')).status).toBe(200);
  expect((await look(client, '?offset=50')).status).toBe(429);
});

test('another query is a new polling request, and each user has its own window', async () => {
  const service = await running({ polling: '503' });
  const [anna, beat] = [await connectClient(service), await connectClient(service)];
  await look(anna);
  expect((await look(anna, '?filterDocumentStatus=signed&offset=5')).status).toBe(503);
  expect((await look(beat)).status).toBe(200);
});

test('details, modes and downloads are no polling requests', async () => {
  const service = await running({ polling: '429-seconds' });
  const client = await connectClient(service);
  const id = await client.draft();
  for (const path of [`/documents/${id}`, '/available-modes', `/documents/${id}`]) {
    expect((await client.call('GET', path)).status).toBe(200);
  }
  expect(service.records.breaches).toEqual([]);
});
