import { basename } from 'node:path';
import type { EvidenceOf, EvidenceSheet } from '../../preload/contract/evidence.ts';
import type { Problem } from '../../preload/contract/problem.ts';
import type { Journal } from '../journal/journal.ts';
import { verdictOfCopy } from '../signatures/copy-verdict.ts';
import type { PublishedState } from '../state/published-state.ts';
import { chosenPeople } from '../submission/chosen-people.ts';
import type { Clock } from '../time/clock.ts';
import { endedAt } from '../tracking/lifecycle.ts';
import type { HistoryReader } from './history.ts';
import { knownPeople } from './known-people.ts';

export interface EvidenceDeps {
  readonly clock: Clock;
  readonly journal: Pick<
    Journal,
    'documents' | 'historyHead' | 'savedCopies' | 'submissions' | 'trackedDocuments' | 'verify'
  >;
  readonly state: PublishedState;
  readonly historyOf: HistoryReader;
}

/** Gathers the journal's proof about a document, also when the service has long deleted it. */
export function createEvidence({ clock, journal, state, historyOf }: EvidenceDeps) {
  function sheet({ submissionId, documentId }: EvidenceOf): EvidenceSheet | null {
    const connection = state.connectionOf(state.get().active);
    if (connection === undefined) return null;
    const connectionId = connection.id;
    const submission = submissionId === null ? null : journal.submissions.find(submissionId);
    const id = documentId ?? submission?.documentId ?? null;
    const document = id === null ? null : journal.trackedDocuments.find(connectionId, id);
    if ((submission === null || submission.connectionId !== connectionId) && document === null) return null;
    const listed = id === null ? null : journal.documents.find(connectionId, id);
    const wish = submission?.wish ?? null;
    const chosen = chosenPeople(wish);
    const { base } = connection.fields;
    return {
      name: listed?.name ?? wish?.file.name ?? id ?? '',
      documentId: id,
      service: URL.parse(base)?.host ?? base,
      account: submission?.account ?? document?.account ?? connection.username,
      documentStatus: document?.status ?? null,
      mode: wish?.mode ?? document?.mode ?? null,
      jurisdiction: wish?.jurisdiction ?? document?.jurisdiction ?? null,
      created: document?.created ?? submission?.uploadedAt ?? null,
      started: document?.started ?? submission?.startedAt ?? null,
      completed: document === null ? null : endedAt(document),
      goneAt: document?.goneAt ?? null,
      signees: (document === null ? null : knownPeople(document)) ?? chosen,
      sent:
        submission === null || wish === null || wish.file.sha256 === null
          ? null
          : {
              name: wish.file.name,
              sha256: wish.file.sha256,
              size: wish.file.size,
              at: submission.acceptedAt,
              parts: [...(wish.file.parts ?? [])],
            },
      copies: (id === null ? [] : journal.savedCopies.of(connectionId, id)).map(({ path, sha256, size, at }) => ({
        name: basename(path),
        sha256,
        size,
        at,
        // What was found is true of the content that was checked, and of no other copy.
        verdict: document?.signatures?.sha256 === sha256 ? verdictOfCopy(document) : null,
      })),
      lines: [...historyOf({ connectionId, submissionId, documentId: id })],
      head: journal.historyHead(),
      madeAt: clock.now(),
    };
  }

  return {
    sheet(of: EvidenceOf): { ok: true; sheet: EvidenceSheet } | { ok: false; problem: Problem } {
      const found = sheet(of);
      return found === null
        ? { ok: false, problem: { key: 'submission-gone', params: {} } }
        : { ok: true, sheet: found };
    },
    /** Checks the chain of the history, in slices. */
    async verify(): Promise<{ ok: true } | { ok: false; problem: Problem }> {
      const verified = await journal.verify();
      if (verified.ok) return { ok: true };
      if ('changedRow' in verified) {
        const name = journal.submissions.find(verified.changedRow)?.wish.file.name ?? verified.changedRow;
        return { ok: false, problem: { key: 'history-differs', params: { name } } };
      }
      const { seq, what } = verified.broken;
      return { ok: false, problem: { key: keyOf[what], params: { number: seq }, details: `${what} at ${seq}` } };
    },
  };
}

const keyOf = {
  content: 'history-broken',
  previous: 'history-broken',
  missing: 'history-broken',
  'cut-off': 'history-cut-off',
  witness: 'history-unlike-witness',
  unwitnessed: 'history-unwitnessed',
} as const;

export type Evidence = ReturnType<typeof createEvidence>;
