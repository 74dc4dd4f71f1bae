import { decide } from '../../../main/outbox/decide/decide.ts';
import type { OutboxStore } from '../../../main/outbox/store.ts';
import { createMemoryStore } from '../../../main/outbox/testing/memory-store.ts';
import { createOutbox, type Outbox } from '../../../main/outbox/worker.ts';
import { createSigningClient, type SigningClient } from '../../../main/signing/client.ts';
import type { HttpPort } from '../../../main/signing/http-port.ts';
import { success } from '../../../main/signing/outcome.ts';
import { Secret } from '../../../main/signing/secret.ts';
import type { Quirks } from './quirks.ts';
import { Crash } from './time.ts';
import type { World } from './world.ts';

export const CONNECTION = 'practice';
const POLLING_MS = 15 * 60_000 + 1_000;

/** The app as one running process. What it is made of ends with it; the world goes on. */
export interface Process {
  readonly outbox: Outbox;
  readonly store: OutboxStore;
  readonly alive: () => boolean;
  /** A step that a crash may come before or after. */
  readonly step: (name: string) => void;
  readonly crash: () => void;
}

export function startProcess(world: World, quirks: Quirks): Process {
  const { time, disk, chance, service } = world;
  let alive = true;
  const isAlive = () => alive;

  const crash = () => {
    alive = false;
  };
  const step = (name: string) => {
    if (!alive) throw new Crash(name);
    if (!world.crashesHere(name)) return;
    crash();
    throw new Crash(name);
  };
  const clock = {
    now: () => Math.round(time.now() + world.clockError),
    after: (ms: number, callback: () => void) => time.after(ms, () => void (alive && callback())),
  };

  const durable = quirks.store?.(createMemoryStore(disk), disk) ?? createMemoryStore(disk);
  const store: OutboxStore = {
    ...durable,
    commit(changes) {
      step('before commit');
      if (time.now() < world.diskBrokenUntil) return { ok: false, reason: 'unwritable', details: 'ENOSPC' };
      const committed = durable.commit(changes);
      step('after commit');
      return committed;
    },
  };

  const port = world.network.port(isAlive, step);
  const http: HttpPort = quirks.http?.(port) ?? port;
  const user = world.user;
  const create = () =>
    createSigningClient({
      http,
      clock,
      addresses: { base: 'https://practice.test/api/v1', auth: 'https://practice.test' },
      credentials: async () =>
        success({
          username: user.username,
          password: new Secret(user.password),
          client: {
            form: 'client-secret',
            clientId: service.connection.clientId,
            clientSecret: new Secret(service.connection.clientSecret ?? ''),
          },
        }),
    });
  const make = quirks.client?.(create) ?? one(create);
  const clientOf = () => {
    const client = make();
    const upload: SigningClient['upload'] = (what, options) =>
      // Its first progress shows that the whole file has been read.
      time.readingFiles((done) => client.upload(what, { ...options, onProgress: done }));
    return { ...client, upload };
  };

  const outbox = createOutbox({
    clock,
    store,
    random: chance.next,
    clientOf,
    spoolPath: (sha256) => world.spoolPath(sha256),
    onChanged: (submission) => world.onChanged(submission),
    onProgress() {},
    onConnectionTrouble: () => void time.after(20_000, () => void (alive && outbox.connectionReady(CONNECTION))),
    onUnwritable() {},
    onClockSetBack() {},
    onFault(error) {
      if (!(error instanceof Crash)) world.problem(`a fault: ${error instanceof Error ? error.stack : String(error)}`);
    },
    decide: quirks.decide?.(decide) ?? decide,
  });

  // The allowed check: one overview per quarter of an hour; the moment is on disk before the question leaves.
  const check = async () => {
    if (!alive) return;
    const askedAt = clock.now();
    // When a question whose answer never came reached the service is not known.
    world.nextCheck = time.now() + POLLING_MS + 60_000;
    const answer = await clientOf().overview({ limit: 1_000, offset: 0, order: 'desc' });
    if (!alive) return;
    const spared = !answer.ok && answer.failure.certainty === 'never-sent';
    world.nextCheck =
      time.now() + (spared ? 60_000 : POLLING_MS + (answer.ok ? 0 : (answer.failure.retryAfterMs ?? 0)));
    time.after(world.nextCheck - time.now(), begin);
    if (!answer.ok) return;
    world.checks += 1;
    const drafts = answer.value.documents
      .filter(({ documentStatus }) => documentStatus === 'draft')
      .map(({ documentId, documentName }) => ({ documentId, name: documentName ?? '' }));
    await outbox.checked(CONNECTION, { askedAt, drafts, begun: [], complete: true });
    await quirks.afterCheck?.(clientOf(), drafts, store);
  };
  const begin = () => {
    check().catch((error: unknown) => {
      if (!(error instanceof Crash)) world.problem(`a fault in a check: ${String(error)}`);
    });
  };

  service.tokens.clientRestarted();
  return {
    outbox: Object.assign(outbox, {
      start: ((start) => () => {
        start();
        time.after(Math.max(0, world.nextCheck - time.now()), begin);
      })(outbox.start),
    }),
    store,
    alive: isAlive,
    step,
    crash,
  };
}

function one<T>(create: () => T): () => T {
  const only = create();
  return () => only;
}
