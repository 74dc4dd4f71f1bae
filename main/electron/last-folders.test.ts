import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createLastFolders } from './last-folders.ts';

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'countersign-folders-'));
});
afterEach(() => rmSync(home, { recursive: true }));

test('each purpose has its own folder, also after a restart', () => {
  const path = join(home, 'dialogs.json');
  const contracts = join(home, 'contracts');
  mkdirSync(contracts);
  const first = createLastFolders(path);
  expect(first.of('documents')).toBeUndefined();
  first.keep('documents', join(contracts, 'Lease.pdf'));
  first.keep('save', undefined);
  const later = createLastFolders(path);
  expect([later.of('documents'), later.of('save')]).toEqual([contracts, undefined]);
});

test('a folder that is gone is forgotten', () => {
  const folders = createLastFolders(join(home, 'dialogs.json'));
  folders.keep('documents', join(home, 'gone', 'Lease.pdf'));
  expect(folders.of('documents')).toBeUndefined();
});

test.each(['', '[]', '{"documents":7}', '{"other":"/"}'])('a file with %j costs only the folders', (content) => {
  const path = join(home, 'dialogs.json');
  writeFileSync(path, content);
  expect(createLastFolders(path).of('documents')).toBeUndefined();
});
