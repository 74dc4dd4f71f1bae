import { join } from 'node:path';
import type { SpoolDisk } from '../../../main/intake/spool-disk.ts';
import type { Journal } from '../../../main/journal/journal.ts';
import { createOutbox, type Outbox } from '../../../main/outbox/outbox.ts';
import { createSigningClient, type SigningClient } from '../../../main/signing/client.ts';
import type { HttpPort } from '../../../main/signing/http-port.ts';
import { success } from '../../../main/signing/outcome.ts';
import type { LocalFile } from '../../../main/signing/requests.ts';
import { Secret } from '../../../main/signing/secret.ts';
import { createPublishedState } from '../../../main/state/published-state.ts';
import { decide } from '../../../main/submission/decide/decide.ts';
import { createSteadyClock } from '../../../main/time/clock.ts';
import { watchClock } from '../../../main/time/clock-watch.ts';
import { createChecks } from '../../../main/tracking/checks.ts';
import { emptyState } from '../../../preload/contract/empty-state.ts';
import type { State } from '../../../preload/contract/state.ts';
import { connectionsOf } from './connections.ts';
import { createInvitations, type Invitations } from './invitations.ts';
import { judgeReading } from './judge.ts';
import { createLooksJudge } from './looks-judge.ts';
import { createOrders, type Orders } from './orders.ts';
import type { Quirks } from './quirks.ts';
import { createSaving } from './saving.ts';
import { Crash } from './time.ts';
import { CONNECTION, type World } from './world.ts';

/** The app as one simulated process: journal, spool, outbox, checks. The world survives its end. */
export interface Process {
  readonly outbox: Outbox;
  readonly orders: Orders;
  readonly invitations: Invitations;
  /** The app's own clock, which counts all waits. */
  readonly now: () => number;
  readonly alive: () => boolean;
  readonly crash: () => void;
  /** Signs in with other credentials. */
  readonly signIn: (who: keyof World['users']) => void;
  readonly isBusy: () => boolean;
  /** What the window is told of the list. */
  readonly check: () => State['check'];
  /** The connection gets another address. */
  readonly renew: () => void;
  readonly suspend: () => void;
  readonly wake: () => void;
  readonly unlock: () => void;
  readonly close: () => void;
}

export interface Opened {
  readonly journal: Journal;
  readonly rebuild: boolean;
  readonly older: boolean;
}

