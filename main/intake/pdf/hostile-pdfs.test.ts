import { describe, expect, test } from 'vitest';
import { isReadableDocument } from '../readable-document.ts';
import { hostilePdfs, pdfOfObjects } from '../testing/hostile-pdfs.ts';
import { readPdfRemarks } from './pdf-remarks.ts';

function counted(content: Buffer) {
  let read = 0;
  let calls = 0;
  const bytes = {
    size: content.length,
    async read(from: number, length: number) {
      calls += 1;
      read += Math.min(length, content.length - from);
      return content.subarray(from, from + length);
    },
  };
  return { bytes, read: () => read, calls: () => calls };
}

/** Those that are whole documents all the same. */
const readable: readonly string[] = ['objects and nothing else'];
/** Those with more object streams than we read. */
const unchecked: readonly string[] = [
  'object streams that unpack to gigabytes',
  'names of object streams',
  'beginnings of object streams',
  'dictionaries of object streams that nobody closes',
];

describe('a hostile PDF is read in little time and memory', () => {
  test.each(Object.entries(hostilePdfs))('%s', async (name, make) => {
    const content = make(1_000_000);
    const structure = counted(content);
    expect(await isReadableDocument('pdf', structure.bytes)).toBe(readable.includes(name));
    // The tables and each object once, and the windows that overlap.
    expect(structure.read()).toBeLessThan(2.5 * content.length + 40_000_000);
    expect(structure.calls()).toBeLessThan(1_500);
    const remarks = counted(content);
    expect(await readPdfRemarks(remarks.bytes)).toEqual(unchecked.includes(name) ? ['unchecked'] : []);
    // A few object streams without an end, each as long as one may be.
    expect(remarks.read()).toBeLessThan(5 * content.length + 100_000_000);
  });

  test('of any size as a program writes it, it is readable', async () => {
    // oxlint-disable-next-line no-await-in-loop
    for (const [count, size] of [
      [1, 0],
      [500, 0],
      [20_000, 60],
      [300, 100_000],
    ] as const)
      expect(await isReadableDocument('pdf', counted(pdfOfObjects(count, size)).bytes)).toBe(true);
  });
});
