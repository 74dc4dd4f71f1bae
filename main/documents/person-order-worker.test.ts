import { describe, expect, test } from 'vitest';
import { limits } from '../../preload/contract/limits.ts';
import type { PersonOrderKind } from '../../preload/contract/person-order.ts';
import { sampleConnection } from '../account/testing/sample-connection.ts';
import { accepted, sampleSubmission } from '../submission/testing/sample-submission.ts';
import { createPersonOrderWorker } from './person-order-worker.ts';
import { HOUR, listed, lost, offline, trouble } from './testing/order-service.ts';
import { preparePeople } from './testing/person-order-service.ts';

const notThere = (status: number) => trouble('not-found', 'permanent', { status });
const resend = 'resend-invitation';

describe('another invitation', () => {
  test('is sent once after a look, and once a day at most, however the address is spelled', async () => {
    const { order, service, shown, clock, callsOnly } = preparePeople('in-progress');
    expect(await order(resend, 'anna@x.ch')).toBeNull();
    expect(service.calls).toEqual(['look', 'resend s1']);
    expect(shown()).toEqual(['done']);
    expect(await order(resend, ' Anna@X.ch')).toBe('invited-today');
    await clock.advance(23 * HOUR);
    expect(await order(resend, 'anna@x.ch')).toBe('invited-today');
    await clock.advance(1 * HOUR);
    expect(await order(resend, 'anna@x.ch')).toBeNull();
    expect(callsOnly()).toEqual(['resend s1', 'resend s1']);
  });

  test('is sent once a day over all connections of one account', async () => {
    const { order, journal, worker } = preparePeople('in-progress');
    journal.connections.save({ ...sampleConnection, id: 'c2' }, 0);
    journal.documentsSeen.replace('c2', [listed('in-progress')]);
    await order(resend, 'anna@x.ch');
    const again = { kind: resend, email: 'anna@x.ch', change: {} } as const;
    expect(worker.order('c2', 'd1', again)?.key).toBe('invited-today');
    expect(worker.invitations.last('c2', 'd1', 'anna@x.ch')).toMatchObject({ isSure: true });
  });

  test.each([
    ['c', 'others', 'invited-today'],
    ['c2', 'all', 'invited-today'],
    ['c', 'none', null],
  ] as const)('of what was sent over %s with mails to %s waits for a day', async (connectionId, sendMail, key) => {
    const { order, journal, worker, clock, callsOnly } = preparePeople('in-progress');
    journal.connections.save({ ...sampleConnection, id: 'c2' }, 0);
    const sent = sampleSubmission('s', {
      connectionId,
      documentId: 'd1',
      account: 'service-1',
      startedAt: clock.now(),
    });
    const ended = { ...sent, stage: { kind: 'done', as: 'started' }, wish: { ...sent.wish, sendMail } } as const;
    journal.submissions.commit([accepted(ended)]);
    await clock.advance(23 * HOUR);
    expect(worker.of('c', 'd1').can.includes(resend)).toBe(key === null);
    expect(worker.invitations.whyNot('c', 'd1', 'anna@x.ch')?.key ?? null).toBe(key);
    expect(await order(resend, 'anna@x.ch')).toBe(key);
    await clock.advance(1 * HOUR);
    expect(worker.of('c', 'd1').can).toContain(resend);
    await order(resend, 'anna@x.ch');
    expect(callsOnly()).toEqual(['resend s1']);
  });

  test('is told as under way until the service has answered', async () => {
    const { promise: held, resolve: answer } = Promise.withResolvers<void>();
    const { order, worker, clock, service } = preparePeople('in-progress', {
      clientOf: () => ({
        ...service.client,
        resendInvitation: async (...given) => held.then(() => service.client.resendInvitation(...given)),
      }),
    });
    await order(resend, 'anna@x.ch');
    expect(worker.isCalling()).toBe(true);
    answer();
    await clock.advance(0);
    expect(worker.isCalling()).toBe(false);
  });

  test('is in the history with the person', async () => {
    const { order, journal } = preparePeople('in-progress');
    await order(resend, 'anna@x.ch');
    const kinds = journal.history('document:d1', 20).map(({ kind }) => kind);
    expect(kinds).toEqual(
      expect.arrayContaining(['person-command-asked', 'person-command-began', 'person-command-done']),
    );
  });

  test('a second press while the first one waits sends nothing more', async () => {
    const { order, service, callsOnly, clock } = preparePeople('in-progress');
    service.looks.push(offline);
    await order(resend, 'anna@x.ch');
    expect(await order(resend, 'anna@x.ch')).toBe('not-now');
    await clock.advance(HOUR);
    expect(callsOnly()).toEqual(['resend s1']);
  });

  test.each([lost, trouble('server-error', 'unclear', { status: 500 })])(
    'without a clear answer may have been sent, and is not repeated',
    async (answer) => {
      const { order, service, shown, clock, callsOnly, worker } = preparePeople('in-progress');
      service.answers.push({ answer, effect: true });
      await order(resend, 'anna@x.ch');
      await clock.advance(HOUR);
      worker.connectionReady('c');
      await clock.advance(HOUR);
      expect(shown()).toEqual(['perhaps']);
      // Nobody is said to be reminded.
      expect(worker.invitations.last('c', 'd1', 'anna@x.ch')).toMatchObject({ isSure: false });
      expect(await order(resend, 'anna@x.ch')).toBe('invited-today');
      expect(callsOnly()).toEqual(['resend s1']);
    },
  );

  test('that was under way when the app ended may have been sent', async () => {
    const { order, service, deps, clock } = preparePeople('in-progress');
    const never = createPersonOrderWorker({
      ...deps,
      clientOf: () => ({ ...service.client, resendInvitation: () => Promise.withResolvers<never>().promise }),
    });
    never.order('c', 'd1', { kind: resend, email: 'anna@x.ch', change: {} });
    await clock.advance(0);
    never.close();
    const next = createPersonOrderWorker(deps);
    next.start();
    await clock.advance(HOUR);
    expect(next.of('c', 'd1').orders).toMatchObject([{ phase: 'perhaps' }]);
    expect(await order(resend, 'anna@x.ch')).toBe('invited-today');
    expect(service.calls).toEqual(['look']);
  });

  test.each<[string, Partial<{ status: string; person: string; id: string | null }>, string]>([
    ['the document was signed', { status: 'signed' }, 'document-ended'],
    ['the document was withdrawn', { status: 'withdrawn' }, 'document-ended'],
    ['the document is a draft after all', { status: 'draft' }, 'not-now'],
    ['the person has signed', { person: 'signed' }, 'person-signed'],
    ['the person has rejected', { person: 'rejected' }, 'person-signed'],
    ['it is not their turn', { person: 'on-hold' }, 'person-not-yet'],
    ['the service tells no id of the person', { id: null }, 'person-unidentified'],
  ])('is not sent if %s in the moment of acting', async (_, { status, person, id }, key) => {
    const { order, service, shown, callsOnly } = preparePeople('in-progress');
    service.status = status ?? 'in-progress';
    service.signees = [{ ...(id === null ? {} : { id: 's1' }), email: 'anna@x.ch', status: person ?? 'pending' }];
    expect(await order(resend, 'anna@x.ch')).toBeNull();
    expect([shown(), callsOnly()]).toEqual([[key], []]);
  });

  test.each(['paused', 'other account', 'signed out'] as const)(
    'is not sent when it is %s after the look',
    async (what) => {
      const { service, deps, journal, clock, callsOnly } = preparePeople('in-progress');
      let isChanged = false;
      const kept: string[] = [];
      const client = {
        ...service.client,
        async details(...given: Parameters<typeof service.client.details>) {
          const answer = await service.client.details(...given);
          isChanged = true;
          if (what === 'paused') journal.submissions.setPaused(true, 1);
          return answer;
        },
      };
      const worker = createPersonOrderWorker({
        ...deps,
        keep: (_connection, { documentId }) => void kept.push(documentId),
        accountOf: (id) => (isChanged && what === 'other account' ? 'another' : deps.accountOf(id)),
        clientOf: () => (isChanged && what === 'signed out' ? null : client),
      });
      worker.order('c', 'd1', { kind: resend, email: 'anna@x.ch', change: {} });
      await clock.advance(0);
      expect([service.calls, callsOnly()]).toEqual([['look'], []]);
      expect(kept).toEqual(what === 'other account' ? [] : ['d1']);
      expect(worker.of('c', 'd1').orders).toMatchObject([{ phase: 'waiting' }]);
      worker.close();
    },
  );

  test('goes to the one of two places of a person whose turn it is', async () => {
    const { order, service, callsOnly } = preparePeople('in-progress');
    service.signees = ['signed', 'pending'].map((status, at) => ({ id: `s${at}`, email: 'anna@x.ch', status }));
    await order(resend, 'anna@x.ch');
    expect(callsOnly()).toEqual(['resend s1']);
  });

  test('goes to nobody whose turn has not come, also where the service says the same of all', async () => {
    const { order, service, shown, callsOnly } = preparePeople('in-progress');
    service.signees = ['anna', 'beat'].map((name, signOrder) => ({
      id: name,
      email: `${name}@x.ch`,
      status: 'pending',
      signOrder,
    }));
    await order(resend, 'beat@x.ch');
    await order(resend, 'anna@x.ch');
    expect([shown(), callsOnly()]).toEqual([['done', 'person-not-yet'], ['resend anna']]);
  });

  test('waits offline, looks again before it is sent, and can be let go of', async () => {
    const { order, service, worker, clock, callsOnly, shown } = preparePeople('in-progress');
    service.answers.push({ answer: offline, effect: false });
    await order(resend, 'anna@x.ch');
    expect(worker.of('c', 'd1').orders).toMatchObject([{ phase: 'waiting', problem: { key: 'unreachable' } }]);
    service.signees = [{ id: 's1', email: 'anna@x.ch', status: 'signed' }];
    await clock.advance(HOUR);
    expect([shown(), callsOnly()]).toEqual([['person-signed'], ['resend s1']]);
    service.looks.push(offline);
    await order(resend, 'anna@x.ch');
    expect(worker.drop('c', 'd1', 'ANNA@x.ch')).toBe(true);
    await clock.advance(HOUR);
    expect([shown(), callsOnly()]).toEqual([[], ['resend s1']]);
  });

  test('waits for a sign-in as long as that takes, and its connection is in use', async () => {
    const { service, order, deps, clock, worker, callsOnly } = preparePeople('in-progress');
    service.looks.push(trouble('credentials-refused', 'never-sent'));
    await order(resend, 'anna@x.ch');
    expect(worker.isBusy('c')).toBe(true);
    worker.close();
    await clock.advance(100 * HOUR);
    const next = createPersonOrderWorker(deps);
    next.start();
    await clock.advance(0);
    expect(next.of('c', 'd1').orders).toHaveLength(1);
    next.connectionReady('c');
    await clock.advance(0);
    expect(callsOnly()).toEqual(['resend s1']);
  });

  test('of an older journal is not sent, and may have been: no other is for a day', async () => {
    const { service, order, deps, clock, worker, callsOnly } = preparePeople('in-progress');
    service.looks.push(offline);
    await order(resend, 'anna@x.ch');
    worker.close();
    const next = createPersonOrderWorker({ ...deps, isTrusted: false });
    next.start();
    await clock.advance(HOUR);
    expect(next.of('c', 'd1').orders).toMatchObject([{ phase: 'perhaps', problem: null }]);
    expect(next.order('c', 'd1', { kind: resend, email: 'anna@x.ch', change: {} })?.key).toBe('invited-today');
    expect(callsOnly()).toEqual([]);
  });

  test('of another account, or of a document that a submission works on, is refused', async () => {
    const { deps, journal, worker } = preparePeople('in-progress');
    const other = createPersonOrderWorker({ ...deps, accountOf: () => 'service-2' });
    expect(other.possible('c', 'd1')).toEqual([]);
    expect(createPersonOrderWorker({ ...deps, durable: false }).possible('c', 'd1')).toEqual([]);
    expect(createPersonOrderWorker({ ...deps, clientOf: () => null }).possible('c', 'd1')).toEqual([]);
    // Of this one is known what it was, and not whose it is.
    const document = journal.documents.find('c', 'd1');
    if (document === null) throw new Error('The document is not known.');
    journal.connections.save({ ...sampleConnection, id: 'c2' }, 0);
    journal.documents.see('c2', [document], 0);
    expect(worker.possible('c2', 'd1')).toEqual([]);
    journal.documentsSeen.replace('c2', [document]);
    expect(worker.possible('c2', 'd1')).toContain(resend);
  });
});

