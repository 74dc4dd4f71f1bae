import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { sampleConnection } from '../../../main/account/testing/sample-connection.ts';
import { createDocuments } from '../../../main/documents/documents.ts';
import { openJournal } from '../../../main/journal/journal.ts';
import { createList } from '../../../main/list/list.ts';
import { createOutbox } from '../../../main/outbox/outbox.ts';
import { quietOutbox } from '../../../main/outbox/testing/quiet-outbox.ts';
import { directSignatureReader } from '../../../main/signatures/testing/direct-signature-reader.ts';
import { readOverview } from '../../../main/signing/answers/overview.ts';
import { failed, success } from '../../../main/signing/outcome.ts';
import { createPublishedState } from '../../../main/state/published-state.ts';
import { systemClock } from '../../../main/time/clock.ts';
import { createChecks } from '../../../main/tracking/checks.ts';
import { emptyState } from '../../../preload/contract/empty-state.ts';
import { watchLoop } from '../loop-delay.ts';

const PAGE = 1_000;
const LATEST_MS = 30_000;

/** The answer of the service as text: reading it is a part of the work. */
const pageOf = (from: number, all: number): string =>
  JSON.stringify({
    documents: Array.from({ length: Math.max(0, Math.min(PAGE, all - from)) }, (_, at) => ({
      documentId: `document-${String(from + at).padStart(6, '0')}`,
      documentName: `Vertrag ${from + at}.pdf`,
      documentMimeType: 'application/pdf',
      documentStatus: (from + at) % 3 === 0 ? 'draft' : 'withdrawn',
      signStatus: null,
      policy: { canWithdraw: false, canDelete: true },
    })),
    pagination: { offset: from, limit: PAGE },
    size: all,
  });

/** A first check that shows so many documents: from the request until all of them are in the list. */
export async function absorb(count: number) {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-bench-absorb-'));
  const { journal } = openJournal(join(folder, 'journal.sqlite'));
  const fault = (error: unknown) => {
    throw error;
  };
  try {
    journal.connections.save(sampleConnection, 1);
    const state = createPublishedState({ ...emptyState, connections: [sampleConnection], active: 'c' });
    let largest = 0;
    const weigh = (message: unknown) => {
      largest = Math.max(largest, Buffer.byteLength(JSON.stringify(message)));
    };
    const offline = async () => failed({ kind: 'unavailable', certainty: 'refused', details: '' } as const);
    const documents = createDocuments({
      clock: systemClock,
      journal,
      state,
      clientOf: () => ({ details: offline, download: offline }),
      accountOf: () => 'service-1',
      placeOf: () => null,
      signatureReader: directSignatureReader,
      sentOf: async () => null,
      tell() {},
      onChanged: (connectionId, id) => list.documentsChanged(connectionId, id),
      onFault: fault,
    });
    const outbox = createOutbox({
      ...quietOutbox,
      clock: systemClock,
      journal,
      state,
      accountOf: () => 'service-1',
      folder: join(folder, 'spool'),
      onFault: fault,
      newId: () => 'none',
    });
    const list = createList({
      clock: systemClock,
      state,
      journal,
      submissionOf: outbox.find,
      rowOf: outbox.rows.row,
      entryOf: documents.entryOf,
      onFault: fault,
    });
    // Each page begins a tenth before the end of the last one.
    const offsets = Array.from({ length: Math.ceil(count / (PAGE * 0.9)) + 1 }, (_, at) => at * PAGE * 0.9);
    const texts = new Map(offsets.map((offset) => [offset, pageOf(offset, count)]));
    const checks = createChecks({
      ownChangeOf: () => null,
      clock: systemClock,
      journal,
      state,
      clientOf: () => ({
        signIn: async () => success({ validForMs: 900_000 }),
        async overview({ offset = 0 } = {}) {
          // Each answer of a network comes in a turn of its own.
          await setImmediate();
          const page = readOverview(JSON.parse(texts.get(offset) ?? pageOf(offset, count)));
          return page === null ? offline() : success(page);
        },
        forgive() {},
        clockSkewMs: () => 0,
        knownSkewMs: () => 0,
      }),
      isTracked: () => false,
      publishDocuments: (connectionId) => list.documentsChanged(connectionId, null),
      onSignInNeeded() {},
      onSignedIn() {},
      wantsCheck: () => true,
      async onChecked(id, seen, listed) {
        await outbox.checked(id, seen, listed);
        documents.checked(id, seen, listed);
      },
      onFault: fault,
    });
    state.subscribe(weigh);
    list.onChanged(weigh);
    list.follow('c');
    const loop = watchLoop();
    const began = performance.now();
    checks.follow('c');
    while (state.get().list.counts.all < count) {
      if (performance.now() - began > LATEST_MS)
        throw new Error(`${state.get().list.documents} of ${count} documents came`);
      // oxlint-disable-next-line no-await-in-loop -- waits for the end
      await new Promise((next) => setTimeout(next, 10));
    }
    const delays = loop.stop();
    checks.close();
    list.close();
    documents.close();
    outbox.close();
    return {
      loopDelayP99Ms: delays[Math.floor(delays.length * 0.99)] ?? 0,
      loopDelayMostMs: delays.at(-1) ?? 0,
      messageKb: largest / 1024,
    };
  } finally {
    journal.close();
    rmSync(folder, { recursive: true, maxRetries: 5 });
  }
}
