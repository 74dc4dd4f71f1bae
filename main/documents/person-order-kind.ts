import type { JobKind } from '../jobs/job-kind.ts';
import type { Journal } from '../journal/journal.ts';
import { type PersonCommand, personKey } from '../journal/person-commands.ts';
import { problemOfFailure } from '../problems/problem-of.ts';
import type { ServiceDocument } from '../signing/answers/document.ts';
import type { SigningClient } from '../signing/client.ts';
import { type Failure, signInEnded } from '../signing/failure.ts';
import { failed, type Outcome, success } from '../signing/outcome.ts';
import type { Clock } from '../time/clock.ts';
import { createPace } from '../tracking/pace.ts';
import type { Trouble } from './decide-order.ts';
import {
  decidePersonOrder,
  dueAt,
  operationMissing,
  type PersonOrderEffect,
  type PersonOrderFact,
  type SeenDocument,
} from './decide-person-order.ts';
import type { Operations } from './operations.ts';

export type PersonOrderClient = Pick<
  SigningClient,
  'details' | 'resendInvitation' | 'changeSignee' | 'removeSignee' | 'addObserver' | 'removeObserver'
>;

export interface PersonOrderDeps {
  readonly clock: Clock;
  readonly journal: Pick<Journal, 'connections' | 'deadlines' | 'personCommands' | 'submissions'>;
  readonly operations: Pick<Operations, 'giveUp' | 'isOn'>;
  readonly clientOf: (connectionId: string) => PersonOrderClient | null;
  /** The service user who is signed in. */
  readonly accountOf: (connectionId: string) => string | null;
  /** The address that problems name. */
  readonly baseOf: (connectionId: string) => string;
  /** False: the journal may be an older copy, so no order continues by itself. */
  readonly isTrusted: boolean;
  /** Keeps what a look showed. */
  readonly keep: (connectionId: string, document: ServiceDocument) => void;
  readonly onChanged: (connectionId: string, id: string) => void;
  /** The service no longer accepts the credentials. */
  readonly onSignInNeeded: (connectionId: string) => void;
  readonly onFault: (error: unknown) => void;
  /** Like Math.random(). */
  readonly random?: () => number;
}

export const keyOfPersonOrder = ({ connectionId, documentId, email, kind }: PersonCommand): string =>
  [connectionId, documentId, personKey(email), kind].join('\n');

/** Without the address of a signing page, which nothing here needs. */
function toSeen({ documentStatus, signees, observerRecords }: ServiceDocument): SeenDocument {
  const people = (found: ServiceDocument['signees'] | ServiceDocument['observerRecords']) =>
    found.flatMap(({ id = null, email, language = null, ...one }) =>
      email === undefined ? [] : [{ id, email, language, status: 'status' in one ? (one.status ?? null) : null }],
    );
  return { status: documentStatus, signees: people(signees), observers: people(observerRecords) };
}

function callOf(client: PersonOrderClient, order: PersonCommand, signal: AbortSignal): Promise<Outcome<undefined>> {
  const { kind, documentId, personId, email, change } = order;
  const options = { signal };
  if (kind === 'add-observer')
    return client.addObserver(
      documentId,
      { email, ...(change.language !== undefined && { language: change.language }) },
      options,
    );
  if (personId === null) throw new Error('No look has found the person.');
  switch (kind) {
    case 'resend-invitation':
      return client.resendInvitation(documentId, personId, options);
    case 'remove-observer':
      return client.removeObserver(documentId, personId, options);
    case 'change-signee':
      return client.changeSignee(documentId, personId, change, options);
    case 'remove-signee':
      return client.removeSignee(documentId, personId, options);
    default:
      throw new Error(`There is no call for ${String(kind satisfies never)}.`);
  }
}