export function startProcess(world: World, quirks: Quirks, opened: Opened): Process {
  const { time, chance, service } = world;
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
  const wall = () => Math.round(time.now() + world.clockError);
  const system = {
    now: wall,
    monotonic: quirks.wallClock ? wall : time.awake,
    after: (ms: number, callback: () => void) => time.after(ms, () => void (alive && callback())),
  };
  const clock = createSteadyClock(system);
  const onFault = (error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'EIO') return;
    // The journal could not be written. It tells so by its words alone.
    if (error instanceof Error && error.message === 'ENOSPC') return;
    if (alive && !(error instanceof Crash))
      world.problem(`a fault: ${error instanceof Error ? error.stack : String(error)}`);
  };

  const { journal: real } = opened;
  const diskBroken = () => time.now() < world.diskBrokenUntil;
  const unwritable = { ok: false, reason: 'unwritable', details: 'ENOSPC' } as const;
  const writable: Journal['submissions'] = {
    ...real.submissions,
    restore: (rows, now) => (diskBroken() ? unwritable : real.submissions.restore(rows, now)),
    commit: (changes) => (diskBroken() ? unwritable : real.submissions.commit(changes)),
  };
  const durable = quirks.store?.(writable) ?? writable;
  const submissions: Journal['submissions'] = {
    ...durable,
    beWitnessed: (at) => (alive ? durable.beWitnessed(at) : { ok: true }),
    restore(rows, now) {
      world.forgetRows();
      return durable.restore(rows, now);
    },
    commit(changes) {
      step('before commit');
      const committed = durable.commit(changes);
      world.rowsChanged(committed.ok ? changes.map(({ submission }) => submission) : []);
      if (committed.ok)
        for (const { submission } of changes) {
          world.noteRow(submission);
          world.onRow(submission);
        }
      step('after commit');
      return committed;
    },
  };
  const journal: Journal = { ...real, submissions };
  world.forgetRows();
  for (const connection of connectionsOf(world)) journal.connections.save(connection, clock.now());

  const port = world.network.port(isAlive, step);
  const http: HttpPort = quirks.http?.(port) ?? port;
  /** The connection's own, at the time of the question: another service user may have signed in since. */
  const credentials = () => {
    const { username, password } = world.moved
      ? world.users[world.signedIn === 'A' ? 'B' : 'A']
      : world.users[world.signedIn];
    return {
      username,
      password: new Secret(password),
      client: {
        form: 'client-secret',
        clientId: service.connection.clientId,
        clientSecret: new Secret(service.connection.clientSecret ?? ''),
      },
    } as const;
  };
  const create = (): SigningClient => {
    const client = createSigningClient({
      http,
      clock,
      addresses: { base: 'https://practice.test/api/v1', auth: 'https://practice.test' },
      credentials: async () => success(credentials()),
    });
    return quirks.calls?.(client) ?? client;
  };
  let make = quirks.client?.(create) ?? one(create);
  const clientOf = (): SigningClient => {
    const client = make();
    const onDisk = (file: LocalFile): LocalFile => {
      const { sha256 = '', ...unchecked } = file;
      const name = (world.rotted.has(sha256) ? 'rotted-' : '') + sha256;
      return { ...(quirks.anyBytes ? unchecked : file), path: join(world.contents.folder, name) };
    };
    return {
      ...client,
      // The first progress shows that the whole file was read.
      upload: (what, options) =>
        time.readingFiles((done) =>
          client.upload({ ...what, file: onDisk(what.file) }, { ...options, onProgress: done }),
        ),
      scanPredefined: (file, options) =>
        time.readingFiles((done) => client.scanPredefined(onDisk(file), { ...options, onProgress: done })),
    };
  };

  const looks = createLooksJudge(world);
  const connections = connectionsOf(world);
  const state = createPublishedState({ ...emptyState, connections, active: CONNECTION });
  let number = 0;
  const onSignInNeeded = () => {
    // Ignore a service that also revokes fresh tokens.
    if (time.now() - world.network.revokedAt() > 60_000)
      world.problem('a sign-in was asked for although the password is right');
    time.after(20_000, () => void (alive && connectionReady()));
  };
  const connectionReady = () => {
    for (const { id } of connections) outbox.connectionReady(id);
    for (const { worker } of [orders, invitations]) worker.connectionReady(CONNECTION);
  };
  const accountOf = () => state.get().connections[0]?.username ?? null;
  const outbox = createOutbox({
    clock,
    journal,
    state,
    durable: true,
    rebuild: opened.rebuild,
    older: opened.older && quirks.noWitness !== true,
    holdRest() {
      orders.worker.hold();
      invitations.worker.hold();
    },
    accountOf,
    disk: steps(quirks.disk?.(world.spool.disk) ?? world.spool.disk, world, step),
    random: chance.next,
    decide: quirks.decide?.(decide) ?? decide,
    folder: '/spool',
    clientOf: () => looks.watch(clientOf()),
    onSignInNeeded,
    onWaiting: (id) => checks.wanted(id),
    onRow() {},
    onUploadProgress() {},
    onDocumentGone() {},
    onRestored() {},
    notify() {},
    onFault,
    newId: () => `new-${world.lives}-${(number += 1)}`,
  });
  const saving =
    quirks.noSaving === true
      ? null
      : createSaving(world, quirks, {
          clock,
          journal,
          state,
          clientOf,
          accountOf,
          alive: isAlive,
          step,
          diskBroken,
          onChanged: outbox.documentChanged,
          onFault,
        });
  const forOrders = {
    clock,
    journal,
    clientOf,
    accountOf,
    isTrusted: !opened.rebuild && !real.settings.get('rebuild') && (!opened.older || quirks.noWitness === true),
    onSignInNeeded,
    onFault,
    alive: isAlive,
    step,
    diskBroken,
  };
  const orders = createOrders(world, quirks, { ...forOrders, random: world.orders.next });
  const invitations = createInvitations(world, quirks, { ...forOrders, random: world.presses.luck.next });
  const checks = createChecks({
    ownChangeOf: orders.worker.ownChangeOf,
    clock,
    journal,
    state,
    clientOf,
    onSignInNeeded,
    onSignedIn: connectionReady,
    isTracked: (id) => saving?.isWaiting(id) ?? false,
    publishDocuments() {},
    wantsCheck: outbox.wantsCheck,
    onChecked(id, seen, listed) {
      world.checks += 1;
      looks.checked();
      world.checkedAt = [time.now(), world.checkedAt[0]];
      judgeReading(world, seen);
      outbox.checked(id, quirks.seen?.(seen) ?? seen, listed).catch(onFault);
      saving?.checked(id, seen, listed);
      orders.worker.checked(id, seen);
      quirks.afterCheck?.(clientOf(), seen, durable).catch(onFault);
    },
    onFault,
  });
  const watch = watchClock({
    clock,
    onMoved(byMs) {
      checks.clockMoved(byMs);
      outbox.clockMoved(byMs);
      for (const { worker } of [orders, invitations]) worker.clockMoved(byMs);
    },
    onAwake(sleptMs) {
      checks.wake();
      outbox.awake(quirks.sleepCounts === true ? 0 : sleptMs);
      for (const { worker } of [orders, invitations]) worker.awake();
    },
  });

  service.tokens.clientRestarted();
  checks.follow(CONNECTION);
  checks.start();
  for (const { worker } of [orders, invitations]) worker.start();
  const renew = () => {
    world.switched = true;
    make().end();
    service.tokens.clientRestarted();
    make = quirks.client?.(create) ?? one(create);
  };
  return {
    outbox,
    orders,
    invitations,
    now: clock.now,
    alive: isAlive,
    crash,
    signIn(who) {
      for (const { id } of connections) checks.stop(id);
      world.signedIn = who;
      renew();
      state.publish({ connections: connectionsOf(world) });
      for (const connection of connectionsOf(world)) journal.connections.save(connection, clock.now());
      checks.follow(CONNECTION);
      checks.start();
      connectionReady();
    },
    isBusy: () =>
      [orders, invitations].some(({ worker }) => worker.isBusy(CONNECTION)) ||
      connections.some(({ id }) => (quirks.busyInMemory ? outbox.openOf(id).length > 0 : outbox.isBusy(id))),
    check: () => state.get().check,
    renew,
    suspend() {
      watch.suspend();
      outbox.suspend();
      for (const { worker } of [orders, invitations]) worker.suspend();
    },
    wake: watch.wake,
    unlock: quirks.unlockWakes === true ? watch.wake : watch.unlock,
    close() {
      alive = false;
      watch.close();
      checks.close();
      saving?.close();
      for (const { worker } of [orders, invitations]) worker.close();
      outbox.close();
    },
  };
}

/** Makes each change of the disk a possible crash point. */
function steps(disk: SpoolDisk, world: World, step: (name: string) => void): SpoolDisk {
  const broken = () => {
    if (world.spoolBroken) throw Object.assign(new Error('EIO'), { code: 'EIO' });
  };
  return {
    ...disk,
    async create(path) {
      step('create');
      return disk.create(path);
    },
    async rename(from, to) {
      step('rename');
      return disk.rename(from, to);
    },
    async remove(path) {
      step('remove');
      return disk.remove(path);
    },
    async list(path) {
      broken();
      return disk.list(path);
    },
  };
}

function one<T>(create: () => T): () => T {
  const only = create();
  return () => only;
}
