import { readDocument, type ServiceDocument } from '../../signing/answers/document.ts';
import { readScan, type ScanResult } from '../../signing/answers/scan.ts';
import type { Failure } from '../../signing/failure.ts';
import { failed, type Outcome, success } from '../../signing/outcome.ts';
import type { OutboxStore } from '../../submission/store.ts';
import type { Submission } from '../../submission/submission.ts';
import { createMemoryStore, emptyDisk } from '../../submission/testing/memory-store.ts';
import { createDrivenClock, settled } from '../../testing/clocks.ts';
import { createPace } from '../../tracking/pace.ts';
import type { Client } from '../calls.ts';
import { createWorker, type WorkerDeps } from '../worker.ts';

interface OpenCall {
  readonly name: string;
  readonly answer: (outcome: Outcome<unknown>) => Promise<void>;
}

/** Creates an outbox for tests that move its clock and answer its calls one by one. */
export function drivenOutbox(begin: number, patch: Partial<WorkerDeps> = {}) {
  const time = createDrivenClock(begin);
  const open: OpenCall[] = [];
  const troubles: string[] = [];
  const disk = emptyDisk();
  const store: OutboxStore = patch.store ?? createMemoryStore(disk);

  const call = (name: string): Promise<Outcome<unknown>> =>
    new Promise((resolve) => {
      open.push({
        name,
        async answer(outcome) {
          open.splice(
            open.findIndex((one) => one.name === name),
            1,
          );
          resolve(outcome);
          await settled();
        },
      });
    });
  const silent = async (name: string) => {
    const outcome = await call(name);
    return outcome.ok ? success(undefined) : outcome;
  };
  const document = async (name: string) => {
    const outcome = await call(name);
    return outcome.ok ? success(documentIn(outcome.value)) : outcome;
  };
  /** The documents that were looked at because a person asked, whatever wait the service wants. */
  const askedByAPerson: string[] = [];
  const client: Client = {
    async scanPredefined({ name }) {
      const outcome = await call(`scan ${name}`);
      return outcome.ok ? success(scanIn(outcome.value)) : outcome;
    },
    upload: ({ file }) => document(`upload ${file.name}`),
    addSignee: (id, { email }) => call(`add ${email} to ${id}`),
    details(id, { asked = false } = {}) {
      if (asked) askedByAPerson.push(id);
      return document(`details ${id}`);
    },
    async download({ url }) {
      const outcome = await call(`download ${url}`);
      return outcome.ok ? success({ bytes: 1, sha256: String(outcome.value), contentType: null }) : outcome;
    },
    start: (id) => silent(`start ${id}`),
    update: (id) => silent(`update ${id}`),
    withdraw: (id) => silent(`withdraw ${id}`),
    delete: (id) => silent(`delete ${id}`),
    clockSkewMs: () => 0,
    knownSkewMs: () => 0,
  };
  const deadlines = new Map<string, number>();
  const pace = createPace({
    clock: time,
    journal: {
      connections: { ofSameAccount: (id) => [id] },
      deadlines: {
        get: (_, name) => deadlines.get(name) ?? null,
        set: (_, name, at) => void deadlines.set(name, at),
      },
    },
  });
  const worker = createWorker({
    clock: time,
    pace,
    store,
    random: () => 0.5,
    clientOf: () => client,
    accountOf: () => null,
    parallelCalls: () => 3,
    spoolPath: (sha256) => sha256,
    usableOf: () => null,
    onChanged() {},
    onProgress() {},
    onConnectionTrouble: (id) => void troubles.push(id),
    onUnwritable: (details) => void (details !== null && troubles.push(details)),
    onClockSetBack: () => void troubles.push('clock set back'),
    onFault(error) {
      throw error;
    },
    ...patch,
  });
  return {
    worker: {
      ...worker,
      /** Returns when the check was taken in, or waits for the answer to a call. */
      async checked(...given: Parameters<typeof worker.checked>): Promise<void> {
        const taken = worker.checked(...given);
        await Promise.race([taken, settled()]);
      },
    },
    store,
    pace,
    troubles,
    now: time.now,
    askedByAPerson,
    calls: () => open.map(({ name }) => name),
    async answer(name: string, outcome: Outcome<unknown>): Promise<void> {
      // The call may come a moment later.
      if (open.every((one) => one.name !== name)) await settled();
      const found = open.find((one) => one.name === name);
      if (found === undefined) throw new Error(`${name} is not out; ${open.map((one) => one.name).join(', ')} are`);
      await found.answer(outcome);
    },
    /** Stores submissions as the intake does and hands them over. */
    accept(...submissions: readonly Submission[]): void {
      for (const submission of submissions) {
        const event = { at: time.now(), submissionId: submission.id, fact: { kind: 'accepted' } } as const;
        store.commit([{ submission, event }]);
      }
      worker.added(submissions);
    },
    stage: (id: string) => store.find(id)?.stage,
    advance: time.advance,
    setClock(to: number): void {
      time.set(to);
      void worker.awake(0);
    },
  };
}

export const done = success(undefined);

export function refused(patch: Partial<Failure> = {}): Outcome<never> {
  return failed({ kind: 'busy', certainty: 'refused', details: 'Not now.', ...patch });
}

/** Builds the document that the service shows for a submission. */
export function documentOf({ wish }: Submission, documentId: string, patch: object = {}): Outcome<unknown> {
  return success({
    documentId,
    documentStatus: 'draft',
    documentName: wish.file.name,
    documentMimeType: wish.file.type,
    documentUrl: `https://storage.test/${documentId}`,
    signatureMode: wish.mode,
    jurisdiction: wish.jurisdiction,
    initiatorDisplayName: wish.alias,
    comment: wish.comment,
    creationTime: new Date(10_000_000_000).toISOString(),
    signees: wish.signees.map(({ email, order }) => ({ email, signOrder: order })),
    signeesOrdered: [],
    ...patch,
  });
}

function scanIn(value: unknown): ScanResult {
  const scan = readScan(value);
  if (scan === null) throw new Error('This is no scan.');
  return scan;
}

function documentIn(value: unknown): ServiceDocument {
  const document = readDocument(value);
  if (document === null) throw new Error('This is no document.');
  return document;
}

export type DrivenOutbox = ReturnType<typeof drivenOutbox>;