describe('a document that the service does not find', () => {
  test('for a moment is looked at again, and the call is made', async () => {
    const { order, service, shown, clock, worker } = preparePeople('in-progress');
    service.looks.push(notThere(404));
    expect(await order(resend, 'anna@x.ch')).toBeNull();
    expect(shown()).toEqual(['waiting']);
    expect(worker.failed('c')).toEqual([]);
    await clock.advance(limits.missesApartMs);
    expect([service.calls, shown()]).toEqual([['look', 'look', 'resend s1'], ['done']]);
  });

  test('is gone after a second answer, ten minutes after the first', async () => {
    const { order, service, shown, clock, callsOnly } = preparePeople('in-progress');
    service.looks.push(...Array.from({ length: 9 }, () => notThere(404)));
    await order(resend, 'anna@x.ch');
    await clock.advance(limits.missesApartMs - 1_000);
    expect(shown()).toEqual(['waiting']);
    await clock.advance(limits.pollingMs);
    expect([shown(), callsOnly()]).toEqual([['document-gone'], []]);
  });

  test('and lists all the same is not looked at for ever', async () => {
    const { order, service, shown, clock, callsOnly, journal } = preparePeople('in-progress');
    service.looks.push(...Array.from({ length: 99 }, () => notThere(404)));
    await order(resend, 'anna@x.ch');
    for (let windows = 0; windows < 8; windows += 1) {
      journal.deadlines.set('c', 'checked', clock.now() + 1);
      // oxlint-disable-next-line no-await-in-loop -- one window after the other
      await clock.advance(limits.pollingMs + 1_000);
    }
    expect([shown(), callsOnly()]).toEqual([['not-now'], []]);
  });
});

