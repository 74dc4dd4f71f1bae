import type { MonthFigures } from '../../preload/contract/insight.ts';
import type { Journal } from '../journal/journal.ts';
import type { PublishedState } from '../state/published-state.ts';
import type { Submission } from '../submission/submission.ts';
import { unhurried } from '../time/slices.ts';
import { sentDocument } from '../waiting/sent-document.ts';
import { createMonthFigures } from './month-figures.ts';

export interface InsightDeps {
  readonly journal: Pick<Journal, 'profiles' | 'submissions' | 'trackedDocuments'>;
  readonly state: PublishedState;
}

/** Figures of the shown connection, from the journal. */
export function createInsight({ journal, state }: InsightDeps) {
  return {
    async month(month: string): Promise<MonthFigures> {
      const { active } = state.get();
      const figures = createMonthFigures(month);
      if (active === null) return figures.finish();
      const profiles = new Map(journal.profiles.of(active).map(({ id, label }) => [id, label]));
      const profileOf = (submission: Submission | null) => profiles.get(submission?.profileId ?? '') ?? null;
      const checked = new Set<string>();
      for await (const document of journal.trackedDocuments.all()) {
        if (document.connectionId !== active || document.status === 'draft') continue;
        checked.add(document.id);
        const submission = document.submissionId === null ? null : journal.submissions.find(document.submissionId);
        const startedAt = document.started ?? submission?.startedAt ?? null;
        figures.add({ document, startedAt, profile: profileOf(submission) });
      }
      for await (const id of unhurried(journal.submissions.unfinished(active))) {
        if (checked.has(id)) continue;
        const submission = journal.submissions.ownerOf(active, id);
        if (submission !== null && submission.startedAt !== null)
          figures.add({ document: sentDocument(submission, id), startedAt: submission.startedAt, profile: null });
      }
      return figures.finish();
    },
  };
}

export type Insight = ReturnType<typeof createInsight>;
