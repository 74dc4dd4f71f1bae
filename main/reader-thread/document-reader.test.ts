import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { limits } from '../../preload/contract/limits.ts';
import type { MailPiece } from '../intake/document-reader.ts';
import { mailOf } from '../intake/mail/testing/sample-mails.ts';
import { hostilePdfs } from '../intake/testing/hostile-pdfs.ts';
import { docx, pdfOf } from '../intake/testing/sample-files.ts';
import { type Bytes, inMemory } from '../intake/zip-directory.ts';
import { joinPdfs } from '../joining/join-pdfs.ts';
import { plainPdf } from '../joining/testing/plain-pdf.ts';
import { checkSignatures } from '../signatures/check-signatures.ts';
import { signPdf } from '../signatures/testing/sign-pdf.ts';
import { makeTestPeople } from '../signatures/testing/test-certificates.ts';
import { makePdf } from '../signatures/testing/test-pdf.ts';
import { unreadableReport } from '../signatures/unreadable-report.ts';
import { createDocumentReader } from './document-reader.ts';
import { threadOfSources } from './foreign-reader.ts';
import { openReadingMarks } from './reading-marks.ts';

let home: string;
let path: string;
const readers: { close(): void }[] = [];
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'countersign-reader-'));
  path = join(home, 'state', 'reading');
});
afterEach(() => {
  for (const reader of readers.splice(0)) reader.close();
  rmSync(home, { recursive: true });
});

const pdf = inMemory(pdfOf());

function readerOf(thread: URL = threadOfSources, known: readonly string[] = [], limitMs = 20_000) {
  const ended: string[] = [...known];
  const reader = createDocumentReader({
    thread,
    marks: openReadingMarks(path),
    ended: known,
    onEnded: (keys) => void ended.splice(0, ended.length, ...keys),
    limitMs,
  });
  readers.push(reader);
  return { reader, ended };
}

/** A thread that is ready, and then does this with each message. */
const threadThat = (does: string) =>
  new URL(
    `data:text/javascript,${encodeURIComponent(`
      import { parentPort, resourceLimits } from 'node:worker_threads';
      parentPort.on('message', () => { ${does} });
      parentPort.postMessage({ kind: 'ready' });`)}`,
  );
const saysReadable = "parentPort.postMessage({ kind: 'readable', isReadable: true });";

describe('documents', () => {
  test('are read in the thread, many at once', async () => {
    const { reader, ended } = readerOf();
    const signed = inMemory(pdfOf('<< /Type /Sig /ByteRange [0 1 2 3] >> << /S /Launch >>'));
    const read = await Promise.all(
      Array.from({ length: 20 }, async () => [
        await reader.isReadable('pdf', pdf),
        await reader.isReadable('docx', inMemory(docx)),
        await reader.isReadable('docx', pdf),
        await reader.remarks('pdf', signed),
      ]),
    );
    expect(read).toEqual(Array.from({ length: 20 }, () => [true, true, false, ['starts-program', 'signed']]));
    expect(ended).toEqual([]);
  });

  test('that are hostile end neither the thread nor the app', async () => {
    const { reader, ended } = readerOf();
    for (const name of ['entries without a width', 'millions of entries of one byte', 'a table of many parts']) {
      const content = hostilePdfs[name]?.(8_000_000) ?? Buffer.alloc(0);
      // oxlint-disable-next-line no-await-in-loop
      expect(await reader.isReadable('pdf', inMemory(content))).toBe(false);
    }
    expect(await reader.isReadable('pdf', pdf)).toBe(true);
    expect(ended).toEqual([]);
  });

  test('get so much memory and no more', async () => {
    const isBounded = 'resourceLimits.maxOldGenerationSizeMb <= 128';
    const { reader } = readerOf(threadThat(`parentPort.postMessage({ kind: 'readable', isReadable: ${isBounded} });`));
    expect(await reader.isReadable('pdf', pdf)).toBe(true);
  });

  test('that cannot be read say why, and the next one is read', async () => {
    const { reader, ended } = readerOf();
    let reads = 0;
    const failing: Bytes = {
      size: 9_000,
      async read(_from, length) {
        reads += 1;
        // The first two are main's own: it knows a document by its edges.
        if (reads > 2) throw new Error('EIO');
        return Buffer.alloc(length, '%PDF-1.7');
      },
    };
    await expect(reader.isReadable('pdf', failing)).rejects.toThrow('EIO');
    expect(await reader.isReadable('pdf', pdf)).toBe(true);
    expect(ended).toEqual([]);
  });
});

const sent = makePdf();
const signed = signPdf(sent, { signer: makeTestPeople().anna });

