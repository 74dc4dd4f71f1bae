import { documentEntryOf } from '../../../main/documents/document-entry.ts';
import type { OrderClient } from '../../../main/documents/order-kind.ts';
import { createOrderWorker, type OrderWorker, type OrderWorkerDeps } from '../../../main/documents/order-worker.ts';
import type { Journal } from '../../../main/journal/journal.ts';
import type { PracticeDocument } from '../../../main/practice-service/document.ts';
import type { Process } from './process.ts';
import type { Lives } from './process-lives.ts';
import type { Quirks } from './quirks.ts';
import { ignoringCrash } from './scenario.ts';
import { CONNECTION, type Ordered, type World } from './world.ts';

const MINUTE = 60_000;

interface OrdersDeps extends Omit<OrderWorkerDeps, 'durable' | 'onChanged' | 'baseOf'> {
  readonly alive: () => boolean;
  /** A possible crash point. */
  readonly step: (name: string) => void;
  readonly diskBroken: () => boolean;
}

/** What a person does about documents that were made elsewhere. */
export interface Orders {
  readonly worker: OrderWorker;
  /** Orders something that is possible now. */
  readonly give: () => Promise<void>;
  /** Answers each order that failed: tries again, or lets it go. */
  readonly answer: () => void;
  /** Lets go of every order whose call has not been made. */
  readonly thinkAgain: () => void;
}

/** The part of a simulated process that withdraws and deletes documents made elsewhere. */
export function createOrders(world: World, quirks: Quirks, deps: OrdersDeps): Orders {
  const { journal, accountOf } = deps;
  const right: OrderWorkerDeps = {
    ...deps,
    clientOf(connectionId) {
      const client = deps.clientOf(connectionId);
      if (client === null) return null;
      return {
        ...client,
        async details(id, options) {
          const answer = await client.details(id, options);
          if (answer.ok) world.callsInDoubt.delete(id);
          return answer;
        },
        withdraw: (id, options) => called(world, id, 'withdraw', () => client.withdraw(id, options)),
        delete: (id, options) => called(world, id, 'delete', () => client.delete(id, options)),
      };
    },
    journal: withSteps(deps),
    durable: true,
    onFault(error) {
      if (!(error instanceof Error && error.message === unwritable.details)) deps.onFault(error);
    },
    onChanged() {},
    baseOf: () => 'https://practice.test/api/v1',
  };
  const worker = createOrderWorker({ ...right, ...quirks.orders?.(right) });
  const entryOf = ({ documentId }: PracticeDocument) =>
    documentEntryOf(journal, CONNECTION, documentId, accountOf(CONNECTION));

  function decide(id: string, choice: 'retry' | 'drop'): boolean {
    try {
      return worker.answer(CONNECTION, id, choice);
    } catch (error) {
      return ofBrokenDisk(error);
    }
  }

  /** A process that crashes before it answers may have let it go. */
  function letGo(id: string): void {
    const order = world.ordered.get(id);
    if (order === undefined) return;
    world.ordered.set(id, { ...order, at: world.time.now(), isSure: false });
    if (decide(id, 'drop')) world.ordered.delete(id);
    else world.ordered.set(id, order);
  }

  function tryAgain(id: string): void {
    const order = world.ordered.get(id);
    if (order !== undefined) world.ordered.set(id, { ...order, at: world.time.now() });
    decide(id, 'retry');
  }

  return {
    worker,
    async give() {
      const possible = world.service.documents
        .all()
        .filter((document) => isElsewhere(world, document))
        .flatMap((document) => {
          const kind = entryOf(document)?.orders.find((order) => order === 'withdraw' || order === 'delete');
          return kind === undefined ? [] : [{ document, kind }];
        });
      if (possible.length === 0) return;
      const { document, kind } = possible[world.orders.below(possible.length)] ?? {};
      if (document === undefined || kind === undefined) return;
      const account = world.users[world.signedIn].username;
      // A person who orders anew has decided anew.
      world.callsInDoubt.delete(document.documentId);
      const order: Ordered = { kind, account, at: world.time.now(), isSure: false };
      // A process that crashes before it answers may have stored it.
      world.ordered.set(document.documentId, order);
      const isTaken = await worker
        .order(CONNECTION, [document.documentId], kind)
        .then((count) => count === 1, ofBrokenDisk);
      if (!deps.alive()) return;
      if (isTaken) world.ordered.set(document.documentId, { ...order, isSure: true });
      else world.ordered.delete(document.documentId);
    },
    answer() {
      for (const one of judgeOrders(world, false)) world.problem(one);
      for (const id of world.ordered.keys()) {
        if (journal.documentOrders.find(CONNECTION, id)?.stage.kind !== 'failed') continue;
        if (world.orders.of(0.5)) letGo(id);
        else tryAgain(id);
      }
    },
    thinkAgain() {
      for (const id of world.ordered.keys()) letGo(id);
    },
  };
}

/** The person is told that nothing was ordered. */
function ofBrokenDisk(error: unknown): false {
  if (error instanceof Error && 'code' in error && error.code === 'EIO') return false;
  throw error;
}

const unwritable = { ok: false, reason: 'unwritable', details: 'ENOSPC' } as const;

function withSteps({ journal, step, diskBroken }: OrdersDeps): OrdersDeps['journal'] {
  const write = (name: string, work: () => void) => {
    step(`before ${name}`);
    if (diskBroken()) throw Object.assign(new Error('EIO'), { code: 'EIO' });
    work();
    step(`after ${name}`);
  };
  const commands: Journal['documentOrders'] = journal.documentOrders;
  return {
    ...journal,
    documentOrders: {
      ...commands,
      ask: (...given) => write('order', () => commands.ask(...given)),
      save(...given) {
        step('before step of an order');
        const saved = diskBroken() ? unwritable : commands.save(...given);
        step('after step of an order');
        return saved;
      },
      drop: (...given) => write('end of an order', () => commands.drop(...given)),
      letGo: (...given) => write('end of an order', () => commands.letGo(...given)),
    },
  };
}

