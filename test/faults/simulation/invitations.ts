import { createOperations } from '../../../main/documents/operations.ts';
import {
  createPersonOrderWorker,
  type PersonOrderWorker,
  type PersonOrderWorkerDeps,
} from '../../../main/documents/person-order-worker.ts';
import type { Journal } from '../../../main/journal/journal.ts';
import type { StoredPersonOrder } from '../../../main/journal/person-orders.ts';
import type { PracticeDocument } from '../../../main/practice-service/document.ts';
import { signeeId } from '../../../main/practice-service/document-view.ts';
import type { HttpRequest, Verdict } from '../../../main/signing/http-port.ts';
import { connectionsOf } from './connections.ts';
import { answered } from './file-storage.ts';
import type { Lives } from './process-lives.ts';
import type { Quirks } from './quirks.ts';
import { createChance } from './random.ts';
import { Crash } from './time.ts';
import { CONNECTION, type World } from './world.ts';

const MINUTE = 60_000;
/** The share of the stories with ids of people in which people invite again. */
const WITH_INVITATIONS = 0.35;
const KIND = 'resend-invitation';

/** What a person pressed last for somebody, and what became of it at the network. */
interface Press {
  readonly documentId: string;
  readonly email: string;
  readonly at: number;
  /** A call left whose answer does not say that nothing happened. */
  isSpent: boolean;
}

/** What people press, and how the service answers. It survives the process. */
export function createPresses(seed: number) {
  const luck = createChance(seed ^ 0x13198a2e);
  return {
    isOn: luck.of(WITH_INVITATIONS),
    luck,
    /** The status with which a service answers that does not have the call. */
    missing: luck.of(0.2) ? luck.pick([404, 405, 501]) : null,
    /** By document and person. */
    last: new Map<string, Press>(),
    /** The answer to this request, if the service does not have the call. */
    answerOf({ url }: Pick<HttpRequest, 'url'>): Verdict | null {
      return this.missing !== null && url.endsWith(`/${KIND}`) ? answered(this.missing, '', {}) : null;
    },
  };
}

interface InvitationsDeps
  extends Omit<PersonOrderWorkerDeps, 'journal' | 'operations' | 'durable' | 'keep' | 'onChanged' | 'baseOf'> {
  readonly journal: Journal;
  readonly alive: () => boolean;
  /** A possible crash point. */
  readonly step: (name: string) => void;
  readonly diskBroken: () => boolean;
}

export interface Invitations {
  readonly worker: PersonOrderWorker;
  /** Presses *Invite again* for somebody, where the app offers it. */
  readonly press: () => void;
}

const keyOf = (documentId: string, email: string): string => `${documentId} ${email}`;

/** The part of a simulated process that invites people again. */
export function createInvitations(world: World, quirks: Quirks, deps: InvitationsDeps): Invitations {
  const { presses, service, time } = world;
  const right: PersonOrderWorkerDeps = {
    ...deps,
    journal: withSteps(deps),
    operations: createOperations({
      settings: deps.journal.settings,
      find: (id) => connectionsOf(world).find((one) => one.id === id),
      given: [KIND],
    }),
    durable: true,
    keep() {},
    onChanged() {},
    baseOf: () => 'https://practice.test/api/v1',
    clientOf(connectionId) {
      const client = deps.clientOf(connectionId);
      if (client === null) return null;
      return {
        ...client,
        async resendInvitation(id, person, options) {
          const press = pressFor(world, id, person);
          if (press === undefined) world.problem(`notAsked: nobody wanted to invite ${person} of ${id} again`);
          else if (press.isSpent) world.problem(`${press.email} of ${id} was invited again after one press`);
          if (press !== undefined) press.isSpent = true;
          const answer = await client.resendInvitation(id, person, options);
          const isNothing = !answer.ok && ['never-sent', 'refused'].includes(answer.failure.certainty);
          if (press !== undefined && isNothing) press.isSpent = false;
          return answer;
        },
      };
    },
  };
  const worker = createPersonOrderWorker({ ...right, ...quirks.invitations?.(right) });

  function order(document: PracticeDocument, email: string): void {
    const key = keyOf(document.documentId, email);
    const before = presses.last.get(key);
    // A process that crashes before it answers may have stored it.
    presses.last.set(key, { documentId: document.documentId, email, at: time.now(), isSpent: false });
    const why = attempt(() => worker.order(CONNECTION, document.documentId, { kind: KIND, email, change: {} }));
    if (why === null) return;
    if (before === undefined) presses.last.delete(key);
    else presses.last.set(key, before);
  }

  return {
    worker,
    press() {
      const possible = service.documents
        .all()
        .filter(({ documentId }) => worker.possible(CONNECTION, documentId).includes(KIND))
        .flatMap((document) => document.signees.map(({ email }) => ({ document, email })));
      const { document, email } = possible[presses.luck.below(possible.length)] ?? {};
      if (document === undefined || email === undefined) return;
      order(document, email);
      // People press twice.
      if (presses.luck.of(0.3) && deps.alive()) order(document, email);
    },
  };
}