/** Makes the looks and calls of orders for people. */
function createCalls({ clock, journal, clientOf, baseOf, keep, onFault }: PersonOrderDeps) {
  const pace = createPace({ clock, journal });
  const troubleOf = (connectionId: string, failure: Failure): Trouble => ({
    ...failure,
    problem: problemOfFailure(failure, baseOf(connectionId)),
  });

  async function look(
    order: PersonCommand,
    client: PersonOrderClient,
    signal: AbortSignal,
  ): Promise<Outcome<SeenDocument>> {
    const { connectionId, documentId } = order;
    const refusal = pace.refusal(connectionId);
    if (refusal !== null) return failed(refusal);
    const answer = await client.details(documentId, { signal });
    pace.note(connectionId, answer);
    if (!answer.ok) return answer;
    try {
      keep(connectionId, answer.value);
    } catch (error) {
      // A full disk, say. What was seen counts all the same.
      onFault(error);
    }
    return success(toSeen(answer.value));
  }

  return async (order: PersonCommand, effect: PersonOrderEffect, signal: AbortSignal): Promise<PersonOrderFact> => {
    const client = clientOf(order.connectionId);
    if (client === null) throw new Error('There is no client for this call.');
    if (effect === 'call') {
      const answer = await callOf(client, order, signal);
      return { kind: 'called', trouble: answer.ok ? null : troubleOf(order.connectionId, answer.failure) };
    }
    const seen = await look(order, client, signal);
    if (seen.ok) return { kind: 'seen', document: seen.value, at: clock.now() };
    if (seen.failure.kind === 'not-found') return { kind: 'missed' };
    return { kind: 'unseen', trouble: troubleOf(order.connectionId, seen.failure) };
  };
}

/** Orders for one person of a document as jobs. */
export function createPersonOrderKind(
  deps: PersonOrderDeps,
): JobKind<PersonCommand, PersonOrderFact, PersonOrderEffect> {
  const { clock, journal, operations, clientOf, accountOf } = deps;
  const { personCommands: stored } = journal;

  /** Nobody may touch the document for us now: another account is signed in, or a submission works on it. */
  function isStopped({ connectionId, documentId, account }: PersonCommand): boolean {
    if (account !== accountOf(connectionId)) return true;
    const owner = journal.submissions.ownerOf(connectionId, documentId);
    return owner !== null && owner.stage.kind !== 'done';
  }

  return {
    clock,
    random: deps.random ?? Math.random,
    idOf: keyOfPersonOrder,
    dueAt,
    isOver: () => false,
    changedAt: ({ askedAt }) => askedAt,
    decide: (order, fact, moment) =>
      decidePersonOrder(order, fact.kind === 'restarted' && !deps.isTrusted ? { kind: 'distrusted' } : fact, moment),
    find(key) {
      const [connectionId = '', id = '', person = '', kind = ''] = key.split('\n');
      return stored.find(connectionId, id, person, kind);
    },
    commit: (changes) =>
      stored.save(
        changes.map(({ job, before, fact }) => ({
          command: job,
          isNews: fact?.kind !== 'clock-moved' && job.stage.kind !== before?.stage.kind,
        })),
        clock.now(),
      ),
    isPaused: journal.submissions.paused,
    gate: () => ({
      parallel: 1,
      isOpen: (order) => clientOf(order.connectionId) !== null && !isStopped(order),
      opensAt: () => 0,
      isBefore: () => false,
    }),
    dueFact: () => ({ kind: 'due' }),
    perform: createCalls(deps),
    heard({ connectionId }, outcome) {
      const trouble = 'trouble' in outcome ? outcome.trouble : null;
      if (trouble !== null && (trouble.kind === 'credentials-missing' || signInEnded(trouble.kind)))
        deps.onSignInNeeded(connectionId);
      return outcome;
    },
    onStored({ job, before }) {
      const isMissing = job.stage.kind === 'failed' && job.problem?.key === operationMissing.key;
      if (isMissing && before?.stage.kind !== 'failed') operations.giveUp(job.connectionId, job.kind);
      deps.onChanged(job.connectionId, job.documentId);
    },
    onUnwritable(details) {
      if (details !== null) deps.onFault(new Error(details));
    },
    onClockSetBack() {},
    onFault: deps.onFault,
  };
}
