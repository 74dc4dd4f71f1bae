import { expect, test } from 'vitest';
import { success } from '../signing/outcome.ts';
import type { OrderClient } from './order-kind.ts';
import { HOUR, lost, prepare, trouble } from './testing/order-service.ts';

/** Prepares a withdrawal that the service answers so each time, and never carries out. */
function inVain(answer: Awaited<ReturnType<OrderClient['withdraw']>>) {
  let withdrawals = 0;
  const { service, ...rest } = prepare('in-progress', {
    clientOf: () => ({
      ...service.client,
      async withdraw() {
        withdrawals += 1;
        return answer;
      },
    }),
  });
  return { ...rest, withdrawals: () => withdrawals };
}

test('an order that the service answers with an error state each time is told after the third one', async () => {
  const answered = trouble('unexpected-answer', 'unclear', { status: 204 });
  const { entry, order, clock, withdrawals } = inVain(answered);
  await order('withdraw');
  await clock.advance(24 * HOUR);
  expect(withdrawals()).toBe(3);
  expect(entry()?.command).toMatchObject({ phase: 'failed', problem: { key: 'unexpected-answer' } });
});

test('a withdrawal that the service answers with yes, and does not carry out, is never told as done', async () => {
  const { entry, order, clock, withdrawals } = inVain(success(undefined));
  await order('withdraw');
  expect(entry()).toMatchObject({ documentStatus: 'in-progress', command: { phase: 'unclear' } });
  await clock.advance(24 * HOUR);
  expect(withdrawals()).toBe(3);
  expect(entry()).toMatchObject({
    documentStatus: 'in-progress',
    command: { phase: 'failed', problem: { key: 'untellable' } },
  });
});

test('a withdrawal is done when the document shows it, also where that takes a while', async () => {
  let looks = 0;
  const { service, entry, order, clock } = prepare('in-progress', {
    clientOf: () => ({
      ...service.client,
      async details(...given) {
        looks += 1;
        return looks === 1 ? lost : service.client.details(...given);
      },
    }),
  });
  await order('withdraw');
  expect(entry()).toMatchObject({ documentStatus: 'in-progress', command: { phase: 'unclear' } });
  await clock.advance(HOUR);
  expect(entry()).toMatchObject({ documentStatus: 'withdrawn', command: null });
  expect(service.calls).toEqual(['withdraw', 'look']);
});
