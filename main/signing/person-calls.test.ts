import { expect, onTestFinished, test } from 'vitest';
import { type PracticeService, startPracticeService } from '../../test/practice-service/practice-service.ts';
import { type PracticeOptions, personOperations } from '../practice-service/options.ts';
import { createSigningClient } from './client.ts';
import { createNodeHttp } from './node-http.ts';
import { success } from './outcome.ts';
import { Secret } from './secret.ts';

const DAY = 24 * 60 * 60_000;

async function connected(options: Partial<PracticeOptions>) {
  const service = await startPracticeService({ signees: 'public', ...options });
  const http = createNodeHttp({ allowLoopback: true });
  onTestFinished(async () => {
    http.close();
    await service.close();
  });
  const user = service.people.createServiceUser('public');
  const { base, auth, identity, clientId } = service.connectionOf('public');
  const client = { form: 'public', clientId } as const;
  const signing = createSigningClient({
    http,
    clock: service.clock,
    allowLoopback: true,
    addresses: { base, auth, identity },
    credentials: async () => success({ username: user.username, password: new Secret(user.password), client }),
  });
  const make = (status: 'draft' | 'in-progress') =>
    service.documents.add(user.id, { name: 'Lease.pdf', status, signees: ['anna@x.ch'] });
  return { service, signing, make };
}

const invitationsOf = ({ people }: PracticeService) =>
  people.mails().filter(({ kind }) => kind === 'invitation').length;

test('the invitation is sent again, and a second time on the same day is a breach', async () => {
  const { service, signing, make } = await connected({ operations: personOperations });
  const { documentId: id } = await make('in-progress');
  const details = await signing.details(id);
  const signeeId = details.ok ? (details.value.signees[0]?.id ?? '') : '';
  expect(await signing.resendInvitation(id, signeeId)).toEqual(success(undefined));
  expect(invitationsOf(service)).toBe(2);
  expect(service.records.breaches).toEqual([]);
  service.clock.advance(DAY);
  await signing.resendInvitation(id, signeeId);
  expect(service.records.breaches).toEqual([]);
  await signing.resendInvitation(id, signeeId);
  expect(service.records.breaches).toMatchObject([{ rule: 'resent-twice' }]);
  expect(await signing.resendInvitation(id, 'nobody')).toMatchObject({ failure: { status: 404 } });
  expect(await signing.removeSignee(id, signeeId)).toMatchObject({ failure: { status: 409 } });
});

test('the people of a draft are changed, removed and added', async () => {
  const { service, signing, make } = await connected({ operations: personOperations });
  const { documentId: id } = await make('draft');
  const read = async () => {
    const details = await signing.details(id);
    if (!details.ok) throw new Error(details.failure.kind);
    return details.value;
  };
  const signeeId = (await read()).signees[0]?.id ?? '';
  expect(await signing.changeSignee(id, signeeId, { email: 'anna@new.ch', language: 'fr' })).toEqual(
    success(undefined),
  );
  expect((await read()).signees).toMatchObject([{ id: signeeId, email: 'anna@new.ch', language: 'fr' }]);
  expect(await signing.addObserver(id, { email: 'otto@x.ch' })).toEqual(success(undefined));
  const [observer] = (await read()).observerRecords;
  expect(observer).toMatchObject({ email: 'otto@x.ch' });
  expect(await signing.removeObserver(id, observer?.id ?? '')).toEqual(success(undefined));
  expect(await signing.removeSignee(id, signeeId)).toEqual(success(undefined));
  expect(await read()).toMatchObject({ signees: [], observers: [] });
  expect(service.records.breaches).toEqual([]);
});

test.each([404, 405, 501] as const)(
  'a service without these calls answers %i, and nothing happens',
  async (missing) => {
    const { service, signing, make } = await connected({ operationMissing: missing });
    const { documentId: id } = await make('in-progress');
    expect(await signing.resendInvitation(id, 'x')).toMatchObject({ failure: { status: missing } });
    expect(await signing.addObserver(id, { email: 'otto@x.ch' })).toMatchObject({ failure: { status: missing } });
    expect(invitationsOf(service)).toBe(1);
  },
);
