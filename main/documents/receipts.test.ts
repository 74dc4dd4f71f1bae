/** Receipts beside signed copies: what they say, and what happens when they cannot be written. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { receiptSchema } from '../../scripts/receipt-schema.ts';
import { pdfOf } from '../intake/testing/sample-files.ts';
import { figuresOf } from '../signatures/copy-verdict.ts';
import { accepted, sampleSubmission } from '../submission/testing/sample-submission.ts';
import { nodeCopyDisk } from './copy-disk.ts';
import type { SaverDeps } from './saver-parts.ts';
import { broken, DAY, NOW, sampleSaver } from './testing/sample-saver.ts';

const NAME = '1970-04-10 Lease signed.pdf';
const schemaFile = join(import.meta.dirname, '../../docs/receipt.schema.json');

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-receipts-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const signed = () => join(folder, 'signed');
const read = (name: string): unknown => JSON.parse(readFileSync(join(signed(), name), 'utf8'));

function prepare(
  ids?: readonly string[],
  places: Partial<Pick<SaverDeps, 'disk' | 'examine' | 'isReceiptWanted'>> = {},
) {
  const sample = sampleSaver(folder, ids, folder, places);
  sample.journal.settings.set('receipts', places.isReceiptWanted === undefined);
  return sample;
}

test('the schema in docs is made of the one that writes', () => {
  expect(JSON.parse(readFileSync(schemaFile, 'utf8'))).toEqual(JSON.parse(receiptSchema()));
});

test('what is written matches the schema in docs, and says who signed which file when', async () => {
  const { journal, saver, files } = prepare();
  const plain = sampleSubmission('a1', { documentId: 'd1', connectionId: 'c' });
  const parts = ['Contract.pdf', 'Annex.pdf'];
  const original = { ...plain, wish: { ...plain.wish, file: { ...plain.wish.file, parts } } };
  journal.submissions.commit([accepted(original)]);
  await saver.run('c', []);
  expect(files().toSorted()).toEqual([NAME, `${NAME}.json`]);
  const written = read(`${NAME}.json`);
  const inDocs = z.fromJSONSchema(
    z.record(z.string(), z.unknown()).parse(JSON.parse(readFileSync(schemaFile, 'utf8'))),
  );
  expect(inDocs.safeParse(written)).toMatchObject({ success: true });
  const copy = journal.savedCopies.of('c', 'd1')[0];
  expect(written).toMatchObject({
    document: {
      documentId: 'd1',
      submissionId: original.id,
      status: 'signed',
      mode: original.wish.mode,
      completed: new Date(NOW - DAY).toISOString(),
      signees: [{ email: 'anna@muster.ch', status: 'signed' }],
      original: { sha256: original.wish.file.sha256, parts },
    },
    copy: { name: NAME, sha256: copy?.sha256, size: copy?.size, at: new Date(NOW).toISOString() },
    signatures: null,
  });
});

test('has the kind of signature of a document that was made elsewhere, as its details tell it', async () => {
  const { saver, set } = prepare();
  set({ answer: { signatureMode: 'advanced', jurisdiction: 'zertes' } });
  await saver.run('c', []);
  expect(read(`${NAME}.json`)).toMatchObject({
    document: { submissionId: null, mode: 'advanced', jurisdiction: 'zertes', original: null },
  });
});

test('says what the check of the signatures found in this content, and nothing of another one', async () => {
  for (const content of [null, 'e'.repeat(64)]) {
    const sample = prepare(['d1'], {
      async examine({ connectionId, documentId, sha256 }, word) {
        const figures = figuresOf(null, { sha256: content ?? sha256, at: NOW }, word);
        sample.journal.signatureChecks.put({ connectionId, documentId, figures, report: null, more: 0 });
      },
    });
    // oxlint-disable-next-line no-await-in-loop -- one folder after the other
    await sample.saver.run('c', []);
    const checked = {
      verdict: 'unchecked',
      checkedAt: new Date(NOW).toISOString(),
      people: 0,
      seals: 0,
      timeStamps: 0,
      sent: null,
    };
    expect(read(`${NAME}.json`)).toMatchObject({ signatures: content === null ? checked : null });
    rmSync(signed(), { recursive: true });
  }
});

test('without the setting there is none, unless the rule of the folder wants it', async () => {
  const usual = prepare(['d1'], { isReceiptWanted: () => false });
  await usual.saver.run('c', []);
  expect(usual.files()).toEqual([NAME]);
  rmSync(signed(), { recursive: true });
  const byRule = prepare(['d1'], { isReceiptWanted: () => true });
  await byRule.saver.run('c', []);
  expect(byRule.files()).toHaveLength(2);
});

test('a policy that locks receipts off counts more than the rule of a folder', async () => {
  const sample = prepare(['d1'], { isReceiptWanted: () => true });
  const { settings } = sample.journal;
  settings.isLocked = (name) => name === 'receipts';
  await sample.saver.run('c', []);
  expect(sample.files()).toEqual([NAME]);
});

test('another file where the receipt belongs is kept, and copy and receipt get the next name', async () => {
  const { saver, files } = prepare();
  mkdirSync(signed());
  writeFileSync(join(signed(), `${NAME}.json`), '{"mine":true}');
  await saver.run('c', []);
  const next = NAME.replace('.pdf', ' (2).pdf');
  expect(files().toSorted()).toEqual([next, `${next}.json`, `${NAME}.json`].toSorted());
  expect(read(`${NAME}.json`)).toEqual({ mine: true });
});

test('namesakes have a receipt each, of their own document', async () => {
  const { saver, files, journal } = prepare(['d1', 'd2']);
  await saver.run('c', []);
  expect(files()).toHaveLength(4);
  for (const id of ['d1', 'd2']) {
    const [copy] = journal.savedCopies.of('c', id);
    expect(read(`${copy?.path.slice(signed().length + 1)}.json`)).toMatchObject({ document: { documentId: id } });
  }
});

test('a computer that finds copy and receipt of another one makes neither twice', async () => {
  await prepare().saver.run('c', []);
  const before = readFileSync(join(signed(), `${NAME}.json`), 'utf8');
  const other = prepare();
  await other.saver.run('c', []);
  expect(other.files()).toHaveLength(2);
  expect([readFileSync(join(signed(), `${NAME}.json`), 'utf8'), other.problem()]).toEqual([before, null]);
});

test('the receipt of an earlier version of the file stays with that version', async () => {
  await prepare().saver.run('c', []);
  rmSync(join(signed(), NAME));
  const later = prepare();
  later.set({ content: pdfOf('signed once more') });
  await later.saver.run('c', []);
  const next = NAME.replace('.pdf', ' (2).pdf');
  expect(later.files().toSorted()).toEqual([next, `${next}.json`, `${NAME}.json`].toSorted());
});

/** A disk that refuses names with this ending. */
function refusing(ending: string) {
  let refuses = true;
  const fail = (path: string) => {
    if (refuses && path.endsWith(ending)) throw Object.assign(new Error('EPERM'), { code: 'EPERM' });
  };
  const disk = {
    ...nodeCopyDisk,
    async link(from: string, to: string) {
      fail(to);
      await nodeCopyDisk.link(from, to);
    },
    async create(path: string) {
      fail(path);
      return nodeCopyDisk.create(path);
    },
  };
  return { disk, allow: () => void (refuses = false) };
}

