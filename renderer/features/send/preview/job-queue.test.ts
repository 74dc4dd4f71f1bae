import { expect, test } from 'vitest';
import { createJobQueue } from './job-queue.ts';

test('runs jobs one after the other, past failures and cancelled jobs', async () => {
  const told: string[] = [];
  const takeTurn = createJobQueue();
  const on = new AbortController().signal;
  const gone = new AbortController();
  const job = (name: string) => async () => {
    told.push(`${name} begins`);
    await Promise.resolve();
    told.push(`${name} ends`);
  };
  takeTurn(job('first'), on);
  takeTurn(job('given up'), gone.signal);
  takeTurn(() => Promise.reject(new Error('broken')), on);
  const last = Promise.withResolvers<void>();
  takeTurn(job('second'), on);
  takeTurn(async () => last.resolve(), on);
  gone.abort();
  await last.promise;
  expect(told).toEqual(['first begins', 'first ends', 'second begins', 'second ends']);
});
