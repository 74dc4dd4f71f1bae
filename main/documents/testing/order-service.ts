import type { DocumentOrderKind, ListedDocument } from '../../../preload/contract/document.ts';
import { sampleConnection } from '../../account/testing/sample-connection.ts';
import { type Journal, openJournal } from '../../journal/journal.ts';
import { readDocument } from '../../signing/answers/document.ts';
import type { Failure } from '../../signing/failure.ts';
import { failed, success } from '../../signing/outcome.ts';
import { createDrivenClock } from '../../testing/clocks.ts';
import { documentEntryOf } from '../document-entry.ts';
import type { OrderClient } from '../order-kind.ts';
import { createOrderWorker, type OrderWorkerDeps } from '../order-worker.ts';

export const HOUR = 60 * 60_000;
export const NOW = 1_000 * HOUR;

export const listed = (documentStatus: string, id = 'd1'): ListedDocument => ({
  id,
  name: `${id}.pdf`,
  mimeType: 'application/pdf',
  documentStatus,
  signStatus: null,
  canWithdraw: documentStatus === 'in-progress',
  canDelete: documentStatus === 'draft' || documentStatus === 'withdrawn',
});

export const trouble = (kind: Failure['kind'], certainty: Failure['certainty'], more: Partial<Failure> = {}) =>
  failed({ kind, certainty, details: kind, ...more });
export const offline = trouble('unreachable', 'never-sent');
export const lost = trouble('answer-lost', 'unclear');
export const refused = trouble('conflict', 'permanent', { status: 409 });

/** Creates a document at a service whose answers a test can replace. With `effect`, a call works despite its answer. */
export function serviceOf(status: string | null) {
  const calls: string[] = [];
  const answers: { readonly answer: typeof offline; readonly effect: boolean }[] = [];
  const service = {
    status,
    calls,
    answers,
    next: (answer: typeof offline, effect = false) => void answers.push({ answer, effect }),
  };
  function change(name: DocumentOrderKind) {
    calls.push(name);
    const planned = answers.shift();
    const possible = name === 'withdraw' ? ['in-progress'] : ['draft', 'withdrawn'];
    const works = service.status !== null && possible.includes(service.status);
    if (works && planned?.effect !== false) service.status = name === 'withdraw' ? 'withdrawn' : null;
    if (planned) return planned.answer;
    if (works) return success(undefined);
    return service.status === null ? trouble('not-found', 'permanent', { status: 404 }) : refused;
  }
  const client: OrderClient = {
    withdraw: async () => change('withdraw'),
    delete: async () => change('delete'),
    async details(id) {
      calls.push('look');
      const planned = answers.shift();
      if (planned) return planned.answer;
      if (service.status === null) return trouble('not-found', 'permanent', { status: 404 });
      const document = readDocument({ documentId: id, documentStatus: service.status });
      if (document === null) throw new Error('not a document');
      return success(document);
    },
  };
  return Object.assign(service, { client });
}

function journalWith(status: string, ids: readonly string[] = ['d1']): Journal {
  const { journal } = openJournal(':memory:');
  journal.connections.save({ ...sampleConnection, id: 'c' }, 0);
  const documents = ids.map((id) => listed(status, id));
  journal.documents.see('c', documents, NOW);
  journal.documentsSeen.replace('c', documents);
  const seen = { at: NOW, before: null, account: 'service-1' };
  journal.documentFacts.see(
    'c',
    documents.map(({ id, documentStatus }) => ({ id, status: documentStatus })),
    seen,
  );
  return journal;
}

export function prepare(status: string, more: Partial<OrderWorkerDeps> = {}) {
  const service = serviceOf(status);
  const journal = journalWith(status);
  const clock = createDrivenClock(NOW);
  const deps: OrderWorkerDeps = {
    clock,
    journal,
    clientOf: () => service.client,
    accountOf: () => 'service-1',
    baseOf: () => 'https://service.test',
    isTrusted: true,
    durable: true,
    onChanged() {},
    onSignInNeeded() {},
    onFault(error) {
      throw error;
    },
    random: () => 0.5,
    ...more,
  };
  const worker = createOrderWorker(deps);
  const entry = () => documentEntryOf(journal, 'c', 'd1', deps.accountOf('c'));
  const order = async (kind: DocumentOrderKind) => {
    const count = await worker.order('c', ['d1'], kind);
    await clock.advance(0);
    return count;
  };
  return { service, journal, clock, deps, worker, entry, order };
}
