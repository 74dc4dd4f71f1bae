import { useEffect, useState } from 'react';
import type { DocumentDetails } from '../../../../preload/contract/document.ts';
import type { Problem } from '../../../../preload/contract/problem.ts';
import { ask, bridge } from '../../../bridge/bridge.ts';

/** Reads a document's details when a person opens it. */
export function useDocumentDetails(id: string) {
  const [details, setDetails] = useState<DocumentDetails | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [attempt, setAttempt] = useState(0);

  useEffect(() => {
    const read = { wanted: true, attempt };
    const show = async () => {
      const answer = await ask(bridge().documents.details({ id }));
      if (!read.wanted) return;
      if (answer.ok) setDetails(answer.details);
      setProblem(answer.ok ? null : answer.problem);
    };
    void show();
    return () => {
      read.wanted = false;
    };
  }, [id, attempt]);

  return { details, problem, retry: () => setAttempt(attempt + 1) };
}
