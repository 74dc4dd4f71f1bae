import type { MonthFigures } from '../../preload/contract/insight.ts';
import type { Journal } from '../journal/journal.ts';
import type { PublishedState } from '../state/published-state.ts';
import { unhurried } from '../time/slices.ts';
import { sentDocument } from '../waiting/sent-document.ts';
import { createMonthFigures } from './month-figures.ts';
import { type CountedDocument, createSignatureCounts, type SignatureCounts } from './signature-counts.ts';

export interface InsightDeps {
  readonly journal: Pick<Journal, 'profiles' | 'submissions' | 'trackedDocuments'>;
  readonly state: PublishedState;
}

/** Yields all documents of a connection that were sent, also those that no check has shown yet. */
async function* sentDocuments(
  { profiles, submissions, trackedDocuments }: InsightDeps['journal'],
  connectionId: string,
): AsyncGenerator<CountedDocument> {
  const names = new Map(profiles.of(connectionId).map(({ id, label }) => [id, label]));
  const checked = new Set<string>();
  for await (const document of trackedDocuments.all()) {
    if (document.connectionId !== connectionId || document.status === 'draft') continue;
    checked.add(document.id);
    const submission = document.submissionId === null ? null : submissions.find(document.submissionId);
    const startedAt = document.started ?? submission?.startedAt ?? null;
    const profile = names.get(submission?.profileId ?? '') ?? null;
    yield { document, startedAt, profile, mode: submission?.wish.mode ?? null };
  }
  for await (const id of unhurried(submissions.unfinished(connectionId))) {
    if (checked.has(id)) continue;
    const submission = submissions.ownerOf(connectionId, id);
    if (submission === null || submission.startedAt === null) continue;
    const { startedAt, wish } = submission;
    yield { document: sentDocument(submission, id), startedAt, profile: null, mode: wish.mode };
  }
}

/** Computes figures of the shown connection from the journal. */
export function createInsight({ journal, state }: InsightDeps) {
  return {
    async month(month: string): Promise<MonthFigures> {
      const { active } = state.get();
      const figures = createMonthFigures(month);
      if (active === null) return figures.finish();
      for await (const document of sentDocuments(journal, active)) figures.add(document);
      return figures.finish();
    },
    /** Counts the signatures of all months, by profile and kind. */
    async signatures(connectionId: string): Promise<ReturnType<SignatureCounts['lines']>> {
      const counts = createSignatureCounts();
      for await (const document of sentDocuments(journal, connectionId)) counts.add(document);
      return counts.lines();
    },
  };
}

export type Insight = ReturnType<typeof createInsight>;
