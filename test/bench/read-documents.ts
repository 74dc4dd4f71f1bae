/** Documents from one kilobyte to the largest, and hostile ones, from the file to the verdict as the app reads them. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { judgeContent } from '../../main/intake/content.ts';
import { readAt } from '../../main/intake/take-file.ts';
import { hostilePdfs, pdfOfObjects } from '../../main/intake/testing/hostile-pdfs.ts';
import { contentTypes, mainTypes, zipOf } from '../../main/intake/testing/zip-file.ts';
import { createDocumentReader } from '../../main/reader-thread/document-reader.ts';
import { threadOfSources } from '../../main/reader-thread/foreign-reader.ts';
import { openReadingMarks } from '../../main/reader-thread/reading-marks.ts';
import { limits } from '../../preload/contract/limits.ts';
import type { Figures } from '../../scripts/bench.ts';
import { parseJson } from '../../shared/parse-json.ts';
import { loopDelay } from './loop-delay.ts';

const MB = 1024 * 1024;
const largest = limits.fileBytes - 1_000_000;
const SAMPLE_MS = 5;
const TURNS = 3;

const types = (more = '') => ({
  name: '[Content_Types].xml',
  content: contentTypes({ '/word/document.xml': mainTypes.docx }, more),
  deflated: true,
});
const document = { name: 'word/document.xml', content: '<w:document/>', deflated: true };
const parts = (count: number, content: Buffer | string) =>
  Array.from({ length: count }, (_none, at) => ({ name: `word/media/${at}.bin`, content, deflated: true }));
/** Parts whose names are pairs of combining marks in the wrong order. */
const marked = (count: number, pairs: number) =>
  Array.from({ length: count }, (_none, at) => ({ name: `${at}${'\u0315\u0300'.repeat(pairs)}`, content: 'x' }));

const documents: Readonly<Record<string, () => Buffer>> = {
  'PDF, 1 kB': () => pdfOfObjects(10),
  'PDF, 100 kB': () => pdfOfObjects(100, 1_000),
  'PDF, 1 MB': () => pdfOfObjects(1_000, 1_000),
  'PDF, 10 MB': () => pdfOfObjects(10_000, 1_000),
  'PDF, the largest': () => pdfOfObjects(Math.floor(largest / 1_000), 980),
  'PDF, the largest, of few objects': () => pdfOfObjects(39, 1_000_000),
  'PDF, the most objects': () => pdfOfObjects(499_000, 50),
  ...Object.fromEntries(Object.entries(hostilePdfs).map(([name, make]) => [name, () => make(largest)])),
  'Word, 1 kB': () => zipOf([types(), document]),
  'Word, the largest': () => zipOf([types(), document, { name: 'word/a.png', content: Buffer.alloc(largest - 1_000) }]),
  'Word of many parts': () => zipOf([types(), document, ...parts(9_990, 'x')]),
  'Word with a long list of types': () => zipOf([types('<Default a="" b="" '.repeat(60_000)), document]),
  'Word with a long list of elements': () => zipOf([types('<a/>'.repeat(240_000)), document]),
  // normalize() takes quadratic time for a run of combining marks. The second document has the longest run we accept.
  'Word with long names of combining marks': () => zipOf([types(), document, ...marked(31, 16_000)]),
  'Word with many names of combining marks': () => zipOf([types(), document, ...marked(9_990, 15)]),
  'Word that unpacks to gigabytes': () => zipOf([types(), document, ...parts(200, Buffer.alloc(16 * MB))]),
  'Word with many relationships': () =>
    zipOf([
      types(),
      document,
      ...parts(20, '<Relationship Type="a&amp;b"/>'.repeat(60_000)).map(({ name, ...rest }) => ({
        ...rest,
        name: `word/_rels/${name.slice(11)}.rels`,
      })),
    ]),
};

const measured = z.object({
  bytes: z.number(),
  judged: z.string(),
  /** How long a folder waits until it knows if it may send the document. */
  ms: z.number(),
  verdict: z.enum(['readable', 'held']),
  /** How long the Send sheet waits for the remarks. */
  remarksMs: z.number(),
  remarks: z.string(),
  /** Of all threads, for both readings. On a busy computer, the other times are mostly those of other programs. */
  cpuMs: z.number(),
  memoryMB: z.number(),
  mainHeldMs: z.number(),
});
type Measured = z.infer<typeof measured>;

const rounded = (value: number): number => Math.round(value * 10) / 10;

async function timed<T>(work: () => Promise<T>): Promise<{ ms: number; value: T }> {
  const began = performance.now();
  const value = await work();
  return { ms: rounded(performance.now() - began), value };
}

