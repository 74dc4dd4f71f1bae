/** Signed PDFs from a page to the largest, from the bytes to the verdict as the app reads them. */

import { createDocumentReader } from '../../main/reader-thread/document-reader.ts';
import { threadOfSources } from '../../main/reader-thread/foreign-reader.ts';
import { attacks } from '../../main/signatures/testing/attacks.ts';
import { goodFiles } from '../../main/signatures/testing/good-files.ts';
import { signPdf, stampPdf } from '../../main/signatures/testing/sign-pdf.ts';
import { makeTestPeople, type TestPeople } from '../../main/signatures/testing/test-certificates.ts';
import { append, catalog, makePdf, page, replaced, streamOf } from '../../main/signatures/testing/test-pdf.ts';
import type { SignatureReport } from '../../preload/contract/signature-report.ts';
import type { Figures } from '../../scripts/bench.ts';
import { loopDelay } from './loop-delay.ts';

const TURNS = 3;
const SAMPLE_MS = 5;
const MB = 1024 * 1024;
const imageBytes = 40 * MB - 60_000;
const objectCount = 122_000;

/** A page with one large image, with a time stamp in and one over the document. */
function largeImage({ anna, timeStamps }: TestPeople): Buffer {
  const made = makePdf();
  const image = streamOf(Buffer.alloc(imageBytes, 7), '/Type /XObject /Subtype /Image /Width 1 /Height 1');
  const resources = replaced(made, page, '/Resources <<', '/Resources << /XObject << /I 40 0 R >>');
  const at = new Date('2026-06-01');
  const signed = signPdf(append(made, { 40: image, [page]: resources }), {
    signer: anna,
    timeStamp: { by: timeStamps, at },
  });
  return stampPdf(signed, timeStamps, at).bytes;
}

/** Two signatures, so that all objects of both revisions are compared. */
function manyObjects({ anna, beat }: TestPeople): Buffer {
  const made = makePdf();
  const one = (at: number) =>
    `<< /Type /X /List [1 2 3 (text ${at})] /More << /A /B /C 12.5 >> /Pad (${'x'.repeat(190)}) >>`;
  const objects = Object.fromEntries(Array.from({ length: objectCount }, (_none, at) => [100 + at, one(at)]));
  const list = Array.from({ length: objectCount }, (_none, at) => `${100 + at} 0 R`).join(' ');
  const names = {
    90: `[${list}]`,
    [catalog]: replaced(made, catalog, '/Type /Catalog', '/Type /Catalog /Names 90 0 R'),
  };
  return signPdf(signPdf(append(made, { ...objects, ...names }), { signer: anna }), { signer: beat }).bytes;
}

const rounded = (value: number): number => Math.round(value * 10) / 10;
const at = (sorted: readonly number[], part: number): number =>
  rounded(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0);

export async function signatures(): Promise<Figures> {
  const people = makeTestPeople();
  const marks = { left: [], begin: () => undefined, end: () => undefined, close: () => undefined };
  const reader = createDocumentReader({ thread: threadOfSources, marks, ended: [], onEnded: () => undefined });
  const check = (bytes: Buffer): Promise<SignatureReport | null> =>
    reader.signatures({ size: bytes.length, read: async (from, length) => bytes.subarray(from, from + length) }, null);

  async function measure(bytes: Buffer) {
    const turns: { ms: number; mainHeldMs: number; memoryMB: number; verdict: string }[] = [];
    while (turns.length < TURNS) {
      globalThis.gc?.();
      const before = process.memoryUsage().rss;
      let most = before;
      const sampler = setInterval(() => {
        most = Math.max(most, process.memoryUsage().rss);
      }, SAMPLE_MS);
      const began = performance.now();
      let verdict = '';
      // oxlint-disable-next-line no-await-in-loop -- two at once would measure each other
      const { ownMs } = await loopDelay(async () => {
        verdict = (await check(bytes))?.state ?? 'unchecked';
      });
      clearInterval(sampler);
      turns.push({
        ms: rounded(performance.now() - began),
        mainHeldMs: rounded(ownMs),
        memoryMB: rounded((most - before) / MB),
        verdict,
      });
    }
    // Other programs take the processor as well. Memory is the most of all turns.
    const least = turns.toSorted((a, b) => a.ms - b.ms)[0] ?? turns[0];
    const memoryMB = Math.max(...turns.map((turn) => turn.memoryMB));
    return { bytes: bytes.length, ...least, mainHeldMs: Math.min(...turns.map((turn) => turn.mainHeldMs)), memoryMB };
  }

  try {
    // The thread runs already, as in an app that has read a document before.
    await check(makePdf().bytes);
    const times: number[] = [];
    for (const { make } of [...goodFiles, ...attacks]) {
      const bytes = make(people);
      // oxlint-disable-next-line no-await-in-loop
      times.push(await timed(() => check(bytes)));
    }
    const sorted = times.toSorted((a, b) => a - b);
    const image = await measure(largeImage(people));
    const objects = await measure(manyObjects(people));
    return {
      files: times.length,
      medianMs: at(sorted, 0.5),
      p95Ms: at(sorted, 0.95),
      longestMs: at(sorted, 1),
      largeImage: image,
      manyObjects: { objects: objectCount, ...objects },
    };
  } finally {
    reader.close();
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}
