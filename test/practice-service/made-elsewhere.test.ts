import { expect, test } from 'vitest';
import { DOCUMENT_STATUSES } from './rules.ts';
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
    expect(service.clock.now() - creationTime).toBeGreaterThanOrEqual(3 * 86_400_000);
    expect(statusChangedAt).toBe(creationTime);
    expect((await service.documents.contentOf(documentId)).length).toBeGreaterThan(500);
  }
  await expect(service.documents.add('nobody', { name: 'x', status: 'draft' })).rejects.toThrow('no service user');
});