describe('signatures', () => {
  test('are read in the thread, with the document that was sent', async () => {
    const { reader, ended } = readerOf();
    const [alone, compared, other, none] = await Promise.all([
      reader.signatures(inMemory(signed.bytes), null),
      reader.signatures(inMemory(signed.bytes), inMemory(sent.bytes)),
      reader.signatures(inMemory(signed.bytes), inMemory(makePdf('other').bytes)),
      reader.signatures(inMemory(docx), null),
    ]);
    expect(alone).toEqual(checkSignatures(signed.bytes));
    expect(compared?.sent?.kind).toBe('same-bytes');
    expect(other?.sent?.kind).toBe('different');
    expect(none).toEqual(unreadableReport);
    expect(ended).toEqual([]);
  });

  test('stay unknown when the file ends the thread', async () => {
    const { reader, ended } = readerOf(threadThat('process.exit(1);'));
    expect(await reader.signatures(inMemory(signed.bytes), null)).toBeNull();
    expect(ended).toHaveLength(1);
  });

  test('of a large file reach the thread in pieces', async () => {
    const { reader } = readerOf();
    let longest = 0;
    const large = Buffer.concat([signed.bytes, Buffer.alloc(3_000_000, ' ')]);
    const bytes: Bytes = {
      size: large.length,
      async read(from, length) {
        longest = Math.max(longest, length);
        return large.subarray(from, from + length);
      },
    };
    expect((await reader.signatures(bytes, null))?.state).toBe('intact');
    expect(longest).toBeLessThanOrEqual(1024 * 1024);
  });
});

describe('mails', () => {
  const large = Buffer.concat([pdfOf(), Buffer.alloc(3_000_000, ' ')]);
  const mail = inMemory(
    mailOf(
      { name: 'Large.pdf', content: large },
      { name: 'logo.png', content: 'x' },
      { name: 'Small.docx', content: docx },
    ),
  );

  async function documentsOf(reader: ReturnType<typeof readerOf>['reader'], bytes: Bytes) {
    const pieces: MailPiece[] = [];
    const end = await reader.mail(bytes, async (piece) => void pieces.push(piece));
    return { end, pieces };
  }

  test('are read in the thread, and each document comes in pieces', async () => {
    const { reader, ended } = readerOf();
    const { end, pieces } = await documentsOf(reader, mail);
    expect(end).toBe('whole');
    const of = (name: string) => Buffer.concat(pieces.filter((piece) => piece.name === name).map(({ bytes }) => bytes));
    expect([of('Large.pdf').equals(large), of('Small.docx').equals(docx)]).toEqual([true, true]);
    expect(pieces.map(({ at, last }) => [at, last])).toEqual([
      [0, false],
      [0, false],
      [0, true],
      [1, true],
    ]);
    // The next document is read by the same thread.
    expect(await reader.isReadable('pdf', pdf)).toBe(true);
    expect(ended).toEqual([]);
  });

  test('send nothing of a document above the limit but its size', async () => {
    const size = limits.fileBytes + 1;
    const { pieces } = await documentsOf(
      readerOf().reader,
      inMemory(mailOf({ name: 'a.pdf', content: Buffer.alloc(size) })),
    );
    expect(pieces.map(({ bytes, ...rest }) => ({ ...rest, length: bytes.length }))).toEqual([
      { kind: 'attached', at: 0, name: 'a.pdf', size, last: true, length: 0 },
    ]);
  });

  test('that are no mail say so', async () => {
    expect((await documentsOf(readerOf().reader, pdf)).end).toBe('none');
  });

  test('that end the thread are never read again', async () => {
    const first = readerOf(threadThat('for (;;);'), [], 40);
    expect((await documentsOf(first.reader, mail)).end).toBeNull();
    expect(first.ended).toHaveLength(1);
    const next = readerOf(threadOfSources, first.ended);
    expect(await documentsOf(next.reader, mail)).toEqual({ end: null, pieces: [] });
  });

  test('end nothing when what takes their documents fails', async () => {
    const { reader, ended } = readerOf();
    const failing = reader.mail(mail, () => Promise.reject(new Error('EIO')));
    await expect(failing).rejects.toThrow('EIO');
    expect([(await documentsOf(reader, mail)).end, ended]).toEqual(['whole', []]);
  });
});

describe('joining', () => {
  const one = makePdf('one').bytes;
  const other = plainPdf('two');
  const both = inMemory(Buffer.concat([one, other]));
  const sizes = [one.length, other.length];

  test('happens in the thread, of files that follow each other in one document', async () => {
    const { reader, ended } = readerOf();
    const found = await reader.join(both, sizes);
    const direct = await joinPdfs([one, other]);
    expect(found).toEqual({ kind: 'joined', bytes: new Uint8Array(direct.kind === 'joined' ? direct.bytes : []) });
    expect(
      await reader.join(inMemory(Buffer.concat([signed.bytes, other])), [signed.bytes.length, other.length]),
    ).toEqual({
      kind: 'alone',
      files: [{ at: 0, why: 'signed' }],
    });
    expect(ended).toEqual([]);
  });

  test('of hostile files ends neither the thread nor the app', async () => {
    const { reader } = readerOf();
    const hostile = hostilePdfs['a stream that unpacks to gigabytes']?.(8_000_000) ?? Buffer.alloc(0);
    const found = await reader.join(inMemory(Buffer.concat([one, hostile])), [one.length, hostile.length]);
    expect(found).toEqual({ kind: 'alone', files: [{ at: 1, why: expect.any(String) }] });
  });

  test('that takes too long gives nothing, and is not tried again', async () => {
    const first = readerOf(threadThat('for (;;);'), [], 100);
    expect(await first.reader.join(both, sizes)).toBeNull();
    expect(first.ended).toHaveLength(1);
    expect(await readerOf(threadOfSources, first.ended).reader.join(both, sizes)).toBeNull();
  });
});

