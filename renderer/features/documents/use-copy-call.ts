import { useState } from 'react';
import type { Problem } from '../../../preload/contract/problem.ts';
import { ask, bridge } from '../../bridge/bridge.ts';
import { useOneAtATime } from '../../ui/use-one-at-a-time.ts';

type Call = 'open' | 'show' | 'save';

const lost: ReadonlySet<Problem['key']> = new Set(['copy-missing', 'copy-changed', 'copy-unreadable'] as const);

/** Tells whether the file on this computer cannot be used as it is, so that saving it again helps. */
export const isCopyLost = (problem: Problem | null): boolean => problem !== null && lost.has(problem.key);

/**
 * Opens, shows or saves the signed copy of one document, each once at a time, and keeps the problem of the last call.
 */
export function useCopyCall(id: string) {
  const run = { open: useOneAtATime(), show: useOneAtATime(), save: useOneAtATime() };
  const [problem, setProblem] = useState<Problem | null>(null);
  const call = (what: Call): Promise<void> =>
    run[what](async () => {
      const { documents } = bridge();
      const answer = await ask(what === 'save' ? documents.save({ id }) : documents.openCopy({ id, how: what }));
      setProblem(answer.ok ? null : answer.problem);
    });
  return { problem, call };
}
