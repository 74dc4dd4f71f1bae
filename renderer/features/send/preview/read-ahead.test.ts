import { expect, test } from 'vitest';
import { createReadAhead } from './read-ahead.ts';
import { pieceSize } from './read-pieces.ts';

const KB = 1024;

function fileOf(size: number) {
  const bytes = Uint8Array.from({ length: size }, (_byte, at) => at % 251);
  const asked: (readonly [number, number])[] = [];
  const read = async (from: number, to: number) => {
    asked.push([from, to]);
    return bytes.slice(from, to);
  };
  return { bytes, asked, read };
}

const never = new AbortController().signal;

test('the head and the tail of a large file are read before they are asked for', async () => {
  const { bytes, asked, read } = fileOf(3_000 * KB + 7);
  const { get } = createReadAhead(read, bytes.length, never);
  for (const [begin, end] of [
    [0, 64 * KB],
    [192 * KB, 320 * KB],
    [2_944 * KB, 3_000 * KB + 7],
  ] as const)
    expect(Buffer.compare(await get({ begin, end }), bytes.slice(begin, end))).toBe(0);
  expect(asked.toSorted(([one], [other]) => one - other)).toEqual([
    [0, pieceSize],
    [pieceSize, 2 * pieceSize],
    [2_944 * KB, 3_000 * KB + 7],
  ]);
});

test('all of the head is on its way at once, and handed over as one piece', async () => {
  const { bytes, asked, read } = fileOf(3_000 * KB);
  const { head } = createReadAhead(read, bytes.length, never);
  expect(asked.filter(([from]) => from < 512 * KB)).toEqual([
    [0, pieceSize],
    [pieceSize, 2 * pieceSize],
  ]);
  expect(Buffer.compare(await head, bytes.slice(0, 512 * KB))).toBe(0);
});

test('what lies between is read when it is asked for', async () => {
  const { bytes, asked, read } = fileOf(3_000 * KB);
  const { get } = createReadAhead(read, bytes.length, never);
  expect(await get({ begin: 500 * KB, end: 600 * KB })).toEqual(bytes.slice(500 * KB, 600 * KB));
  expect(asked).toContainEqual([500 * KB, 600 * KB]);
});

test.each([0, 1, 100, 64 * KB, 512 * KB, 512 * KB + 1])('a file of %d bytes is read once', async (size) => {
  const { bytes, asked, read } = fileOf(size);
  const { get } = createReadAhead(read, size, never);
  const half = Math.min(Math.floor(size / 2), 500 * KB);
  expect(Buffer.compare(await get({ begin: 0, end: half }), bytes.slice(0, half))).toBe(0);
  await Promise.resolve();
  const sum = asked.reduce((all, [from, to]) => all + to - from, 0);
  expect(sum).toBeLessThanOrEqual(size);
});

test('each answer has memory of its own', async () => {
  const { bytes, read } = fileOf(100);
  const { get } = createReadAhead(read, 100, never);
  const [first, second] = await Promise.all([get({ begin: 0, end: 100 }), get({ begin: 0, end: 100 })]);
  structuredClone(first, { transfer: [first.buffer] });
  expect(first).toHaveLength(0);
  expect(second).toEqual(bytes);
});

test('a file that cannot be read is told to whoever asks, and to nobody else', async () => {
  const { get } = createReadAhead(() => Promise.reject(new Error('gone')), 1_000 * KB, never);
  await expect(get({ begin: 0, end: 64 * KB })).rejects.toThrow('gone');
});
