import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { openFile } from './file-body.ts';
import { bodyOf } from './testing/fake-http.ts';

const folder = mkdtempSync(join(tmpdir(), 'countersign-file-'));
afterAll(() => rmSync(folder, { recursive: true }));

async function opened(content: string, size = content.length) {
  const path = join(folder, 'a.pdf');
  writeFileSync(path, content);
  const file = await openFile({ path, size, name: 'a.pdf', type: 'application/pdf' });
  if ('kind' in file) throw new Error(file.kind);
  onTestFinished(() => file.close());
  return { file, path };
}

test('each reading starts at the first byte', async () => {
  const { file } = await opened('content');
  expect((await bodyOf({ body: file.body() })).toString()).toBe('content');
  expect((await bodyOf({ body: file.body() })).toString()).toBe('content');
});

test('a file that has grown since is sent as long as it was', async () => {
  const { file, path } = await opened('content');
  writeFileSync(path, 'content and more');
  expect((await bodyOf({ body: file.body() })).toString()).toBe('content');
});

test('a file that is replaced meanwhile is still the one that was opened', async () => {
  const { file, path } = await opened('content');
  rmSync(path);
  writeFileSync(path, 'another');
  expect((await bodyOf({ body: file.body() })).toString()).toBe('content');
});

test('a file that has shrunk since says so', async () => {
  const { file, path } = await opened('content');
  truncateSync(path, 3);
  await expect(bodyOf({ body: file.body() })).rejects.toMatchObject({ kind: 'file-changed' });
});
