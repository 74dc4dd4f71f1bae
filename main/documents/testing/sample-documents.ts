import { join } from 'node:path';
import { emptyState } from '../../../preload/contract/empty-state.ts';
import { limits } from '../../../preload/contract/limits.ts';
import type { ProblemKey } from '../../../preload/contract/problem.ts';
import { sampleConnection } from '../../account/testing/sample-connection.ts';
import { openJournal } from '../../journal/journal.ts';
import { directSignatureReader } from '../../signatures/testing/direct-signature-reader.ts';
import { readDocument } from '../../signing/answers/document.ts';
import { failed, success } from '../../signing/outcome.ts';
import { createPublishedState } from '../../state/published-state.ts';
import { createPace } from '../../tracking/pace.ts';
import type { CheckSeen } from '../../tracking/reading.ts';
import { createDocuments } from '../documents.ts';

/** Below a file there is no folder. */
const unreachable = join(process.execPath, 'copies');
export const WINDOW = limits.pollingMs;

/** Documents of a service that answers each look with these people. */
export function sampleDocuments(people: readonly string[] = ['a@example.test', 'b@example.test']) {
  const { journal } = openJournal(':memory:');
  journal.connections.save({ ...sampleConnection, id: 'c' }, 0);
  const asked: string[] = [];
  let now = 1_000_000;
  let isBusy = false;
  const statuses = new Map<string, string>();
  const broken = new Set<string>();
  const gone = new Set<string>();
  const changed: string[] = [];
  const stillDrafts: string[] = [];
  let account = sampleConnection.username;
  let told = Promise.withResolvers<void>();
  let problems: readonly ProblemKey[] = [];
  let retryAfterMs: number | undefined;
  const clock = { now: () => now, monotonic: () => now, after: () => () => {} };
  const state = createPublishedState({ ...emptyState, connections: [{ ...sampleConnection, id: 'c' }] });
  const documents = createDocuments({
    clock,
    journal,
    state,
    clientOf: () => ({
      async details(id) {
        asked.push(id);
        if (gone.has(id)) return failed({ kind: 'not-found', certainty: 'permanent', details: '' });
        if (broken.has(id)) return failed({ kind: 'server-error', certainty: 'unclear', details: '' });
        const busy = { kind: 'busy', certainty: 'refused', details: '', status: 429 } as const;
        if (isBusy) return failed({ ...busy, ...(retryAfterMs && { retryAfterMs }) });
        const signees = people.map((email) => ({ email, signStatus: 'pending' }));
        const document = readDocument({ documentId: id, documentStatus: statuses.get(id) ?? 'in-progress', signees });
        if (document === null) throw new Error('no document');
        return success(document);
      },
      download: () => Promise.reject(new Error('nothing is signed')),
    }),
    accountOf: () => account,
    placeOf: () => ({ folder: unreachable, createBelow: null, base: 'https://service.test' }),
    signatureReader: directSignatureReader,
    sentOf: async () => null,
    tell(found) {
      problems = found.map(({ key }) => key);
      told.resolve();
    },
    onChanged: (_connection, id) => void changed.push(id),
    onStillDraft: (_connection, id, startedAt) => void stillDrafts.push(`${id} ${startedAt}`),
    onFault(error) {
      throw error;
    },
  });
  return {
    asked,
    documents,
    journal,
    changed,
    stillDrafts,
    statuses,
    broken,
    gone,
    signInAs(username: string) {
      account = username;
    },
    /** What the app told of copies last. */
    problems: () => problems,
    entry: (id: string) => documents.entryOf('c', id),
    pass(ms: number) {
      now += ms;
    },
    state,
    pace: createPace({ clock, journal }),
    now: () => now,
    refuse: (on = true, afterMs?: number) => {
      isBusy = on;
      retryAfterMs = afterMs;
    },
    peopleOf: (id: string) => journal.documentFacts.find('c', id)?.signees?.length ?? null,
    /** One check that shows these documents, and what was asked after it. */
    async check(ids: readonly string[], more: Partial<CheckSeen> = {}): Promise<readonly string[]> {
      now += WINDOW;
      told = Promise.withResolvers();
      asked.length = 0;
      const statusOf = (id: string) => statuses.get(id) ?? 'in-progress';
      const shown = ids.map((documentId) => ({ documentId, name: documentId, status: statusOf(documentId) }));
      const seen = { account: sampleConnection.username, askedAt: now, documents: shown, whole: true, unreadable: 0 };
      documents.checked('c', { ...seen, ...more }, { documents: [], changed: [], total: null });
      // The app tells what may be lost when the check is done.
      await told.promise;
      return [...asked];
    },
  };
}
