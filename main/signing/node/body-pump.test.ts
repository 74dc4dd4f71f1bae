import { expect, test } from 'vitest';
import { bytesBody } from '../multipart.ts';
import { createPump } from './body-pump.ts';

const MEGABYTE = 1024 * 1024;
const never = new AbortController().signal;

test('pieces are offered one after the other, each counted before it is taken', async () => {
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

test('after a piece that was not taken nothing more is offered', async () => {
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

test('a read under way is waited for when it is over', async () => {
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
