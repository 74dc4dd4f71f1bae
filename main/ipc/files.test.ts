import { mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { emptyState } from '../../preload/contract/empty-state.ts';
import { unless, windowsObstacle } from '../../test/only-where.ts';
import { sampleConnection } from '../account/testing/sample-connection.ts';
import { directReader } from '../intake/document-reader.ts';
import { createOpenedFiles } from '../intake/opened-files.ts';
import { pdfOf } from '../intake/testing/sample-files.ts';
import { createTray } from '../intake/tray.ts';
import { directSignatureReader } from '../signatures/testing/direct-signature-reader.ts';
import { readScan } from '../signing/answers/scan.ts';
import { openFile } from '../signing/file-body.ts';
import { failed, success } from '../signing/outcome.ts';
import { createPublishedState } from '../state/published-state.ts';
import { fakeDesktop } from '../testing/fake-desktop.ts';
import { createTexts } from '../words/texts.ts';
import { filesHandlers } from './files.ts';

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'countersign-files-'));
});
afterEach(() => rmSync(home, { recursive: true }));

const contract = pdfOf('contract');
const secret = pdfOf('secret!!');
const path = () => join(home, 'Contract.pdf');

/** Adds a file to the sheet, and lets the service read its fields. `meanwhile`: between our look and the reading. */
async function scan(meanwhile: () => void) {
  const sent: string[] = [];
  writeFileSync(path(), contract);
  let ids = 0;
  const tray = createTray({ folder: join(home, 'tray'), newId: () => `f${(ids += 1)}`, documentReader: directReader });
  const state = createPublishedState({ ...emptyState, connections: [sampleConnection], active: 'c' });
  const handlers = filesHandlers({
    tray,
    openedFiles: createOpenedFiles({ state }),
    desktop: fakeDesktop(),
    state,
    texts: () => createTexts().in('en'),
    sentCopies: { kindOf: () => 'pdf', verified: () => Promise.reject(new Error('not asked')) },
    documentReader: { ...directSignatureReader, join: async () => null },
    clientOf: () => ({
      async scanPredefined(file) {
        meanwhile();
        const opened = await openFile(file);
        if ('kind' in opened) return failed({ kind: opened.kind, certainty: 'permanent', details: opened.details });
        const bytes = Buffer.alloc(file.size);
        await opened.body().read(bytes);
        await opened.close();
        sent.push(bytes.toString('latin1'));
        const found = readScan({ signatureFields: [] });
        if (found === null) throw new Error('no answer');
        return success(found);
      },
    }),
  });
  await tray.offer([path()]);
  return { answer: await handlers['files.scan']({ id: 'f1' }), sent };
}

test('the service reads the fields of the file that was added', async () => {
  const { answer, sent } = await scan(() => {});
  expect(answer).toMatchObject({ ok: true, scan: { fields: [] } });
  expect(sent).toEqual([contract.toString('latin1')]);
});

const other = () => join(home, 'Secret.pdf');
test.each([
  ['a link to another file', () => symlinkSync(other(), path())],
  ['another file', () => renameSync(other(), path())],
])('%s in its place, also of the same size, never goes to the service', unless(windowsObstacle), async (_what, put) => {
  expect(secret.length).toBe(contract.length);
  const { answer, sent } = await scan(() => {
    writeFileSync(other(), secret);
    rmSync(path());
    put();
  });
  expect(sent).toEqual([]);
  expect(answer).toMatchObject({ ok: false, problem: { key: 'file-modified' } });
});
