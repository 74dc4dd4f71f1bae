/** Thousands of rows after a lost journal: how long main is held by the start, a check, Undo and a new connection. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { sampleConnection } from '../../main/account/testing/sample-connection.ts';
import { pdfOf } from '../../main/intake/testing/sample-files.ts';
import { openJournal } from '../../main/journal/journal.ts';
import { createList } from '../../main/list/list.ts';
import type { Client } from '../../main/outbox/calls.ts';
import { createOutbox, type Outbox } from '../../main/outbox/outbox.ts';
import { readDocument } from '../../main/signing/answers/document.ts';
import { failed, success } from '../../main/signing/outcome.ts';
import { createPublishedState } from '../../main/state/published-state.ts';
import { newSubmission } from '../../main/submission/new-submission.ts';
import type { Submission } from '../../main/submission/submission.ts';
import { systemClock } from '../../main/time/clock.ts';
import { createChecks } from '../../main/tracking/checks.ts';
import type { Connection } from '../../preload/contract/connection.ts';
import { emptyState } from '../../preload/contract/empty-state.ts';
import type { Figures } from '../../scripts/bench.ts';
import { type Held, watchMain } from './loop-delay.ts';

const ROWS = 2_000;
const UNDONE = 600;
const ACCOUNT = 'service-1';
const UNDO_MS = 3_600_000;
const SPOOL_BYTES = 1_000_000_000;
/** The search is over when this much time brought no change. */
const STILL_MS = 300;
const LONGEST_MS = 60_000;

setFlagsFromString('--expose-gc');
const collectGarbage = (): void => runInNewContext('gc()');

const rounded = (value: number): number => Math.round(value * 10) / 10;

const connectionOf = (id: string): Connection => ({ ...sampleConnection, id, username: ACCOUNT });

/** Answers each look a turn later, as a socket does, and counts them. */
function countingClient(names: ReadonlyMap<string, string>, counts: { details: number }): Client {
  const never = () => new Promise<never>(() => undefined);
  return {
    scanPredefined: never,
    upload: never,
    addSignee: never,
    async details(id) {
      counts.details += 1;
      await setImmediate();
      const document = readDocument({
        documentId: id,
        documentStatus: 'in-progress',
        documentName: names.get(id),
        documentMimeType: 'application/pdf',
        signatureMode: 'qualified',
        jurisdiction: 'zertes',
        initiatorDisplayName: 'Anna Muster',
        comment: '',
        creationTime: new Date().toISOString(),
        signees: [{ email: `${id}@example.ch`, signOrder: 0 }],
        signeesOrdered: [],
      });
      return document === null ? failed({ kind: 'not-found', certainty: 'permanent', details: '' }) : success(document);
    },
    download: never,
    start: never,
    update: never,
    withdraw: never,
    delete: never,
    clockSkewMs: () => 0,
    knownSkewMs: () => 0,
  };
}

