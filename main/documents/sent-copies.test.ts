import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { sampleSubmission } from '../submission/testing/sample-submission.ts';
import { nodeCopyDisk } from './copy-disk.ts';
import { createSentCopies } from './sent-copies.ts';

test('our copy of what was sent is given out by its id, in its own connection, as long as it is what was sent', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-sent-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const content = '%PDF-1.7 for Anna';
  const sha256 = createHash('sha256').update(content).digest('hex');
  const file = { sha256, size: content.length, name: 'Lease.pdf', type: 'application/pdf' };
  const sent = sampleSubmission('s', { connectionId: 'c', wish: { ...sampleSubmission('s').wish, file } });
  const path = join(folder, `${sha256}.bin`);
  writeFileSync(path, content);
  const outbox = {
    find: (id: string) => (id === sent.id ? sent : null),
    copyPath: (hash: string) => (hash === sha256 ? path : null),
  };
  const copies = createSentCopies({ outbox, disk: nodeCopyDisk });
  const part = { from: 0, to: 5 };
  expect(await copies.read('c', sent.id, part)).toMatchObject({ bytes: new Uint8Array(Buffer.from('%PDF-')) });
  // oxlint-disable-next-line no-await-in-loop
  for (const [connection, id] of [
    ['other', sent.id],
    ['c', `../${sha256}`],
    ['c', path],
  ] as const)
    expect(await copies.read(connection, id, part)).toEqual({ key: 'copy-missing', params: { path: '' } });
  writeFileSync(path, 'the password, here');
  expect(await createSentCopies({ outbox, disk: nodeCopyDisk }).read('c', sent.id, part)).not.toHaveProperty('bytes');
});
