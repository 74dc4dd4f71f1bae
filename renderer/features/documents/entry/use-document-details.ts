import { useEffect, useState } from 'react';
import type { DocumentDetails } from '../../../../preload/contract/document.ts';
import type { Problem } from '../../../../preload/contract/problem.ts';
import { ask, bridge } from '../../../bridge/bridge.ts';
import { STAY_MS } from './stay.ts';

interface Read {
  readonly of: string;
  readonly asOf: string;
  readonly details: DocumentDetails | null;
  readonly problem: Problem | null;
}

/**
 * Reads a document's details once a person stays at it, and again when this app has changed the document, which gives it
 * another `version`. With another `asOf` they may have changed: they stay, and are read again. An `id` of null: there is
 * nothing to read.
 */
export function useDocumentDetails(id: string | null, version = '', asOf = '') {
  const [read, setRead] = useState<Read | null>(null);
  const [attempt, setAttempt] = useState(0);
  const of = `${id} ${version}`;

  useEffect(() => {
    if (id === null) return undefined;
    const request = { wanted: true };
    const show = async () => {
      const answer = await ask(bridge().documents.details({ id }));
      if (!request.wanted) return;
      if (answer.ok) setRead({ of, asOf, details: answer.details, problem: null });
      else
        setRead((before) => ({
          ...(before?.of === of ? before : { of, asOf, details: null }),
          problem: answer.problem,
        }));
    };
    const timer = setTimeout(() => void show(), attempt === 0 ? STAY_MS : 0);
    return () => {
      clearTimeout(timer);
      request.wanted = false;
    };
  }, [id, of, asOf, attempt]);

  const { details, problem } = read?.of === of ? read : { details: null, problem: null };
  return { details, problem, isLatest: read?.asOf === asOf, retry: () => setAttempt(attempt + 1) };
}