/** A data folder with one outbox, whose journal can be lost. */
function place() {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-recovered-'));
  mkdirSync(join(folder, 'source'));
  const file = join(folder, 'journal.sqlite');
  let opened = openJournal(file, 5_000, join(folder, 'state', 'witness'));
  let outbox: Outbox | null = null;
  let ends: (() => void)[] = [];

  async function end(): Promise<void> {
    for (const one of ends.splice(0)) one();
    // What is being read ends a few turns later.
    await setTimeout(200);
    opened.journal.close();
  }

  function open(connectionId: string, client: Client | null) {
    const { journal } = opened;
    const connections = [connectionOf(connectionId)];
    for (const one of connections) journal.connections.save(one, Date.now());
    const state = createPublishedState({ ...emptyState, connections, active: connectionId });
    const fault = (error: unknown) => {
      throw error;
    };
    const checks = createChecks({
      clock: systemClock,
      journal,
      state,
      clientOf: () => null,
      wantsCheck: () => true,
      isTracked: () => true,
      ownChangeOf: () => null,
      publishDocuments() {},
      onChecked() {},
      onSignInNeeded() {},
      onSignedIn() {},
      onFault: fault,
    });
    const fresh = createOutbox({
      clock: systemClock,
      journal,
      state,
      durable: true,
      rebuild: false,
      older: opened.testimony === 'older',
      holdRest() {},
      accountOf: () => ACCOUNT,
      clientOf: () => client,
      folder: join(folder, 'spool'),
      limitBytes: SPOOL_BYTES,
      onSignInNeeded() {},
      onWaiting: checks.wanted,
      onRow: (submission) => list.submissionChanged(submission),
      onUploadProgress() {},
      onDocumentGone() {},
      onRestored: () => list.restored(),
      notify() {},
      onFault: fault,
      newId: () => 'again',
    });
    const list = createList({
      clock: systemClock,
      state,
      journal,
      submissionOf: fresh.find,
      rowOf: fresh.rows.row,
      entryOf: () => null,
      onFault: fault,
    });
    list.follow(connectionId);
    outbox = fresh;
    ends = [() => fresh.close(), () => checks.close(), () => list.close()];
    return { outbox: fresh, journal, state };
  }

  return {
    open,
    outbox: () => outbox,
    /** Ends the app. */
    end,
    reopen(): void {
      opened = openJournal(file, 5_000, join(folder, 'state', 'witness'));
    },
    loseJournal(): void {
      for (const part of ['', '-wal', '-shm']) rmSync(`${file}${part}`, { force: true });
    },
    async take(to: Outbox, connectionId: string, count: number, nameOf: (at: number) => string): Promise<void> {
      const offers = Array.from({ length: count }, (_none, at) => {
        const path = join(folder, 'source', `${at}.pdf`);
        writeFileSync(path, pdfOf(`% ${at}`));
        const submission = (copy: Submission['wish']['file']) =>
          newSubmission(
            {
              id: `row-${at}`,
              connectionId,
              account: ACCOUNT,
              profileId: null,
              origin: 'interactive',
              goal: 'send',
              undoMs: UNDO_MS,
              wish: {
                file: { ...copy, name: nameOf(at) },
                mode: 'qualified',
                jurisdiction: 'zertes',
                alias: 'Anna Muster',
                comment: '',
                sendMail: 'others',
                scanPredefined: false,
                extra: {},
                signees: [{ email: `person${at}@example.ch`, order: 0 }],
              },
            },
            Date.now(),
          );
        return { path, submission };
      });
      await to.take(offers, (progress) => {
        if (progress.kind === 'refused') throw new Error(JSON.stringify(progress));
      });
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

const figuresOf = ({ ownMs, wallMs }: Held, ms: number): Figures => ({
  heldMs: rounded(ownMs),
  heldWallMs: rounded(wallMs),
  ms: rounded(ms),
});

/** Does the work, and goes on watching until its flushes are over. */
async function measure(work: () => unknown): Promise<Figures> {
  await setTimeout(200);
  // What the preparation left behind is not this work's.
  collectGarbage();
  const watch = watchMain();
  const began = performance.now();
  await work();
  const ms = performance.now() - began;
  await setTimeout(200);
  return figuresOf(watch.stop(), ms);
}

/** Waits for a fact, and gives up on one that never comes true. */
async function until(isTrue: () => boolean): Promise<void> {
  const began = performance.now();
  while (!isTrue()) {
    if (performance.now() - began > LONGEST_MS) throw new Error('The rows did not arrive.');
    // oxlint-disable-next-line no-await-in-loop -- other work goes on meanwhile
    await setTimeout(20);
  }
}

/** A check that lists documents, started by another computer, under the names of all rows. */
async function search(
  outbox: Outbox,
  connectionId: string,
  names: ReadonlyMap<string, string>,
  counts: { details: number },
) {
  const documents = [...names].map(([documentId, name]) => ({ documentId, name, status: 'in-progress' }));
  const seen = { account: ACCOUNT, askedAt: Date.now() + 1, documents, whole: true, unreadable: 0 };
  const state = () => JSON.stringify([counts.details, outbox.openOf(connectionId).map(({ revision }) => revision)]);
  let [last, since] = ['', performance.now()];
  await outbox.checked(connectionId, seen, { documents: [], changed: [], total: documents.length });
  while (performance.now() - since < STILL_MS) {
    // oxlint-disable-next-line no-await-in-loop -- the search goes on meanwhile
    await setTimeout(100);
    const now = state();
    if (now !== last) [last, since] = [now, performance.now()];
  }
}

async function lostJournal(nameOf: (at: number) => string): Promise<Figures> {
  const here = place();
  try {
    await here.take(here.open('before', null).outbox, 'before', ROWS, nameOf);
    await here.end();
    here.loseJournal();
    here.reopen();
    const counts = { details: 0 };
    const names = new Map(Array.from({ length: ROWS }, (_none, at) => [`document-${at}`, nameOf(at)]));
    const client = countingClient(names, counts);
    // The connection has another id than before, so the start also brings all rows home.
    async function open(): Promise<Outbox> {
      const { outbox } = here.open('after', client);
      await outbox.ready;
      await until(() => outbox.openOf('after').length === ROWS);
      return outbox;
    }
    const lossStart = await measure(open);
    await here.end();
    here.reopen();
    await open();
    await here.end();
    here.reopen();
    const opened: Outbox[] = [];
    const start = await measure(async () => void opened.push(await open()));
    const again = opened[0] ?? (await open());
    const ready = await measure(() => again.connectionReady('after'));
    const check = await measure(() => search(again, 'after', names, counts));
    const waiting = again.openOf('after').filter(({ stage }) => stage.kind === 'needs-you').length;
    return { rows: ROWS, details: counts.details, mostDetails: ROWS + 100, waiting, lossStart, start, ready, check };
  } finally {
    await here.end();
    here.remove();
  }
}

/** 600 rows that count down, and one press of Undo. */
async function undo(): Promise<Figures> {
  const here = place();
  try {
    const { outbox } = here.open('one', null);
    await here.take(outbox, 'one', UNDONE, (at) => `${at}.pdf`);
    const ids = outbox.openOf('one').map(({ id }) => id);
    const isOffered = (row: Submission) => outbox.rows.row(row).commands.includes('undo');
    let count = 0;
    const figures = await measure(async () => {
      count = (await outbox.commandAll(ids, { kind: 'undo' }, isOffered)).filter(({ ok }) => ok).length;
    });
    if (count !== UNDONE) throw new Error(`${count} of ${UNDONE} were undone.`);
    return { rows: UNDONE, ...figures };
  } finally {
    await here.end();
    here.remove();
  }
}

/** 600 rows of a lost connection go to another one of their account. */
async function bringHome(): Promise<Figures> {
  const here = place();
  try {
    await here.take(here.open('before', null).outbox, 'before', UNDONE, (at) => `${at}.pdf`);
    await here.end();
    here.loseJournal();
    here.reopen();
    const { outbox, state } = here.open('before', null);
    await outbox.ready;
    state.publish({ connections: [connectionOf('after')], active: 'after' });
    const figures = await measure(async () => {
      outbox.connectionReady('after');
      await until(() => outbox.openOf('after').length === UNDONE);
    });
    return { rows: UNDONE, ...figures };
  } finally {
    await here.end();
    here.remove();
  }
}

export async function recovered(): Promise<Figures> {
  const watch = watchMain();
  await setTimeout(1_000);
  const idle = figuresOf(watch.stop(), 1_000);
  return {
    equalNames: await lostJournal(() => 'Vertrag.pdf'),
    differentNames: await lostJournal((at) => `Vertrag ${at} von Person ${at}.pdf`),
    undo: await undo(),
    bringHome: await bringHome(),
    idle,
  };
}
