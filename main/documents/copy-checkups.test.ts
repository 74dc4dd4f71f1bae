import { appendFileSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { limits } from '../../preload/contract/limits.ts';
import { sampleConnection } from '../account/testing/sample-connection.ts';
import { directSignatureReader } from '../signatures/testing/direct-signature-reader.ts';
import { createLostReader } from '../signatures/testing/lost-reader.ts';
import { signPdf } from '../signatures/testing/sign-pdf.ts';
import { makeTestPeople } from '../signatures/testing/test-certificates.ts';
import { append, makePdf, page, replaced, type TestPdf } from '../signatures/testing/test-pdf.ts';
import { stoppedClock } from '../testing/clocks.ts';
import { createCopyCheckups } from './copy-checkups.ts';
import { nodeCopyDisk } from './copy-disk.ts';
import { createCopyExaminer } from './copy-examiner.ts';
import { createCopyReader } from './copy-reader.ts';
import { NOW, sampleSaver } from './testing/sample-saver.ts';

const people = makeTestPeople();
const sent = makePdf();
const byAnna = signPdf(sent, { signer: people.anna });
const byBoth = signPdf(byAnna, { signer: people.beat });
const qualified = { signatureMode: 'qualified' };
const twoSigned = {
  ...qualified,
  signees: [
    { email: 'anna@muster.ch', signStatus: 'signed' },
    { email: 'beat@muster.ch', signStatus: 'signed' },
  ],
};

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-checkups-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A saver that examines what it saves, beside the document that was sent, if `withSent`. */
function prepare(reader = directSignatureReader, withSent = true, isEnding = () => false) {
  const sentPath = join(folder, 'sent.pdf');
  writeFileSync(sentPath, sent.bytes);
  const faults: unknown[] = [];
  // The saver brings its journal along, and the examiner needs it.
  const later: { examine: ReturnType<typeof createCopyExaminer>['examine'] } = { examine: async () => {} };
  const prepared = sampleSaver(folder, ['d1'], folder, { examine: (...given) => later.examine(...given) });
  const { journal } = prepared;
  const { examine, inspect } = createCopyExaminer({
    clock: stoppedClock(NOW),
    journal,
    disk: nodeCopyDisk,
    reader,
    sentOf: async () => (withSent ? { path: sentPath, size: sent.bytes.length } : null),
    isEnding,
    onFault: (error) => void faults.push(error),
  });
  later.examine = examine;
  const changed: string[] = [];
  const checkups = createCopyCheckups({
    journal,
    reader: createCopyReader({
      find: (connectionId, id) =>
        [journal.savedCopies, journal.rescuedFiles].flatMap((files) => files.of(connectionId, id).slice(-1))[0],
      disk: nodeCopyDisk,
    }),
    examine,
    inspect,
    onChanged: (_connection, id) => void changed.push(id),
  });
  const pathOf = () => journal.savedCopies.of('c', 'd1').at(-1)?.path ?? '';
  const stored = async () => {
    const found = await checkups.stored('c', 'd1');
    return 'key' in found ? found.key : (found.checkup?.verdict.kind ?? null);
  };
  const figures = () => journal.documentFacts.find('c', 'd1')?.signatures ?? null;
  return { ...prepared, faults, examine, changed, checkups, pathOf, stored, figures };
}

describe('a copy that is saved', () => {
  test('is examined beside what was sent, before it counts as saved', async () => {
    const { saver, set, journal, figures, stored } = prepare();
    set({ content: byBoth.bytes, answer: twoSigned });
    await saver.run('c', []);
    expect(figures()).toMatchObject({
      state: 'intact',
      people: 2,
      signed: 2,
      sent: 'same-bytes',
      mode: 'qualified',
      at: NOW,
    });
    expect(await stored()).toBe('signed');
    const history = journal.history('document:d1', 10);
    const numberOf = (wanted: string) => history.find(({ kind }) => kind === wanted)?.seq ?? 0;
    expect(numberOf('copy-checked')).toBeGreaterThan(0);
    expect(numberOf('copy-checked')).toBeLessThan(numberOf('saved'));
  });

  test.each([
    ['unsigned', sent.bytes, 'not-signed'],
    ['signed by one of two', byAnna.bytes, 'too-few'],
    ['changed afterwards', append(byBoth, { 4: '<< /Length 0 >> stream\n\nendstream' }).bytes, 'changed'],
    ['damaged', Buffer.from(byBoth.bytes.toString('latin1').replace('/ByteRange', '/ByteRandy'), 'latin1'), 'broken'],
  ])('and is %s says so', async (_what, content, kind) => {
    const { saver, set, stored, problem } = prepare();
    set({ content, answer: twoSigned });
    await saver.run('c', []);
    expect([await stored(), problem()]).toEqual([kind, null]);
  });

  test('is another document than the one that was sent', async () => {
    const { saver, set, stored } = prepare();
    const other = signPdf(signPdf(makePdf('another'), { signer: people.anna }), { signer: people.beat });
    set({ content: other.bytes, answer: twoSigned });
    await saver.run('c', []);
    expect(await stored()).toBe('differs');
  });

  test('stays saved when it cannot be examined, and says that', async () => {
    const { saver, set, stored, problem, files, faults } = prepare(createLostReader());
    set({ content: byAnna.bytes, answer: qualified });
    await saver.run('c', []);
    expect([await stored(), problem(), files().length, faults.length]).toEqual(['unchecked', null, 1, 1]);
  });

  test('says which fault kept it from being examined, and nothing of a file that took too long', async () => {
    const fault = new Error('EIO');
    const broken = prepare({ signatures: () => Promise.reject(fault) });
    const slow = prepare({ signatures: () => Promise.resolve(null) });
    for (const { saver, set } of [broken, slow]) {
      set({ content: byAnna.bytes, answer: qualified });
      // oxlint-disable-next-line no-await-in-loop -- both save in the same folder
      await saver.run('c', []);
    }
    expect([await broken.stored(), broken.faults]).toEqual(['unchecked', [fault]]);
    expect([await slow.stored(), slow.faults]).toEqual(['unchecked', []]);
  });

  test('stays saved when its check cannot be stored', async () => {
    const { saver, set, journal, stored, problem, faults } = prepare();
    journal.signatureChecks.put = () => {
      throw new Error('disk full');
    };
    set({ content: byAnna.bytes, answer: qualified });
    await saver.run('c', []);
    expect([await stored(), problem(), faults.length]).toEqual([null, null, 1]);
  });

  test('is not examined anew when another connection of its account has it', async () => {
    const { saver, set, journal } = prepare();
    set({ content: byAnna.bytes, answer: qualified });
    await saver.run('c', []);
    journal.connections.save({ ...sampleConnection, id: 'd' }, NOW);
    journal.documentFacts.see('d', [{ id: 'd1', status: 'signed' }], { at: NOW, before: null, account: 'service-1' });
    await saver.run('d', []);
    expect(journal.documentFacts.find('d', 'd1')?.signatures).toEqual(
      journal.documentFacts.find('c', 'd1')?.signatures,
    );
    expect(journal.signatureChecks.of('d', 'd1', journal.savedCopies.of('d', 'd1')[0]?.sha256 ?? '')).not.toBeNull();
  });
});

describe('what was found', () => {
  async function saved(reader = directSignatureReader) {
    const prepared = prepare(reader);
    prepared.set({ content: byAnna.bytes, answer: qualified });
    await prepared.saver.run('c', []);
    return prepared;
  }

  test('is told with the signatures and the hash', async () => {
    const { checkups } = await saved();
    expect(await checkups.stored('c', 'd1')).toMatchObject({
      checkup: { verdict: { kind: 'signed', people: 1, signed: 1, at: NOW }, more: 0, report: { state: 'intact' } },
    });
  });

  test('is not told of a file that was changed, which the list then says', async () => {
    const { pathOf, stored, problem, changed } = await saved();
    appendFileSync(pathOf(), '% changed');
    expect([await stored(), problem(), changed]).toEqual(['copy-changed', 'copy-changed', ['d1']]);
  });

  test('is not told of a file that is not there. The drive may come back', async () => {
    const { pathOf, stored, problem } = await saved();
    renameSync(pathOf(), `${pathOf()}.moved`);
    expect([await stored(), problem()]).toEqual(['copy-missing', null]);
    renameSync(`${pathOf()}.moved`, pathOf());
    expect(await stored()).toBe('signed');
  });

  test('comes of an older copy when a person asks, by what the details said', async () => {
    const { saver, set, checkups, stored, journal, changed } = prepare(directSignatureReader, false);
    const put = journal.signatureChecks.put;
    journal.signatureChecks.put = () => {};
    set({ content: byAnna.bytes, answer: twoSigned });
    await saver.run('c', []);
    journal.signatureChecks.put = put;
    expect(await stored()).toBeNull();
    const found = await checkups.checkAgain('c', 'd1');
    // The mode of an older copy is unknown, but two people signed and one signature is there.
    expect(found).toMatchObject({ checkup: { verdict: { kind: 'too-few', people: 1, signed: 2 } } });
    expect(changed).toEqual(['d1']);
  });

  test('is not replaced by a check that the end of the app interrupts', async () => {
    let isEnding = false;
    const reader = {
      signatures: async (...given: Parameters<typeof directSignatureReader.signatures>) =>
        isEnding ? null : directSignatureReader.signatures(...given),
    };
    const { saver, set, checkups, stored } = prepare(reader, true, () => isEnding);
    set({ content: byAnna.bytes, answer: qualified });
    await saver.run('c', []);
    isEnding = true;
    await checkups.checkAgain('c', 'd1');
    expect(await stored()).toBe('signed');
  });

  test('of a hostile file is shortened, and still counted as a whole', async () => {
    let many = signPdf(sent, { signer: people.anna });
    for (let more = 0; more < 34; more += 1) many = signPdf(many, { signer: people.anna });
    const prepared = prepare(directSignatureReader, false);
    prepared.set({ content: many.bytes, answer: qualified });
    await prepared.saver.run('c', []);
    const found = await prepared.checkups.stored('c', 'd1');
    expect(found).toMatchObject({ checkup: { more: 5, verdict: { kind: 'signed', people: 1 } } });
    expect(JSON.stringify(found).length).toBeLessThan(60_000);
  });

  /** A file after whose signature a harmless and eleven other changes came, each on a page of its own. */
  function changedOften(): TestPdf {
    const numbers = Array.from({ length: 11 }, (_none, at) => at + 50);
    const pages = numbers.map((one) => [one, `<< /Type /Page /Parent 2 0 R /Annots [] >>`] as const);
    const tree = `<< /Type /Pages /Kids [${page} 0 R ${numbers.map((one) => `${one} 0 R`).join(' ')}] /Count 12 /MediaBox [0 0 300 200] >>`;
    const long = signPdf(append(sent, { 2: tree, ...Object.fromEntries(pages) }), { signer: people.anna });
    const byBeat = signPdf(long, { signer: people.beat });
    const note = '[<< /Type /Annot /Subtype /Text /Rect [0 0 9 9] >>]';
    return append(
      byBeat,
      Object.fromEntries(pages.map(([one]) => [one, replaced(byBeat, one, '/Annots []', `/Annots ${note}`)])),
    );
  }

  test('tells ten changes, those that a person must know first, and that there are more', async () => {
    const { saver, set, checkups } = prepare(directSignatureReader, false);
    set({ content: changedOften().bytes, answer: twoSigned });
    await saver.run('c', []);
    const found = await checkups.stored('c', 'd1');
    const changes = 'key' in found ? [] : (found.checkup?.report?.signatures[0]?.changes ?? []);
    expect(changes.map(({ kind }) => kind)).toEqual([
      ...Array.from({ length: 9 }, () => 'annotation-added'),
      'too-many',
    ]);
  });

  test('has a bounded number of places to show', async () => {
    const { saver, set, checkups } = prepare({
      signatures: async (...given) => {
        const report = await directSignatureReader.signatures(...given);
        const places = Array.from({ length: limits.changePlaces }, () => ({ x: 0, y: 0, width: 1, height: 1 }));
        const changes = Array.from({ length: 10 }, (_none, at) => ({ kind: 'field' as const, page: at + 1, places }));
        return report && { ...report, signatures: report.signatures.map((one) => ({ ...one, changes })) };
      },
    });
    let many = byBoth;
    for (let more = 0; more < 4; more += 1) many = signPdf(many, { signer: people.anna });
    set({ content: many.bytes, answer: qualified });
    await saver.run('c', []);
    const found = await checkups.stored('c', 'd1');
    const told = 'key' in found ? [] : (found.checkup?.report?.signatures ?? []);
    const places = told.flatMap(({ changes }) => changes.flatMap((change) => change.places ?? []));
    expect([told.length, told.at(-1)?.changes.length, places.length]).toEqual([6, 10, 200]);
  });
});

describe('the file of a document that not everybody signed', () => {
  const rejected = {
    ...qualified,
    documentStatus: 'rejected',
    signees: [
      { email: 'anna@muster.ch', signStatus: 'signed' },
      { email: 'beat@muster.ch', signStatus: 'rejected' },
    ],
  };

  async function rescued(content: Uint8Array, reader = directSignatureReader) {
    const prepared = prepare(reader);
    const { journal, set, saver } = prepared;
    journal.documentFacts.see('c', [{ id: 'd1', status: 'rejected' }], { at: NOW, before: null, account: 'service-1' });
    set({ content, answer: rejected });
    await saver.saveNow('c', 'd1');
    return { ...prepared, path: journal.rescuedFiles.of('c', 'd1').at(-1)?.path ?? '' };
  }

  test.each([
    ['signed by the one who had signed', byAnna.bytes, { kind: 'signed', level: 'look', people: 1 }],
    ['without a signature, as services may leave it', sent.bytes, { kind: 'not-signed', level: 'look', people: 0 }],
    ['changed afterwards', append(byAnna, { 4: '<< /Length 0 >> stream\n\nendstream' }).bytes, { level: 'alarm' }],
  ])('is checked when a person asks, and is %s: it is never good', async (_what, content, verdict) => {
    const { checkups, figures, journal } = await rescued(content);
    const found = { checkup: { verdict, unsigned: { signed: 1, all: 2 } } };
    expect(await checkups.stored('c', 'd1')).toMatchObject(found);
    expect(await checkups.checkAgain('c', 'd1')).toMatchObject(found);
    // What the journal keeps of a check is said of signed copies alone.
    expect(figures()).toBeNull();
    expect(journal.historyOf('document:d1', ['copy-checked'], 10)).toEqual([]);
  });

  test('is told as not checked when the check fails, and never when its file was changed', async () => {
    const { checkups, path, problem } = await rescued(byAnna.bytes, createLostReader());
    expect(await checkups.stored('c', 'd1')).toMatchObject({
      checkup: { verdict: { kind: 'unchecked', level: 'look' } },
    });
    appendFileSync(path, '% changed');
    expect(await checkups.stored('c', 'd1')).toMatchObject({ key: 'copy-changed' });
    expect(problem()).toBeNull();
  });

  test('is what a signed copy has no part of', async () => {
    const { saver, set, checkups } = prepare();
    set({ content: byBoth.bytes, answer: twoSigned });
    await saver.run('c', []);
    expect(await checkups.stored('c', 'd1')).toMatchObject({ checkup: { unsigned: null } });
  });
});
