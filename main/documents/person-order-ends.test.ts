import { describe, expect, test } from 'vitest';
import { success } from '../signing/outcome.ts';
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

describe('a change of a draft that the details do not show', () => {
  test('of somebody in copy may have been made, and is not ordered twice', async () => {
    const { order, service, shown, callsOnly } = preparePeople('draft');
    service.showsObservers = false;
    await order('add-observer', 'otto@x.ch');
    expect([shown(), callsOnly()]).toEqual([['perhaps'], ['add otto@x.ch']]);
  });

  test('of one who would be the 501st, with those in copy, is not ordered', async () => {
    const { order, service, shown, callsOnly } = preparePeople('draft');
    const people = (count: number) =>
      Array.from({ length: count }, (_, at) => ({ id: `p${at}`, email: `p${at}@x.ch` }));
    service.signees = people(498);
    service.observers = [{ id: 'o1', email: 'ida@x.ch' }];
    await order('add-observer', 'otto@x.ch');
    await order('add-observer', 'zoe@x.ch');
    expect([shown(), callsOnly()]).toEqual([['done', 'too-many-signees'], ['add otto@x.ch']]);
  });

  test.each([
    ['DE', 'done'],
    ['de-CH', 'done'],
    ['en', 'change-not-made'],
    [undefined, 'perhaps'],
  ])('of a language that is shown as %s is %s', async (language, phase) => {
    const { order, service, shown } = preparePeople('draft');
    service.signees = [{ id: 's1', email: 'anna@x.ch', language: 'fr' }];
    service.client.changeSignee = async (_, id) => {
      service.calls.push(`change ${id}`);
      service.signees = [{ id: 's1', email: 'anna@x.ch', ...(language !== undefined && { language }) }];
      return success(undefined);
    };
    await order('change-signee', 'anna@x.ch', { language: 'de' });
    expect(shown()).toEqual([phase]);
  });

  test('of somebody in copy without an address is made by the name', async () => {
    const { order, service, shown, callsOnly } = preparePeople('draft');
    service.observers = [{ id: 'o1', name: 'Ida Muster' }];
    await order('remove-observer', 'Ida Muster');
    expect([shown(), callsOnly()]).toEqual([['done'], ['remove o1']]);
  });
});
