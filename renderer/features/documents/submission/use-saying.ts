import { useTranslation } from 'react-i18next';
import { useShallow } from 'zustand/react/shallow';
import type { SubmissionRow } from '../../../../preload/contract/submission.ts';
import { useMirror } from '../../../app/stores/mirror.ts';
import { type Circumstances, sayingOf } from './saying.ts';

/** What goes on around submissions; asked for here, so that a row follows it without the list being drawn anew. */
function useCircumstances(): Circumstances {
  return useMirror(
    useShallow(({ state }) => ({
      locale: state?.locale ?? 'en',
      nextCheck: state?.check.next ?? null,
      paused: state?.outbox.paused ?? false,
      resumesAt: state?.outbox.budget.resumesAt ?? null,
    })),
  );
}

export function useSaying(row: SubmissionRow): string {
  const { t } = useTranslation();
  const circumstances = useCircumstances();
  return sayingOf(row, { ...circumstances, t });
}
