import { expect, test } from 'vitest';
import { DOCUMENT_STATUSES } from '../../main/practice-service/rules.ts';
import { running } from './running.ts';
import { connectClient } from './test-client.ts';

test('adds documents from elsewhere in any status and of any age', async () => {
  const service = await running();
  const { user } = await connectClient(service);
  for (const status of DOCUMENT_STATUSES)
    await service.documents.add(user.id, { name: `${status}.pdf`, status, daysAgo: 3 });
  const documents = service.documents.all();
  expect(documents.map(({ documentStatus }) => documentStatus)).toEqual(DOCUMENT_STATUSES);
  for (const { documentId, statusChangedAt, creationTime } of documents) {
    expect(Math.round((service.clock.now() - creationTime) / 86_400_000)).toBe(3);
    expect(statusChangedAt).toBe(creationTime);
    expect((await service.documents.contentOf(documentId)).length).toBeGreaterThan(500);
  }
  await expect(service.documents.add('nobody', { name: 'x', status: 'draft' })).rejects.toThrow('no service user');
});

test('documents made one after the other stand in this order, however fast they were made', async () => {
  const service = await running({ now: () => Date.UTC(2026, 4, 4) });
  const { user } = await connectClient(service);
  for (const name of ['A.pdf', 'B.pdf', 'C.pdf']) await service.documents.add(user.id, { name, status: 'in-progress' });
  const [a = 0, b = 0, c = 0] = service.documents.all().map(({ creationTime }) => creationTime);
  expect([b - a, c - b]).toEqual([1, 1]);
});