/** Returns why nothing was ordered. A broken disk says so, too. */
function attempt(order: () => unknown): unknown {
  try {
    return order();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EIO') return error;
    if (error instanceof Crash) return null;
    throw error;
  }
}

function pressFor({ service, presses }: World, documentId: string, person: string): Press | undefined {
  const signee = service.documents.find(documentId)?.signees.find((one) => signeeId(one) === person);
  return signee === undefined ? undefined : presses.last.get(keyOf(documentId, signee.email));
}

const unwritable = { ok: false, reason: 'unwritable', details: 'ENOSPC' } as const;

function withSteps({ journal, step, diskBroken }: InvitationsDeps): Journal {
  const { personOrders, submissions } = journal;
  return {
    ...journal,
    submissions: {
      ...submissions,
      // A story ends within the pause after a first invitation. Here people press again at once.
      ownerOf(...given) {
        const owner = submissions.ownerOf(...given);
        return owner && { ...owner, startedAt: null };
      },
    },
    personOrders: {
      ...personOrders,
      ask(orders) {
        step('before invitation');
        if (diskBroken()) throw Object.assign(new Error('EIO'), { code: 'EIO' });
        personOrders.ask(orders);
        step('after invitation');
      },
      save(...given) {
        step('before step of an invitation');
        const saved = diskBroken() ? unwritable : personOrders.save(...given);
        step('after step of an invitation');
        return saved;
      },
    },
  };
}

/** Plans when people press *Invite again*. */
export function planInvitations(world: World, lives: Lives): void {
  const { presses, service, time } = world;
  // Elsewhere the service names nobody by an id.
  if (!presses.isOn || service.options.signees !== 'public') return;
  service.options.operations = [KIND];
  for (let count = presses.luck.between(4, 12); count > 0; count -= 1)
    time.after(presses.luck.between(2, 58) * MINUTE, () => lives.current()?.invitations.press());
}

/** Returns what people pressed last, with what is stored of it. */
function pressed({ journal, presses }: World): readonly { readonly press: Press; readonly order: StoredPersonOrder }[] {
  if (journal === null) return [];
  return [...presses.last.values()].flatMap((press) => {
    const order = journal.personOrders.find(CONNECTION, press.documentId, press.email.toLowerCase(), KIND);
    return order === null ? [] : [{ press, order }];
  });
}

/** Tells whether an invitation has ended, or waits with a submission of the document for a person. */
const isAtRest = (world: World, { stage, documentId }: StoredPersonOrder) =>
  ['perhaps', 'done', 'failed'].includes(stage.kind) ||
  world.rows().some((row) => row.documentId === documentId && row.stage.kind === 'needs-you');

/** Tells whether no invitation is under way for who is signed in. The service may have asked to wait for an hour. */
export const invitationsRest = (world: World): boolean =>
  pressed(world).every(
    ({ press, order }) =>
      isAtRest(world, order) || order.account !== world.users[world.signedIn].username || world.mayForget(press.at),
  );

/** Each press ended, and what a person is told of it is true. */
export const judgeInvitations = (world: World): readonly string[] =>
  pressed(world).flatMap(({ press, order }) => judgePress(world, press, order));

function judgePress(world: World, { documentId, email, at }: Press, order: StoredPersonOrder): readonly string[] {
  const { service, users, signedIn, weather } = world;
  const is = `the invitation of ${email} of ${documentId} is ${JSON.stringify(order.stage)} ${JSON.stringify(order.problem)}`;
  if (order.account !== users[signedIn].username || world.mayForget(at)) return [];
  const signees = service.documents.find(documentId)?.signees.filter((one) => one.email === email) ?? [];
  const wasSent = signees.some(({ invitedAgain }) => invitedAgain.some((sent) => sent >= at));
  switch (order.stage.kind) {
    case 'perhaps':
      return [];
    case 'done':
      return wasSent || signees.length === 0 ? [] : [`${is} and nobody was invited`];
    case 'failed':
      // A call that timed out long ago may arrive after a person was told.
      return wasSent && !weather.late && !weather.replays ? [`${is} and was sent`] : [];
    default:
      return isAtRest(world, order) ? [] : [`${is}, which is no rest`];
  }
}
