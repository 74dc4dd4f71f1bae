import type { MonthFigures } from '../../preload/contract/insight.ts';
import type { Profile } from '../../preload/contract/profile.ts';
import type { Journal } from '../journal/journal.ts';
import type { PublishedState } from '../state/published-state.ts';
import { unhurried } from '../time/slices.ts';
import { foreignTo } from '../waiting/foreign-to.ts';
import { sentDocument } from '../waiting/sent-document.ts';
import { createMonthFigures } from './month-figures.ts';
import { type CountedDocument, createSignatureCounts, type SignatureFigures } from './signature-counts.ts';

export interface InsightDeps {
  readonly journal: Pick<Journal, 'connections' | 'profiles' | 'submissions' | 'trackedDocuments'>;
  readonly state: PublishedState;
  /** Returns the profiles of a connection, also those of the IT department, under the names that people see. */
  readonly profilesOf: (connectionId: string) => readonly Pick<Profile, 'id' | 'name'>[];
}

/** Yields all documents of a connection that were sent, also those that no check has shown yet. */
async function* sentDocuments(deps: InsightDeps, connectionId: string): AsyncGenerator<CountedDocument> {
  const { journal, profilesOf } = deps;
  const { profiles, submissions, trackedDocuments } = journal;
  const isForeign = foreignTo(deps, connectionId);
  const names = new Map([
    // Those that only a newer version can read.
    ...profiles.of(connectionId).map(({ id, label }) => [id, label] as const),
    ...profilesOf(connectionId).map(({ id, name }) => [id, name] as const),
  ]);
  const checked = new Set<string>();
  for await (const document of trackedDocuments.all()) {
    if (document.connectionId !== connectionId || document.status === 'draft') continue;
    checked.add(document.id);
    if (isForeign(document.account)) continue;
    const submission = document.submissionId === null ? null : submissions.find(document.submissionId);
    const startedAt = document.started ?? submission?.startedAt ?? null;
    const profile = names.get(submission?.profileId ?? '') ?? null;
    yield { document, startedAt, profile, mode: submission?.wish.mode ?? document.mode };
  }
  for await (const id of unhurried(submissions.unfinished(connectionId))) {
    if (checked.has(id)) continue;
    const submission = submissions.ownerOf(connectionId, id);
    if (submission === null || submission.startedAt === null || isForeign(submission.account)) continue;
    const { startedAt, wish } = submission;
    yield { document: sentDocument(submission, id), startedAt, profile: null, mode: wish.mode };
  }
}

/** Computes figures of the shown connection from the journal. */
export function createInsight(deps: InsightDeps) {
  const { state } = deps;
  return {
    async month(month: string): Promise<MonthFigures> {
      const { active } = state.get();
      const figures = createMonthFigures(month);
      const counts = createSignatureCounts();
      if (active !== null)
        for await (const document of sentDocuments(deps, active)) {
          figures.add(document);
          counts.add(document);
        }
      return { ...figures.finish(), signatures: counts.howFar() };
    },
    /** Counts the signatures of all months, by profile and kind. */
    async signatures(connectionId: string): Promise<SignatureFigures> {
      const counts = createSignatureCounts();
      for await (const document of sentDocuments(deps, connectionId)) counts.add(document);
      return { lines: counts.lines(), howFar: counts.howFar(), isWhole: state.get().check.isWhole };
    },
  };
}

export type Insight = ReturnType<typeof createInsight>;
