import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startPracticeService } from './practice-service.ts';
import { running } from './running.ts';
import { connectClient, passwordGrant, TINY_PDF, tokenRequest } from './test-client.ts';

function folder(): string {
  const dataDir = mkdtempSync(join(tmpdir(), 'practice-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
  return dataDir;
}

test('documents, users, secrets and the address survive a restart', async () => {
  const dataDir = folder();
  const first = await startPracticeService({ dataDir });
  const client = await connectClient(first);
  const id = await client.started(['a@example.test']);
  const before = first.documents.find(id);
  await first.close();
  // A file that a killed process left behind.
  writeFileSync(join(dataDir, 'documents', 'half.json.new'), '{');

  const second = await running({ dataDir });
  expect(second.url).toBe(first.url);
  expect(second.connection).toEqual(first.connection);
  expect(second.documents.find(id)).toEqual(before);
  expect(Buffer.from(await second.documents.contentOf(id))).toEqual(TINY_PDF);
  expect(second.people.mails()).toHaveLength(1);
  const grant = passwordGrant(second, 'client-secret', client.user);
  expect((await tokenRequest(second.url, grant)).status).toBe(200);
});

test('a remembered port that is in use is replaced, a requested one is an error', async () => {
  const dataDir = folder();
  const first = await running({ dataDir });
  const second = await running({ dataDir });
  expect(second.url).not.toBe(first.url);
  await expect(startPracticeService({ port: Number(new URL(first.url).port) })).rejects.toThrow('EADDRINUSE');
});

test('equal content is stored once and removed with its last document', async () => {
  const dataDir = folder();
  const service = await running({ dataDir });
  const client = await connectClient(service);
  const [one, two] = [await client.draft(), await client.draft()];
  const stored = () => readdirSync(join(dataDir, 'files')).filter((name) => name !== 'incoming').length;
  expect(stored()).toBe(1);
  await client.call('DELETE', `/documents/${one}`);
  expect(stored()).toBe(1);
  await client.call('DELETE', `/documents/${two}`);
  expect(stored()).toBe(0);
  expect(readdirSync(join(dataDir, 'documents'))).toEqual([]);
});

test('a refused or aborted upload leaves no file', async () => {
  const dataDir = folder();
  const service = await running({ dataDir, maxFileBytes: 10 });
  const client = await connectClient(service);
  expect((await client.upload()).status).toBe(413);
  expect(readdirSync(join(dataDir, 'files', 'incoming'))).toEqual([]);
});
