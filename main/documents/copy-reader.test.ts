import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { limits } from '../../preload/contract/limits.ts';
import { openJournal } from '../journal/journal.ts';
import { nodeCopyDisk } from './copy-disk.ts';
import { createCopyReader } from './copy-reader.ts';

/** A saved copy of this content, and how often it was read as a whole. */
function prepare(content: Buffer) {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-reader-'));
  const { journal } = openJournal(':memory:');
  onTestFinished(() => {
    journal.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const path = join(folder, 'Lease signed.pdf');
  writeFileSync(path, content);
  const sha256 = createHash('sha256').update(content).digest('hex');
  journal.savedCopies.add({ connectionId: 'c', documentId: 'd', path, sha256, size: content.length, at: 1 });
  const wholly: string[] = [];
  const disk = {
    ...nodeCopyDisk,
    read(read: string) {
      wholly.push(read);
      return nodeCopyDisk.read(read);
    },
  };
  const find = (connectionId: string, id: string) => journal.savedCopies.of(connectionId, id).at(-1);
  return { path, wholly, journal, reader: createCopyReader({ find, disk }) };
}

const content = Buffer.from('%PDF-1.7 signed by both');

test('gives parts of a copy, and computes its hash once', async () => {
  const { reader, wholly, path } = prepare(content);
  const first = await reader.read('c', 'd', { from: 0, to: 8 });
  expect(first).toEqual({ path, size: content.length, bytes: new Uint8Array(content.subarray(0, 8)) });
  const rest = await reader.read('c', 'd', { from: 8, to: 10_000 });
  expect(rest).toMatchObject({ bytes: new Uint8Array(content.subarray(8)) });
  expect(await reader.read('c', 'd', { from: 0, to: 0 })).toMatchObject({ size: content.length });
  expect(wholly).toHaveLength(1);
});

test('never gives more than one message may have', async () => {
  const { reader } = prepare(Buffer.alloc(limits.pieceBytes + 9, 7));
  const found = await reader.read('c', 'd', { from: 0, to: Number.MAX_SAFE_INTEGER });
  expect('bytes' in found && found.bytes.length).toBe(limits.pieceBytes);
});

test('gives nothing of a copy that was changed, also when it is as long as before', async () => {
  const { reader, path } = prepare(content);
  await reader.read('c', 'd', { from: 0, to: 1 });
  writeFileSync(path, content.toString().replace('both', 'Beat'));
  utimesSync(path, 5, 5);
  expect(await reader.read('c', 'd', { from: 0, to: 1 })).toMatchObject({ key: 'copy-changed' });
  expect(await reader.verified('c', 'd')).toMatchObject({ key: 'copy-changed' });
});

test('gives nothing of a copy that is gone, of another connection, or that never was', async () => {
  const { reader, path } = prepare(content);
  expect(await reader.verified('other', 'd')).toMatchObject({ key: 'copy-missing' });
  expect(await reader.verified('c', '../d')).toMatchObject({ key: 'copy-missing' });
  rmSync(path);
  expect(await reader.read('c', 'd', { from: 0, to: 1 })).toMatchObject({ key: 'copy-missing' });
});

test('follows to a newer copy of the same document', async () => {
  const { reader, journal, path } = prepare(content);
  await reader.verified('c', 'd');
  const again = `${path} (2).pdf`;
  writeFileSync(again, content);
  const sha256 = createHash('sha256').update(content).digest('hex');
  journal.savedCopies.add({ connectionId: 'c', documentId: 'd', path: again, sha256, size: content.length, at: 2 });
  expect(await reader.verified('c', 'd')).toEqual({ path: again, size: content.length });
});

test('gives only the content that something was said of, and looks again when it is shown', async () => {
  const { reader, journal, path, wholly } = prepare(content);
  const sha256 = journal.savedCopies.of('c', 'd')[0]?.sha256 ?? '';
  const { mtime } = statSync(path);
  const part = (to: number, of = sha256) => reader.read('c', 'd', { from: 0, to, sha256: of });
  expect(await part(0)).toMatchObject({ size: content.length });
  expect(await part(8)).toMatchObject({ bytes: new Uint8Array(content.subarray(0, 8)) });
  expect(await part(0)).toMatchObject({ size: content.length });
  expect(wholly).toHaveLength(2);
  expect(await part(8, 'b'.repeat(64))).toMatchObject({ key: 'copy-changed' });
  // As long as before, and as old.
  writeFileSync(path, content.toString().replace('both', 'Beat'));
  utimesSync(path, mtime, mtime);
  expect(await part(0)).toMatchObject({ key: 'copy-changed' });
});
