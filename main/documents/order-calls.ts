import { limits } from '../../preload/contract/limits.ts';
import type { Journal } from '../journal/journal.ts';
import { problemOfFailure } from '../problems/problem-of.ts';
import type { SigningClient } from '../signing/client.ts';
import { type Failure, signInEnded } from '../signing/failure.ts';
import { failed } from '../signing/outcome.ts';
import type { Clock } from '../time/clock.ts';
import type { During } from '../time/work.ts';
import { createPace } from '../tracking/pace.ts';
import { dueAt, type Miss, type Order, type Trouble } from './order-steps.ts';

/** The ports of orders of every kind. `C`: the calls that they make. */
export interface OrderPorts<C> {
  readonly clock: Clock;
  readonly clientOf: (connectionId: string) => C | null;
  /** The service user who is signed in. */
  readonly accountOf: (connectionId: string) => string | null;
  /** The address that problems name. */
  readonly baseOf: (connectionId: string) => string;
  /** False: the journal may be an older copy, so no order continues by itself. */
  readonly isTrusted: boolean;
  readonly onChanged: (connectionId: string, id: string) => void;
  /** The service no longer accepts the credentials. */
  readonly onSignInNeeded: (connectionId: string) => void;
  readonly onFault: (error: unknown) => void;
  /** Counts a call that is on its way: whoever quits is asked. */
  readonly during?: During;
  /** Like Math.random(). */
  readonly random?: () => number;
}

interface Place {
  readonly connectionId: string;
  readonly documentId: string;
}

type Looker = Pick<SigningClient, 'details'>;

/** Makes the looks of orders, says what a failed call means, and has what the jobs of every kind of order share. */
export function createOrderCalls<C extends Looker>(
  { clock, clientOf, baseOf, onSignInNeeded, onFault, random = Math.random }: OrderPorts<C>,
  journal: Pick<Journal, 'connections' | 'deadlines' | 'documentsSeen' | 'submissions'>,
) {
  const pace = createPace({ clock, journal });

  /** Asks for a sign-in after an outcome that shows that it is needed. */
  function heard<F extends object>({ connectionId }: Place, outcome: F & { readonly trouble?: Trouble | null }): F {
    const { trouble = null } = outcome;
    if (trouble !== null && (trouble.kind === 'credentials-missing' || signInEnded(trouble.kind)))
      onSignInNeeded(connectionId);
    return outcome;
  }

  return {
    job: {
      clock,
      random,
      dueAt,
      // Until no check can show the old state any more.
      isOver: () => false,
      changedAt: ({ askedAt }: Order) => askedAt,
      isPaused: journal.submissions.paused,
      dueFact: () => ({ kind: 'due' }) as const,
      heard,
      onUnwritable(details: string | null) {
        if (details !== null) onFault(new Error(details));
      },
      onClockSetBack() {},
      onFault,
    },
    /** Returns the client. It is there: the gate is closed without one. */
    clientFor({ connectionId }: Place): C {
      const client = clientOf(connectionId);
      if (client === null) throw new Error('There is no client for this call.');
      return client;
    },
    async look(
      { connectionId, documentId }: Place,
      client: Looker,
      signal: AbortSignal,
    ): ReturnType<Looker['details']> {
      const refusal = pace.refusal(connectionId);
      if (refusal !== null) return failed(refusal);
      const answer = await client.details(documentId, { signal });
      pace.note(connectionId, answer);
      return answer;
    },
    /** Tells a false answer that there is no document from a true one. */
    missOf({ connectionId, documentId, stage }: Place & Pick<Order, 'stage'>): Miss {
      const since = stage.kind === 'ready' || stage.kind === 'unclear' ? stage.missedAt : undefined;
      if (since === undefined) return 'first';
      const isListed = journal.documentsSeen.find(connectionId, documentId) !== null;
      if (isListed && (journal.deadlines.get(connectionId, 'checked') ?? 0) > since) return 'denied';
      return clock.now() - since < limits.missesApartMs ? 'early' : 'second';
    },
    troubleOf: ({ connectionId }: Place, failure: Failure): Trouble => ({
      ...failure,
      problem: problemOfFailure(failure, baseOf(connectionId)),
    }),
    /** Tells whether a submission of this account still works on the document: then it is not for an order. */
    isTaken({ connectionId, documentId }: Place): boolean {
      const owners = journal.connections
        .ofSameAccount(connectionId)
        .map((one) => journal.submissions.ownerOf(one, documentId));
      return owners.some((owner) => owner !== null && owner.stage.kind !== 'done');
    },
  };
}
