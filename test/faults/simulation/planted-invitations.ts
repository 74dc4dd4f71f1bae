import type { PersonOrderClient } from '../../../main/documents/person-order-kind.ts';
import type { Planted } from './planted-bugs.ts';
import type { Quirks } from './quirks.ts';

type Answer = Awaited<ReturnType<PersonOrderClient['resendInvitation']>>;

/** An answer that was lost counts as one that says that nothing happened. */
const asIfNothing =
  (certainty: 'never-sent' | 'permanent'): NonNullable<Quirks['invitations']> =>
  ({ clientOf }) => ({
    clientOf(connectionId) {
      const client = clientOf(connectionId);
      if (client === null) return null;
      return {
        ...client,
        async resendInvitation(...given): Promise<Answer> {
          const answer = await client.resendInvitation(...given);
          if (answer.ok || answer.failure.certainty !== 'unclear') return answer;
          const { status: _, ...failure } = answer.failure;
          return { ok: false, failure: { ...failure, certainty } };
        },
      };
    },
  });

/** Bugs that a worker of invitations can have. A judge that misses one proves nothing. */
export const plantedInvitations: readonly Planted[] = [
  {
    bug: 'an invitation without a clear answer is sent again',
    quirks: { invitations: asIfNothing('never-sent') },
    found: /was invited again after one press/,
    seed: 28,
  },
  {
    bug: 'an invitation without a clear answer counts as refused',
    quirks: { invitations: asIfNothing('permanent') },
    found: /"failed".* and was sent/,
    seed: 28,
  },
  {
    bug: 'whoever presses twice invites twice',
    quirks: {
      invitations: ({ journal }) => ({
        journal: { ...journal, personOrders: { ...journal.personOrders, find: () => null } },
      }),
    },
    found: /breach resent-twice/,
    seed: 129,
  },
];