/** Reads a document a few times, from the file to the verdict. Runs in a process of its own, so that its memory is known. */
async function readDocument(path: string): Promise<Measured> {
  const marks = openReadingMarks(`${path}.reading`);
  const reader = createDocumentReader({ thread: threadOfSources, marks, ended: [], onEnded: () => undefined });
  const file = await open(path);
  const { size } = await file.stat();
  const bytes = {
    size,
    read: (from: number, length: number) => readAt(file, from, Math.max(0, Math.min(length, size - from))),
  };
  // The thread runs already, as in an app that has read a document before.
  const small = pdfOfObjects(1);
  const isStarted = await reader.isReadable('pdf', {
    size: small.length,
    read: async (from, length) => small.subarray(from, from + length),
  });
  if (!isStarted) throw new Error('The thread did not start.');
  const before = process.memoryUsage().rss;
  let most = before;
  const sample = () => {
    most = Math.max(most, process.memoryUsage().rss);
  };
  const sampler = setInterval(sample, SAMPLE_MS);
  const turns: Measured[] = [];
  async function turn(): Promise<Omit<Measured, 'mainHeldMs' | 'memoryMB'>> {
    const cpu = process.cpuUsage();
    const judged = await judgeContent(bytes);
    const kind = judged.ok ? judged.kind : null;
    const readable = await timed(async () => kind !== null && reader.isReadable(kind, bytes));
    const remarks = await timed(async () => (kind === null ? [] : reader.remarks(kind, bytes)));
    const { user, system } = process.cpuUsage(cpu);
    return {
      bytes: size,
      judged: judged.ok ? judged.kind : judged.reason,
      ms: readable.ms,
      verdict: readable.value ? 'readable' : 'held',
      remarksMs: remarks.ms,
      remarks: remarks.value.join(' '),
      cpuMs: rounded((user + system) / 1_000),
    };
  }
  while (turns.length < TURNS) {
    const found: Awaited<ReturnType<typeof turn>>[] = [];
    // oxlint-disable-next-line no-await-in-loop -- two at once would measure each other
    const { ownMs } = await loopDelay(async () => void found.push(await turn()));
    sample();
    for (const one of found)
      turns.push({ ...one, mainHeldMs: rounded(ownMs), memoryMB: rounded((most - before) / MB) });
  }
  clearInterval(sampler);
  reader.close();
  await file.close();
  // The least of a few turns, because other programs take the processor as well. Memory is the most of all.
  const least = (of: (one: Measured) => number) => Math.min(...turns.map(of));
  const [first] = turns;
  if (!first) throw new Error('Nothing was measured.');
  return {
    ...first,
    ms: least(({ ms }) => ms),
    remarksMs: least(({ remarksMs }) => remarksMs),
    cpuMs: least(({ cpuMs }) => cpuMs),
    mainHeldMs: least(({ mainHeldMs }) => mainHeldMs),
    memoryMB: rounded((most - before) / MB),
  };
}

/** This file is also the program that reads one document. */
const program = fileURLToPath(import.meta.url);

function measure(folder: string, make: () => Buffer): Measured {
  const path = join(folder, 'document');
  writeFileSync(path, make());
  const { stdout, stderr } = spawnSync(process.execPath, [program, path]);
  const found = measured.safeParse(parseJson(stdout.toString()));
  if (!found.success) throw new Error(`The reading ended: ${stderr.toString()}`);
  return found.data;
}

/** Held: the document is not sent without a person. */
export function readDocuments(): Figures {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-documents-'));
  try {
    const all = Object.entries(documents).map(([name, make]) => ({ name, ...measure(folder, make) }));
    const most = (of: (one: Measured) => number) => {
      const [worst] = all.toSorted((a, b) => of(b) - of(a));
      return worst === undefined ? {} : { value: rounded(of(worst)), document: worst.name };
    };
    return {
      mainHeldMs: most(({ mainHeldMs }) => mainHeldMs),
      memoryMB: most(({ memoryMB }) => memoryMB),
      ms: most(({ ms, remarksMs }) => Math.max(ms, remarksMs)),
      cpuMs: most(({ cpuMs }) => cpuMs),
      /** These take longer than two seconds and are not held. There must be none. */
      slowAndSent: all.filter(({ ms, verdict }) => verdict === 'readable' && ms > 2_000).length,
      documents: Object.fromEntries(all.map(({ name, ...rest }) => [name, rest])),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const [, running, given] = process.argv;
if (running === program && given !== undefined) process.stdout.write(JSON.stringify(await readDocument(given)));