describe('text marks', () => {
  const forms = ['#ACME#{email};{order}#'];
  const marked = makePdf('#ACME#anna@x.ch;0#');

  test('are read in the thread', async () => {
    const { reader, ended } = readerOf();
    const annas = { email: 'anna@x.ch', order: 0, isBroken: false };
    expect(await reader.textMarks('pdf', inMemory(marked.bytes), forms)).toEqual({ marks: [annas], isWhole: true });
    expect(await reader.textMarks('pdf', inMemory(docx), forms)).toBeNull();
    expect(ended).toEqual([]);
  });

  test('stay unknown when the file ends the thread', async () => {
    const { reader, ended } = readerOf(threadThat('process.exit(1);'));
    expect(await reader.textMarks('pdf', inMemory(marked.bytes), forms)).toBeNull();
    expect(ended).toHaveLength(1);
  });
});

describe('a document that ends the thread', () => {
  test.each([
    ['computes for ever', 'for (;;);'],
    // A loop that calls nothing which looks at interrupts would never end, whatever stops it.
    ['takes all memory', 'const all = []; for (;;) all.push(String(all.length).repeat(1_000).toUpperCase());'],
    ['ends it', 'process.exit(1);'],
    ['meets a bug', 'throw new Error("broken");'],
    ['gets another answer', 'parentPort.postMessage(7);'],
  ])('%s: a person looks at it, and it is never read again', { timeout: 60_000 }, async (_what, does) => {
    const first = readerOf(threadThat(does), [], 400);
    expect(await first.reader.isReadable('pdf', pdf)).toBe(false);
    expect(await first.reader.remarks('pdf', pdf)).toEqual(['unchecked']);
    expect(first.ended).toHaveLength(1);
    // The next start, with a thread that would read it.
    const next = readerOf(threadThat(saysReadable), first.ended);
    expect(await next.reader.isReadable('pdf', pdf)).toBe(false);
    expect(await next.reader.remarks('pdf', pdf)).toEqual(['unchecked']);
    expect(await next.reader.isReadable('pdf', inMemory(pdfOf('another')))).toBe(true);
  });

  test('is not blamed when the thread does not start', async () => {
    const { reader, ended } = readerOf(new URL('file:///none.js'));
    expect(await reader.isReadable('pdf', pdf)).toBe(false);
    expect(ended).toEqual([]);
  });

  test('does not keep others waiting when the reader is closed', async () => {
    const { reader, ended } = readerOf(threadThat(''));
    const all = Array.from({ length: 5 }, () => reader.isReadable('pdf', pdf));
    reader.close();
    expect(await Promise.all(all)).toEqual(Array.from({ length: 5 }, () => false));
    expect(ended).toEqual([]);
  });
});

describe('a document that ends the whole app', () => {
  test('is not read after the second time, and the others are', () => {
    const source = (name: string) => JSON.stringify(new URL(name, import.meta.url));
    const run = (does: string, more: string) =>
      spawnSync(process.execPath, [
        '--input-type=module',
        '-e',
        `import { createDocumentReader } from ${source('./document-reader.ts')};
         import { openReadingMarks } from ${source('./reading-marks.ts')};
         const content = Buffer.from('%PDF- of one kind');
         const bytes = { size: content.length, read: async (from, length) => content.subarray(from, from + length) };
         const marks = openReadingMarks(${JSON.stringify(path)});
         const reader = createDocumentReader({ thread: new URL(${JSON.stringify(threadThat(does).href)}), marks, ended: [],
           onEnded: (keys) => console.log(keys.length) });
         console.log(await reader.isReadable('pdf', bytes)); ${more}`,
      ]);
    for (let time = 0; time < 2; time += 1)
      expect(run("process.kill(process.pid, 'SIGABRT');", '').signal).toBe('SIGABRT');
    const next = run(saysReadable, "console.log(await reader.remarks('pdf', bytes)); reader.close();");
    expect(next.stdout.toString()).toBe("1\nfalse\n[ 'unchecked' ]\n");
    expect(existsSync(path)).toBe(false);
  });

  test('leaves its mark until an orderly end, and is blamed for the second end in a row', () => {
    const [one, other, third] = ['ab'.repeat(32), 'cd'.repeat(32), 'ef'.repeat(32)];
    const killedWhileReading = (...keys: readonly string[]) => {
      const marks = openReadingMarks(path);
      for (const [place, key] of keys.entries()) marks.begin(place, key);
      marks.begin(keys.length, third);
      marks.end(keys.length);
      return marks.left;
    };
    expect(killedWhileReading(one)).toEqual([]);
    expect(killedWhileReading(other, one)).toEqual([]);
    expect(killedWhileReading(other)).toEqual([one]);
    const next = openReadingMarks(path);
    expect(next.left).toEqual([other]);
    next.begin(0, one);
    next.close();
    expect(openReadingMarks(path).left).toEqual([]);
  });
});
