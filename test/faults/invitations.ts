import { sampleConnection } from '../../main/account/testing/sample-connection.ts';
import { createOperations } from '../../main/documents/operations.ts';
import type { PersonOrderClient } from '../../main/documents/person-order-kind.ts';
import { createPersonOrderWorker, type PersonOrderWorkerDeps } from '../../main/documents/person-order-worker.ts';
import { openJournal } from '../../main/journal/journal.ts';
import { readDocument } from '../../main/signing/answers/document.ts';
import type { Failure } from '../../main/signing/failure.ts';
import { failed, type Outcome, success } from '../../main/signing/outcome.ts';
import { createDrivenClock } from '../../main/testing/clocks.ts';
import { createChance } from './simulation/random.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const BEGIN = 1_000 * DAY;
const PEOPLE = ['anna@x.ch', 'ben@x.ch'] as const;
const IDS = ['d1', 'd2'] as const;

/** Hooks to plant bugs around the real worker. The app has no such hooks. */
export type InvitationQuirk = (deps: PersonOrderWorkerDeps) => Partial<PersonOrderWorkerDeps>;

interface Delivery {
  readonly what: string;
  readonly at: number;
}

/** A service with two running documents of two people, whose answers get lost, refused and delayed. */
function createService(seed: number, now: () => number, problem: (text: string) => void) {
  const luck = createChance(seed);
  const missing = luck.of(0.2) ? luck.pick([404, 405, 501]) : null;
  const stages = new Map<string, { readonly status: string; readonly since: number }>(
    IDS.flatMap((id) => PEOPLE.map((email) => [`${id} ${email}`, { status: 'pending', since: 0 }] as const)),
  );
  const deliveries: Delivery[] = [];
  let isFair = true;
  const failure = (kind: Failure['kind'], certainty: Failure['certainty'], status?: number): Outcome<never> =>
    failed({ kind, certainty, details: kind, ...(status !== undefined && { status }) });

  function deliver(what: string): Outcome<undefined> {
    const stage = stages.get(what);
    if (stage === undefined) return failure('not-found', 'permanent', 404);
    if (stage.status !== 'pending' && now() - stage.since > MINUTE) problem(`${what} has ${stage.status} long ago`);
    if (stage.status !== 'pending') return failure('conflict', 'permanent', 409);
    const last = deliveries.findLast((one) => one.what === what);
    if (last !== undefined && now() - last.at < DAY) problem(`${what} was sent twice within a day`);
    deliveries.push({ what, at: now() });
    return success(undefined);
  }

  const client: PersonOrderClient = {
    async details(id) {
      if (!isFair && luck.of(0.3)) return failure('unreachable', 'never-sent');
      const signees = PEOPLE.map((email) => {
        const { status } = stages.get(`${id} ${email}`) ?? { status: 'pending' };
        return { signeeId: email.split('@')[0], email, signStatus: status };
      });
      const document = readDocument({ documentId: id, documentStatus: 'in-progress', signees });
      return document === null ? failure('unexpected-answer', 'unclear') : success(document);
    },
    async resendInvitation(id, signeeId) {
      const what = `${id} ${signeeId}@x.ch`;
      if (missing !== null) return failure(missing === 501 ? 'server-error' : 'not-found', 'permanent', missing);
      if (isFair) return deliver(what);
      const weather = luck.below(10);
      if (weather === 0) return failure('unreachable', 'never-sent');
      if (weather === 1) return failure('busy', 'refused', 429);
      if (weather === 2) return failure('answer-lost', 'unclear');
      if (weather === 3) return failure('conflict', 'permanent', 409);
      const answer = deliver(what);
      if (weather === 4 || weather === 5) return failure('answer-lost', 'unclear');
      if (weather === 6) return failure('server-error', 'unclear', 500);
      // The app ends before it hears this answer.
      if (weather === 7) return Promise.withResolvers<never>().promise;
      return answer;
    },
    changeSignee: () => Promise.reject(new Error('nobody ordered it')),
    removeSignee: () => Promise.reject(new Error('nobody ordered it')),
    addObserver: () => Promise.reject(new Error('nobody ordered it')),
    removeObserver: () => Promise.reject(new Error('nobody ordered it')),
  };
  return {
    client,
    missing,
    deliveries,
    decide: (what: string) => void stages.set(what, { status: 'signed', since: now() }),
    setFair(fair: boolean): void {
      isFair = fair;
    },
  };
}

