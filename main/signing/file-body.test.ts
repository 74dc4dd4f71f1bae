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

test('each body starts at the first byte', async () => {
  const { file } = await opened('content');
  expect((await bodyOf({ body: file.body() })).toString()).toBe('content');
  expect((await bodyOf({ body: file.body() })).toString()).toBe('content');
});

test('a file that grew after opening is sent with its old length', async () => {
  const { file, path } = await opened('content');
  writeFileSync(path, 'content and more');
  expect((await bodyOf({ body: file.body() })).toString()).toBe('content');
});

test('a file that was replaced after opening is sent with its old content', async () => {
  const { file, path } = await opened('content');
  rmSync(path);
  writeFileSync(path, 'another');
  expect((await bodyOf({ body: file.body() })).toString()).toBe('content');
});

test('a file that shrank after opening fails as changed', async () => {
  const { file, path } = await opened('content');
  truncateSync(path, 3);
  await expect(bodyOf({ body: file.body() })).rejects.toMatchObject({ kind: 'file-changed' });
});
