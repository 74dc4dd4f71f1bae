import { expect, test } from 'vitest';
import { bytesBody } from '../multipart.ts';
import { createPump } from './body-pump.ts';

const MEGABYTE = 1024 * 1024;
const never = new AbortController().signal;

test('offers one piece after the other, and counts each before the socket confirms it', async () => {
  const taken: number[] = [];
  const offered: number[] = [];
  let ended = 0;
  const pump = createPump(bytesBody(Buffer.alloc(2 * MEGABYTE + 7)), (bytes) => taken.push(bytes));
  await pump.run(
    {
      write(_, done) {
        offered.push(pump.offered);
        expect(taken.length).toBe(offered.length - 1);
        done();
      },
      end: () => (ended += 1),
    },
    never,
  );
  expect(taken.at(-1)).toBe(2 * MEGABYTE + 7);
  expect(offered).toEqual(taken);
  expect(ended).toBe(1);
});

test('offers nothing more after a piece that the socket refused', async () => {
  const taken: number[] = [];
  let writes = 0;
  const pump = createPump(bytesBody(Buffer.alloc(4 * MEGABYTE)), (bytes) => taken.push(bytes));
  await pump.run(
    {
      write(_, done) {
        writes += 1;
        done(writes === 2 ? new Error('EPIPE') : null);
      },
      end: () => expect.unreachable(),
    },
    never,
  );
  expect(writes).toBe(2);
  expect(taken).toHaveLength(1);
  expect(pump.offered).toBe((taken[0] ?? 0) * 2);
});

test('waits for a pending read when the request is over', async () => {
  const over = new AbortController();
  const slow = Promise.withResolvers<number>();
  let reads = 0;
  const read = (into: Uint8Array) => {
    reads += 1;
    return reads === 1 ? Promise.resolve(into.length) : slow.promise;
  };
  const pump = createPump({ length: 4 * MEGABYTE, read }, () => {});
  let finished = false;
  const running = pump.run({ write: () => over.abort(), end: () => {} }, over.signal).finally(() => (finished = true));
  await new Promise((resolve) => over.signal.addEventListener('abort', resolve));
  await new Promise(setImmediate);
  expect(finished).toBe(false);
  slow.resolve(1);
  await running;
  expect(pump.offered).toBeLessThan(4 * MEGABYTE);
});
