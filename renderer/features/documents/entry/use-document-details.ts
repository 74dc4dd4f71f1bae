import { useEffect, useState } from 'react';
import type { DocumentDetails } from '../../../../preload/contract/document.ts';
import type { Problem } from '../../../../preload/contract/problem.ts';
import { ask, bridge } from '../../../bridge/bridge.ts';
import { STAY_MS } from './stay.ts';

interface Read {
  readonly of: string;
  readonly details: DocumentDetails | null;
  readonly problem: Problem | null;
}

/**
 * Reads a document's details once a person stays at it, and again when this app has changed the document, which gives it
 * another `version`. An `id` of null: there is nothing to read.
 */
export function useDocumentDetails(id: string | null, version = '') {
  const [read, setRead] = useState<Read | null>(null);
  const [attempt, setAttempt] = useState(0);
  const of = `${id} ${version}`;

  useEffect(() => {
    if (id === null) return undefined;
    const request = { wanted: true };
    const show = async () => {
      const answer = await ask(bridge().documents.details({ id }));
      if (!request.wanted) return;
      if (answer.ok) setRead({ of, details: answer.details, problem: null });
      else setRead((before) => ({ of, details: before?.of === of ? before.details : null, problem: answer.problem }));
    };
    const timer = setTimeout(() => void show(), attempt === 0 ? STAY_MS : 0);
    return () => {
      clearTimeout(timer);
      request.wanted = false;
    };
  }, [id, of, attempt]);

  const { details, problem } = read?.of === of ? read : { details: null, problem: null };
  return { details, problem, retry: () => setAttempt(attempt + 1) };
}