describe('a service that does not have the call', () => {
  test.each([
    trouble('invalid-request', 'permanent', { status: 405 }),
    trouble('server-error', 'unclear', { status: 501 }),
    notThere(404),
    notThere(410),
  ])('is not asked again, and the mail stays', async (answer) => {
    const { order, service, shown, operations, worker, callsOnly } = preparePeople('in-progress');
    service.answers.push({ answer, effect: false });
    await order(resend, 'anna@x.ch');
    expect(shown()).toEqual(['operation-missing']);
    expect(worker.failed('c')).toMatchObject([{ documentId: 'd1', problem: { key: 'operation-missing' } }]);
    expect(operations.isOn('c', resend)).toBe(false);
    expect(worker.invitations.whyNot('c', 'd1', 'anna@x.ch')).toMatchObject({ key: 'not-now' });
    expect(await order(resend, 'anna@x.ch')).toBe('not-now');
    expect(callsOnly()).toEqual(['resend s1']);
  });

  test.each<[string, 'document-ended' | 'person-signed']>([
    ['in-progress', 'person-signed'],
    ['withdrawn', 'document-ended'],
  ])('is told from a person or a document that changed: 404, then %s', async (status, key) => {
    const { order, service, shown, operations } = preparePeople('in-progress');
    const { client } = service;
    client.resendInvitation = async (_, id) => {
      service.calls.push(`resend ${id}`);
      service.status = status;
      service.signees = [{ id: 's1', email: 'anna@x.ch', status: 'signed' }];
      return notThere(404);
    };
    await order(resend, 'anna@x.ch');
    expect(shown()).toEqual([key]);
    expect(operations.isOn('c', resend)).toBe(true);
  });

  test('a refusal with a reason is told, and the call stays', async () => {
    const { order, service, shown, operations } = preparePeople('in-progress');
    service.answers.push({ answer: trouble('conflict', 'permanent', { status: 409 }), effect: false });
    await order(resend, 'anna@x.ch');
    expect(shown()[0]).not.toBe('operation-missing');
    expect(operations.isOn('c', resend)).toBe(true);
  });
});

