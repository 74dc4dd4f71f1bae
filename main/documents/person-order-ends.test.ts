import { describe, expect, test } from 'vitest';
import { createPersonOrderWorker } from './person-order-worker.ts';
import { HOUR, trouble } from './testing/order-service.ts';
import { preparePeople } from './testing/person-order-service.ts';

const resend = 'resend-invitation';

describe('another invitation', () => {
  test('that the service lets nobody look up ends, and a person reads why', async () => {
    const { order, service, shown, clock, callsOnly } = preparePeople('in-progress');
    service.looks.push(...Array.from({ length: 200 }, () => trouble('not-allowed', 'permanent', { status: 403 })));
    await order(resend, 'anna@x.ch');
    await clock.advance(24 * HOUR);
    expect([shown(), service.calls.length, callsOnly()]).toEqual([['not-allowed'], 12, []]);
  });

  test('that was carried out late is remembered for a day from then on, over a restart', async () => {
    const { order, service, deps, clock, worker } = preparePeople('in-progress');
    service.looks.push(trouble('credentials-refused', 'never-sent'));
    await order(resend, 'anna@x.ch');
    await clock.advance(100 * HOUR);
    worker.connectionReady('c');
    await clock.advance(HOUR);
    worker.close();
    const next = createPersonOrderWorker(deps);
    next.start();
    await clock.advance(0);
    expect(next.invitations.whyNot('c', 'd1', 'anna@x.ch')?.key).toBe('invited-today');
    next.close();
  });
});