/** Three days of presses, crashes and bad weather. Returns what went wrong. */
export async function runInvitations(seed: number, quirk: InvitationQuirk = () => ({})): Promise<readonly string[]> {
  const chance = createChance(seed ^ 0x1b873593);
  const clock = createDrivenClock(BEGIN);
  const problems: string[] = [];
  const problem = (text: string) => void problems.push(`seed ${seed}: ${text}`);
  const service = createService(seed, clock.now, problem);
  const { journal } = openJournal(':memory:');
  journal.connections.save({ ...sampleConnection, id: 'c' }, 0);
  const running = { documentStatus: 'in-progress', signStatus: 'pending', canWithdraw: true, canDelete: false };
  const listed = IDS.map((id) => ({ id, name: `${id}.pdf`, mimeType: 'application/pdf', ...running }));
  journal.documents.see('c', listed, BEGIN);
  journal.documentsSeen.replace('c', listed);
  const statuses = IDS.map((id) => ({ id, status: 'in-progress' }));
  journal.documentFacts.see('c', statuses, { at: BEGIN, before: null, account: 'service-1' });
  const operations = createOperations({
    settings: journal.settings,
    find: () => sampleConnection,
    given: ['resend-invitation'],
  });

  function start() {
    const deps: PersonOrderWorkerDeps = {
      clock,
      journal,
      operations,
      clientOf: () => service.client,
      accountOf: () => 'service-1',
      baseOf: () => 'https://practice.test/api/v1',
      isTrusted: true,
      durable: true,
      keep() {},
      onChanged() {},
      onSignInNeeded() {},
      onFault: (error) => problem(`a fault: ${String(error)}`),
      random: chance.next,
    };
    const worker = createPersonOrderWorker({ ...deps, ...quirk(deps) });
    worker.start();
    return worker;
  }

  /** What a person is told must be true. */
  function judge(): void {
    for (const id of IDS)
      for (const { email, phase, at } of worker.of('c', id).orders) {
        const what = `${id} ${email}`;
        const asked = journal.personOrders.of('c', id).find((one) => one.email === email)?.askedAt ?? 0;
        const isDelivered = service.deliveries.some((one) => one.what === what && one.at >= asked);
        if (phase === 'done' && !isDelivered) problem(`${what} is told as sent at ${at} and was not`);
        if (phase === 'failed' && isDelivered) problem(`${what} is told to have failed and was sent`);
      }
  }

  let worker = start();
  service.setFair(false);
  for (let step = 0; step < 40; step += 1) {
    const id = chance.pick(IDS);
    const email = chance.pick(PEOPLE);
    const what = chance.below(10);
    if (what < 5) worker.order('c', id, { kind: 'resend-invitation', email, change: {} });
    else if (what === 5) {
      worker.close();
      worker = start();
    } else if (what === 6) service.decide(`${id} ${email}`);
    else if (what === 7) worker.drop('c', id, email);
    else worker.connectionReady('c');
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await clock.advance(chance.of(0.5) ? chance.between(0, 5) * MINUTE : chance.between(1, 300) * MINUTE);
    judge();
  }
  service.setFair(true);
  worker.close();
  worker = start();
  await clock.advance(2 * DAY);
  judge();
  for (const id of IDS)
    for (const { email, phase } of worker.of('c', id).orders)
      if (!['done', 'perhaps', 'failed'].includes(phase)) problem(`${id} ${email} is ${phase}, which is no rest`);
  const hasCalled = IDS.some((id) =>
    journal.history(`document:${id}`, 99).some(({ kind }) => kind === 'person-command-began'),
  );
  // A 404 may also mean that a person is gone.
  if (hasCalled && (service.missing === 405 || service.missing === 501) && operations.isOn('c', 'resend-invitation'))
    problem('a call that the service does not have is still offered');
  worker.close();
  journal.close();
  return problems;
}
