import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { pdfOf } from '../../main/intake/testing/sample-files.ts';
import { createDocumentReader } from '../../main/reader-thread/document-reader.ts';
import { openReadingMarks } from '../../main/reader-thread/reading-marks.ts';

/** The guards of the thread that reads whole documents: each has its line in guards.ts. */
let home: string;
const readers: { close(): void }[] = [];
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'countersign-guarded-'));
});
afterEach(() => {
  for (const reader of readers.splice(0)) reader.close();
  rmSync(home, { recursive: true });
});

const content = pdfOf();
const pdf = {
  size: content.length,
  read: async (from: number, length: number) => content.subarray(from, from + length),
};

/** A thread that is ready, and then does this with each message. */
const threadThat = (does: string) =>
  new URL(
    `data:text/javascript,${encodeURIComponent(`
      import { parentPort, resourceLimits } from 'node:worker_threads';
      const say = (isReadable) => parentPort.postMessage({ kind: 'readable', isReadable });
      parentPort.on('message', () => { ${does} });
      parentPort.postMessage({ kind: 'ready' });`)}`,
  );

function readerOf(does: string, ended: readonly string[] = []) {
  const kept = new Set(ended);
  const reader = createDocumentReader({
    thread: threadThat(does),
    marks: openReadingMarks(join(home, 'reading')),
    ended,
    onEnded(keys) {
      for (const key of keys) kept.add(key);
    },
    limitMs: 300,
  });
  readers.push(reader);
  return { isReadable: () => reader.isReadable('pdf', pdf), kept };
}

test('a document that is computed for ever gives its time back', { timeout: 15_000 }, async () => {
  expect(await readerOf('for (;;);').isReadable()).toBe(false);
});

test('a document gets so much memory and no more', async () => {
  const { isReadable } = readerOf('say(resourceLimits.maxOldGenerationSizeMb <= 128);');
  expect(await isReadable()).toBe(true);
});

test('a document that ended the thread is not read again, also after a start', async () => {
  const first = readerOf('process.exit(1);');
  expect(await first.isReadable()).toBe(false);
  expect(await readerOf('say(true);', [...first.kept]).isReadable()).toBe(false);
  expect(await readerOf('say(true);').isReadable()).toBe(true);
});

test('a document during whose reading the app ended twice is not read again', async () => {
  const { isReadable, kept } = readerOf('process.exit(1);');
  await isReadable();
  const [key = ''] = kept;
  for (let end = 0; end < 2; end += 1) openReadingMarks(join(home, 'reading')).begin(0, key);
  const next = readerOf('say(true);');
  expect([await next.isReadable(), [...next.kept]]).toEqual([false, [key]]);
});
