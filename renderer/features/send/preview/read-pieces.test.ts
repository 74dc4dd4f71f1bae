import fc from 'fast-check';
import { expect, test } from 'vitest';
import { pieceSize, readPieces } from './read-pieces.ts';

const file = Uint8Array.from({ length: 3 * pieceSize }, (_, index) => (index * 7) % 251);
const on = new AbortController().signal;

test('returns any range of the file, in pieces up to the limit', async () => {
  const range = fc
    .tuple(fc.nat(file.length), fc.nat(file.length))
    .map(([a, b]) => ({ begin: Math.min(a, b), end: Math.max(a, b) }));
  await fc.assert(
    fc.asyncProperty(range, async ({ begin, end }) => {
      const read = async (from: number, to: number) => {
        expect(to - from).toBeLessThanOrEqual(pieceSize);
        return file.slice(from, to);
      };
      expect(Buffer.compare(await readPieces(read, { begin, end }, on), file.subarray(begin, end))).toBe(0);
    }),
    { numRuns: 50 },
  );
});

test('fails for a file that became shorter, and returns no zeroes', async () => {
  const read = async (from: number, to: number) => file.slice(from, to - 1);
  await expect(readPieces(read, { begin: 0, end: 10 }, on)).rejects.toThrow('not as long');
});

test('reads nothing after cancelling', async () => {
  const end = new AbortController();
  const asked: number[] = [];
  const read = async (from: number, to: number) => {
    asked.push(from);
    end.abort();
    return file.slice(from, to);
  };
  await expect(readPieces(read, { begin: 0, end: file.length }, end.signal)).rejects.toThrow();
  expect(asked).toEqual([0]);
});
