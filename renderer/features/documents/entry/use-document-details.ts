import { useEffect, useState } from 'react';
import type { DocumentDetails } from '../../../../preload/contract/document.ts';
import type { Problem } from '../../../../preload/contract/problem.ts';
import { ask, bridge } from '../../../bridge/bridge.ts';

/** The next arrow key of somebody who walks along the list comes sooner. */
const STAY_MS = 250;

/** Reads a document's details once a person stays at it. */
export function useDocumentDetails(id: string) {
  const [details, setDetails] = useState<DocumentDetails | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [attempt, setAttempt] = useState(0);

  useEffect(() => {
    const read = { wanted: true };
    const show = async () => {
      const answer = await ask(bridge().documents.details({ id }));
      if (!read.wanted) return;
      if (answer.ok) setDetails(answer.details);
      setProblem(answer.ok ? null : answer.problem);
    };
    const timer = setTimeout(() => void show(), attempt === 0 ? STAY_MS : 0);
    return () => {
      clearTimeout(timer);
      read.wanted = false;
    };
  }, [id, attempt]);

  return { details, problem, retry: () => setAttempt(attempt + 1) };
}