test('a receipt that cannot be written is told, the copy is kept, and the next run writes it without the service', async () => {
  const { disk, allow } = refusing('.json');
  const { saver, files, problem, asked, journal, set } = prepare(['d1'], { disk });
  await saver.run('c', []);
  expect([files(), problem(), saver.isMissing('c')]).toEqual([[NAME], 'copy-receipt', true]);
  expect(journal.savedCopies.of('c', 'd1')).toHaveLength(1);
  allow();
  asked.length = 0;
  set({ refusal: broken('unavailable') });
  await saver.run('c', []);
  expect([files().length, problem(), asked, saver.isMissing('c')]).toEqual([2, null, [], false]);
});

test('a receipt is also written after the service has deleted the document', async () => {
  const { disk, allow } = refusing('.json');
  const { saver, files, problem, journal } = prepare(['d1'], { disk });
  await saver.run('c', []);
  journal.documentFacts.setGone('c', 'd1', NOW);
  allow();
  await saver.run('c', []);
  expect([files().length, problem()]).toEqual([2, null]);
});

test('a receipt that is not wanted any more is missed no more', async () => {
  const { disk } = refusing('.json');
  const { saver, journal, problem } = prepare(['d1'], { disk });
  await saver.run('c', []);
  journal.settings.set('receipts', false);
  await saver.run('c', []);
  expect([problem(), saver.isMissing('c')]).toEqual([null, false]);
});

test('no receipt is written for a copy that was changed', async () => {
  const { disk, allow } = refusing('.json');
  const { saver, problem } = prepare(['d1'], { disk });
  await saver.run('c', []);
  writeFileSync(join(signed(), NAME), pdfOf('another'));
  allow();
  await saver.run('c', []);
  expect([readdirSync(signed()), problem(), saver.isMissing('c')]).toEqual([[NAME], 'copy-changed', false]);
});