describe('the people of a draft', () => {
  const cases: readonly [PersonOrderKind, string, { email?: string; language?: string }, string][] = [
    ['add-observer', 'otto@x.ch', {}, 'add otto@x.ch'],
    ['remove-observer', 'ida@x.ch', {}, 'remove o1'],
    ['change-signee', 'anna@x.ch', { email: 'anna@new.ch' }, 'change s1'],
    ['change-signee', 'anna@x.ch', { language: 'fr' }, 'change s1'],
    ['remove-signee', 'anna@x.ch', {}, 'remove s1'],
  ];
  function prepare() {
    const prepared = preparePeople('draft');
    prepared.service.observers = [{ id: 'o1', email: 'ida@x.ch' }];
    return prepared;
  }

  test.each(cases)('%s of %s is done once a look shows it', async (kind, email, change, call) => {
    const { order, service, shown } = prepare();
    expect(await order(kind, email, change)).toBeNull();
    expect(service.calls).toEqual(['look', call, 'look']);
    expect(shown()).toEqual(['done']);
  });

  test.each(cases)('%s of %s without an answer is looked up and never repeated', async (kind, email, change, call) => {
    for (const effect of [true, false]) {
      const { order, service, shown, clock, callsOnly } = prepare();
      service.answers.push({ answer: lost, effect });
      await order(kind, email, change);
      await clock.advance(HOUR);
      expect([shown(), callsOnly()]).toEqual([[effect ? 'done' : 'change-not-made'], [call]]);
    }
  });

  test.each(cases)('%s of %s that a service confirms and does not do is told', async (kind, email, change) => {
    const { order, service, shown } = prepare();
    service.answers.push({ answer: { ok: true, value: undefined }, effect: false });
    await order(kind, email, change);
    expect(shown()).toEqual(['change-not-made']);
  });

  test.each(cases)('%s of %s is not possible once the document was started', async (kind, email, change) => {
    const { order, service, shown, callsOnly } = prepare();
    service.status = 'in-progress';
    await order(kind, email, change);
    expect([shown(), callsOnly()]).toEqual([['not-now'], []]);
  });

  test('an address that stands there twice is left alone', async () => {
    const { order, service, callsOnly } = prepare();
    service.signees = ['s1', 's2'].map((id) => ({ id, email: 'anna@x.ch' }));
    await order('remove-signee', 'anna@x.ch');
    expect(callsOnly()).toEqual([]);
  });
});
