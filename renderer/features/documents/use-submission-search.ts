import { useEffect, useMemo, useState } from 'react';
import type { State } from '../../../preload/contract/state.ts';
import type { SubmissionRow } from '../../../preload/contract/submission.ts';
import { ask, bridge } from '../../bridge/bridge.ts';

/** Search when people pause typing. */
const TYPING_MS = 250;

interface Found {
  readonly active: string | null;
  readonly text: string;
  readonly rows: readonly SubmissionRow[];
}

/** The submissions of the state, and older ones from the journal that match the search. */
export function useSubmissionSearch({ active, submissions }: State, search: string): State['submissions'] {
  const [found, setFound] = useState<Found | null>(null);
  const text = search.trim();

  useEffect(() => {
    if (text === '') return undefined;
    const asked = { wanted: true };
    const look = async () => {
      const { rows } = await ask(bridge().outbox.page({ text, before: null }));
      if (asked.wanted) setFound({ active, text, rows });
    };
    const timer = setTimeout(() => void look(), TYPING_MS);
    return () => {
      asked.wanted = false;
      clearTimeout(timer);
    };
  }, [active, text]);

  return useMemo(() => {
    if (found?.active !== active || found.text !== text) return submissions;
    const known = new Set(submissions.map(({ id }) => id));
    const older = found.rows.filter(({ id }) => !known.has(id));
    return older.length === 0 ? submissions : [...submissions, ...older];
  }, [active, text, found, submissions]);
}
