import { describe, expect, test } from 'vitest';
import type { PersonOrderClient } from '../../main/documents/person-order-kind.ts';
import { failed, type Outcome } from '../../main/signing/outcome.ts';
import { type InvitationQuirk, runInvitations } from './invitations.ts';

const SEEDS = 30;

const withCall =
  (wrap: (client: PersonOrderClient) => Partial<PersonOrderClient>): InvitationQuirk =>
  ({ clientOf }) => ({
    clientOf(connectionId) {
      const client = clientOf(connectionId);
      return client === null ? null : { ...client, ...wrap(client) };
    },
  });

/** A lost answer counts as one that says that nothing happened. */
async function asIfNothing(
  call: Promise<Outcome<undefined>>,
  certainty: 'never-sent' | 'permanent',
): Promise<Outcome<undefined>> {
  const answer = await call;
  if (answer.ok || answer.failure.certainty !== 'unclear') return answer;
  const { status: _, ...failure } = answer.failure;
  return failed({ ...failure, certainty });
}

/** Bugs that the worker can have. A judge that misses one proves nothing. */
const planted: readonly { readonly bug: string; readonly quirk: InvitationQuirk; readonly found: RegExp }[] = [
  {
    bug: 'resend pressed twice',
    quirk: ({ journal }) => ({
      journal: { ...journal, personOrders: { ...journal.personOrders, find: () => null } },
    }),
    found: /sent twice within a day/,
  },
  {
    bug: 'an unclear answer is repeated',
    quirk: withCall((client) => ({
      resendInvitation: (...given) => asIfNothing(client.resendInvitation(...given), 'never-sent'),
    })),
    found: /sent twice within a day/,
  },
  {
    bug: 'an invitation without a clear answer is told to have failed',
    quirk: withCall((client) => ({
      resendInvitation: (...given) => asIfNothing(client.resendInvitation(...given), 'permanent'),
    })),
    found: /told to have failed and was sent/,
  },
  {
    bug: 'a call that was under way is repeated after a restart',
    quirk({ clock, journal }) {
      const { personOrders } = journal;
      const ready = { kind: 'ready', nextTryAt: clock.now() } as const;
      const all = () =>
        personOrders.all().map((one) => (one.stage.kind === 'calling' ? { ...one, stage: ready } : one));
      return { journal: { ...journal, personOrders: { ...personOrders, all } } };
    },
    found: /sent twice within a day/,
  },
  {
    bug: 'what was seen first is compared for ever',
    quirk: withCall((client) => {
      return {
        async details(id, options) {
          const answer = await client.details(id, options);
          if (!answer.ok) return answer;
          const signees = answer.value.signees.map((one) => ({ ...one, status: 'pending' }));
          return { ok: true, value: { ...answer.value, signees } };
        },
      };
    }),
    found: /has signed long ago/,
  },
];

test('invitations go at most once a day, and what is told of them is true', async () => {
  for (let seed = 1; seed <= SEEDS; seed += 1) expect(await runInvitations(seed)).toEqual([]);
});

describe('a planted bug is found', () => {
  test.each(planted)('$bug', async ({ quirk, found }) => {
    let problems: readonly string[] = [];
    for (let seed = 1; seed <= SEEDS && problems.length === 0; seed += 1)
      problems = (await runInvitations(seed, quirk)).filter((one) => found.test(one));
    expect(problems).not.toEqual([]);
  });
});