const isElsewhere = ({ contents }: World, { sha256 }: PracticeDocument): boolean =>
  !contents.files.some((file) => file.sha256 === sha256);

/** Plans documents that were made elsewhere, and what people order for them. */
export async function planOrders(world: World, lives: Lives): Promise<void> {
  const { orders: chance, time, service, users } = world;
  for (let count = chance.between(1, 4); count > 0; count -= 1) {
    const status = chance.pick<'draft' | 'in-progress' | 'withdrawn'>([
      'draft',
      'in-progress',
      'in-progress',
      'withdrawn',
    ]);
    const made = {
      name: `Elsewhere ${count}.pdf`,
      status,
      signees: ['x@example.test'],
      content: Buffer.from(`%PDF-1.7\nelsewhere ${count}\n%%EOF\n`),
    };
    // oxlint-disable-next-line no-await-in-loop -- one after the other, so that their ids keep their order
    const { documentId } = await time.working(() => service.documents.add(users.A.id, made));
    if (status === 'draft') world.foreign.add(documentId);
  }
  const at = (ms: number, act: (process: Process) => void) =>
    time.after(ms, () => {
      const process = lives.current();
      if (process !== null) act(process);
    });
  for (let count = chance.between(1, 5); count > 0; count -= 1)
    at(chance.between(1, 50) * MINUTE, ({ orders }) => ignoringCrash(orders.give()));
  if (!chance.of(0.5)) return;
  // While everything is paused an order waits. Meanwhile an older journal comes back, or another account.
  const begin = chance.between(2, 40) * MINUTE;
  at(begin, ({ outbox }) => void outbox.pause(true));
  at(begin + 1_000, ({ orders }) => ignoringCrash(orders.give()));
  if (chance.of(0.5)) {
    at(begin + 2_000, () => lives.backUp());
    at(begin + 3_000, ({ orders }) => orders.thinkAgain());
    at(begin + 4_000, () => {
      lives.ground('rolled-back');
      lives.restart();
    });
  } else {
    at(begin + 2_000, ({ signIn }) => signIn('B'));
    at(begin + 5 * MINUTE, ({ signIn }) => signIn('A'));
  }
  at(begin + 5_000, ({ outbox }) => void outbox.pause(false));
}

type Answer = Awaited<ReturnType<OrderClient['withdraw']>>;

/** A call whose outcome is unknown is not repeated before a look at the document. */
async function called(world: World, id: string, kind: Ordered['kind'], call: () => Promise<Answer>): Promise<Answer> {
  watch(world, id, kind);
  if (world.callsInDoubt.has(id)) world.problem(`the order to ${kind} ${id} was repeated without a look`);
  world.callsInDoubt.add(id);
  const answer = await call();
  if (answer.ok || answer.failure.certainty !== 'unclear') world.callsInDoubt.delete(id);
  return answer;
}

/** Checks every withdrawal and deletion of a document made elsewhere: a person ordered it, under this account. */
function watch(world: World, documentId: string, kind: Ordered['kind']): void {
  const order = world.ordered.get(documentId);
  const name = world.service.documents.find(documentId)?.documentName;
  if (order?.kind !== kind) world.problem(`notAsked: nobody ordered to ${kind} ${name}`);
  else if (order.account !== world.users[world.signedIn].username)
    world.problem(`notAsked: another account was to ${kind} ${name}`);
  else world.carriedOut.add(documentId);
}

/** Tells whether no order of the account is under way: one whose document is not found is looked up twice, with a pause. */
export function ordersRest({ ordered, journal, users, signedIn }: World): boolean {
  return [...ordered].every(([id, { account }]) => {
    const { kind = 'done' } = journal?.documentOrders.find(CONNECTION, id)?.stage ?? {};
    return account !== users[signedIn].username || kind === 'done' || kind === 'failed';
  });
}

/** Each order that was accepted is carried out, or a person knows why not. Before the end it may still be under way. */
export function judgeOrders(world: World, isEnd = true): readonly string[] {
  const { weather, service, journal } = world;
  return [...world.ordered].flatMap(([id, { kind, account, at, isSure }]) => {
    const stored = journal?.documentOrders.find(CONNECTION, id) ?? null;
    // A restored journal may have an earlier order for the document, which is kept for a day after it was carried out.
    const command = stored?.kind === kind ? stored : null;
    const status = service.documents.find(id)?.documentStatus;
    const isEffective = status === undefined || (kind === 'withdraw' && status === 'withdrawn');
    const is = `${id}, ${status ?? 'gone'}, ordered to ${kind}, is ${JSON.stringify(command)}`;
    if (!isEnd && command?.stage.kind !== 'failed') return [];
    // A lost journal takes its orders with it: nothing happens, and the list shows the document as it is.
    if (command === null) return isSure && !isEffective && !world.mayForget(at) ? [`${is}: the order is lost`] : [];
    if (command.stage.kind === 'done') return isEffective ? [] : [`${is} but was not carried out`];
    if (command.stage.kind !== 'failed')
      return account === world.users[world.signedIn].username ? [`${is}, which is no rest`] : [];
    // A call that timed out long ago may arrive after a person was told. `untellable` says that nobody knows.
    const isWrong =
      isEffective && command.problem?.key !== 'untellable' && !weather.late && !weather.replays && !world.mayForget(at);
    if (command.problem === null) return [`${is} without a reason`];
    return isWrong ? [`${is} but was carried out`] : [];
  });
}
