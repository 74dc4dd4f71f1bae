import { sampleConnection } from '../../account/testing/sample-connection.ts';
import { openJournal } from '../../journal/journal.ts';
import { readDocument } from '../../signing/answers/document.ts';
import { type Outcome, success } from '../../signing/outcome.ts';
import { createDrivenClock } from '../../testing/clocks.ts';
import { createOperations } from '../operations.ts';
import type { PersonOrderClient } from '../person-order-kind.ts';
import { createPersonOrderWorker, type PersonOrderWorkerDeps } from '../person-order-worker.ts';
import { listed, NOW, trouble } from './order-service.ts';

interface Person {
  readonly id?: string;
  readonly email?: string;
  readonly name?: string;
  readonly status?: string;
  readonly language?: string;
  readonly signOrder?: number;
}

/** Creates a document whose people a test can change, and whose next answer a test can replace. */
function peopleService(status: string) {
  const calls: string[] = [];
  const service = {
    status,
    calls,
    signees: [{ id: 's1', email: 'anna@x.ch', status: 'pending', language: 'en' }] as Person[],
    observers: [] as Person[],
    /** Whether the details have the field for people in copy. */
    showsObservers: true,
    /** The next answers to calls, not to looks. */
    answers: [] as { readonly answer: Outcome<undefined>; readonly effect: boolean }[],
    looks: [] as Outcome<never>[],
  };
  async function call(name: string, effect: () => void): Promise<Outcome<undefined>> {
    calls.push(name);
    const planned = service.answers.shift();
    if (planned === undefined || planned.effect) effect();
    return planned?.answer ?? success(undefined);
  }
  const client: PersonOrderClient = {
    async details(id) {
      calls.push('look');
      const planned = service.looks.shift();
      if (planned) return planned;
      const document = readDocument({
        documentId: id,
        documentStatus: service.status,
        signees: service.signees.map(({ id: signeeId, status: signStatus, ...one }) => ({
          signeeId,
          signStatus,
          ...one,
        })),
        ...(service.showsObservers && {
          observers: service.observers.map(({ id: observerId, ...one }) => ({ observerId, ...one })),
        }),
      });
      return document === null ? trouble('unexpected-answer', 'unclear') : success(document);
    },
    resendInvitation: (_, id) => call(`resend ${id}`, () => {}),
    changeSignee: (_, id, change) =>
      call(`change ${id}`, () => {
        service.signees = service.signees.map((one) => (one.id === id ? { ...one, ...change } : one));
      }),
    removeSignee: (_, id) =>
      call(`remove ${id}`, () => {
        service.signees = service.signees.filter((one) => one.id !== id);
      }),
    addObserver: (_, { email }) =>
      call(`add ${email}`, () => {
        service.observers = [...service.observers, { id: `o${email}`, email }];
      }),
    removeObserver: (_, id) =>
      call(`remove ${id}`, () => {
        service.observers = service.observers.filter((one) => one.id !== id);
      }),
  };
  return Object.assign(service, { client });
}

export function preparePeople(status: string, more: Partial<PersonOrderWorkerDeps> = {}) {
  const service = peopleService(status);
  const { journal } = openJournal(':memory:');
  journal.connections.save({ ...sampleConnection, id: 'c' }, 0);
  journal.documents.see('c', [listed(status)], NOW);
  journal.documentsSeen.replace('c', [listed(status)]);
  journal.documentFacts.see('c', [{ id: 'd1', status }], { at: NOW, before: null, account: 'service-1' });
  const clock = createDrivenClock(NOW);
  const given = ['resend-invitation', 'add-observer', 'remove-observer', 'change-signee', 'remove-signee'];
  const find = () => sampleConnection;
  const operations = createOperations({ settings: journal.settings, find, given });
  const deps: PersonOrderWorkerDeps = {
    clock,
    journal,
    operations,
    clientOf: () => service.client,
    accountOf: () => 'service-1',
    baseOf: () => 'https://service.test',
    isTrusted: true,
    durable: true,
    keep() {},
    onChanged() {},
    onSignInNeeded() {},
    onFault(error) {
      throw error;
    },
    random: () => 0.5,
    ...more,
  };
  const worker = createPersonOrderWorker(deps);
  const order = async (...[kind, email, change = {}]: Given) => {
    const problem = worker.order('c', 'd1', { kind, email, change });
    await clock.advance(0);
    return problem?.key ?? null;
  };
  const shown = () => worker.of('c', 'd1').orders.map(({ phase, problem }) => problem?.key ?? phase);
  const callsOnly = () => service.calls.filter((name) => name !== 'look');
  return { service, journal, clock, deps, worker, operations, order, shown, callsOnly };
}

type Wanted = Parameters<ReturnType<typeof createPersonOrderWorker>['order']>[2];
type Given = [kind: Wanted['kind'], email: string, change?: Wanted['change']];
