import { expect, test } from 'vitest';
import { HOUR, prepare, trouble } from './testing/order-service.ts';

test('an order that the service answers with an error state each time is told after the third one', async () => {
  const answered = trouble('unexpected-answer', 'unclear', { status: 204 });
  let withdrawals = 0;
  const { service, entry, order, clock } = prepare('in-progress', {
    clientOf: () => ({
      ...service.client,
      async withdraw() {
        withdrawals += 1;
        return answered;
      },
    }),
  });
  await order('withdraw');
  await clock.advance(24 * HOUR);
  expect(withdrawals).toBe(3);
  expect(entry()?.command).toMatchObject({ phase: 'failed', problem: { key: 'unexpected-answer' } });
});
