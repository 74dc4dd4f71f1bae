import { createHash, randomBytes } from 'node:crypto';
import { request } from 'node:http';
import { expect, test } from 'vitest';
import { running } from './running.ts';
import { BOUNDARY, connectClient, dataPart, filePart, multipart } from './test-client.ts';

const MB = 1024 * 1024;

test('accepts exactly 40 MB, and refuses one byte more', async () => {
  const service = await running();
  const client = await connectClient(service);
  const content = randomBytes(40 * MB);
  expect((await client.upload({ content })).status).toBe(200);
  const sha256 = createHash('sha256').update(content).digest('hex');
  expect(service.records.uploadsOf(sha256)).toBe(1);
  await client.upload({ content, filename: 'again.pdf' });
  expect(service.records.uploadsOf(sha256)).toBe(2);
  const tooLong = await client.upload({ content: Buffer.concat([content, Buffer.of(0)]) });
  expect(tooLong.status).toBe(413);
  expect(service.records.breaches.map(({ rule }) => rule)).toEqual(['file-size']);
});

test('a broken upload leaves no document', async () => {
  const service = await running();
  const client = await connectClient(service);
  const file = filePart(randomBytes(200_000), 'a.pdf', 'application/pdf');
  const body = multipart([dataPart({ initiatorAliasName: 'Anna' }), file]);
  const headers = { 'Content-Type': `multipart/form-data; boundary=${BOUNDARY}`, 'Content-Length': body.length };
  const upload = request(`${service.connection.base}/documents/file`, {
    method: 'POST',
    headers: { ...client.headers, ...headers },
  });
  const failed = new Promise((resolve) => {
    upload.on('error', resolve);
  });
  upload.write(body.subarray(0, 150_000), () => upload.destroy());
  await failed;
  await expect.poll(() => service.records.requests.at(-1)).toMatchObject({ operation: 'upload', status: null });
  expect(service.documents.all()).toEqual([]);
});
